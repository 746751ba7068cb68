import Foundation

/// Our time for each row, at several sizes of each workload.
public struct GrowthRun {
    private let place: Workplace
    private let factors: [Double]
    private let rounds: RoundSettings
    /// Is told what is done now.
    public var progress: (String) -> Void = { _ in }

    /// - Parameter factors: What the full sizes are multiplied by; there are never more than a million rows.
    public init(place: Workplace, factors: [Double], rounds: RoundSettings) {
        self.place = place
        self.factors = factors
        self.rounds = rounds
    }

    /// - Parameter numbers: Of the workloads to do; all where it is empty.
    public func run(_ numbers: [Int] = []) throws -> GrowthReport {
        var report = GrowthReport()
        for workload in Catalogue.workloads where numbers.isEmpty || numbers.contains(workload.number) {
            let stepCount = workload.steps(sizes(factors.first ?? 1), place).count
            for index in 0..<stepCount {
                var line = GrowthReport.Line(workload: workload.number, step: "")
                for factor in factors {
                    let step = workload.steps(sizes(factor), place)[index]
                    guard let ours = step.contestants.first else { continue }
                    progress("\(workload.number). \(workload.title): \(step.name)")
                    line.step = step.name
                    line.points.append(try measure(ours, rows: step.rows))
                }
                if !line.points.isEmpty { report.lines.append(line) }
            }
        }
        return report
    }

    /// The orders are fetched fewer times, which changes nothing for a row.
    private func sizes(_ factor: Double) -> Sizes {
        var sizes = Sizes.full.scaled(by: factor)
        sizes.orderRepeats = 10
        return sizes
    }

    private func measure(_ contestant: any Contestant, rows: Int) throws -> GrowthReport.Point {
        var times: [Double] = []
        for round in 0..<rounds.warmUps + rounds.rounds {
            let time = try Contest.once(contestant).milliseconds
            if round >= rounds.warmUps { times.append(time) }
        }
        try contestant.close()
        return GrowthReport.Point(rows: rows, microsecondsPerRow: times.median * 1_000 / Double(max(rows, 1)))
    }
}
