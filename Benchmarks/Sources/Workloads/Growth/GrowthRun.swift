import Foundation

/// Our time for each row, at several sizes of each workload.
///
/// Reading beside saves is left out: what it fetches is the page of workload 4, whatever the size.
public struct GrowthRun {
    private let place: Workplace
    private let base: Sizes
    private let factors: [Double]
    private let rounds: RoundSettings
    /// Is told what is done now.
    public var progress: (String) -> Void = { _ in }

    /// The factors by which the full sizes are multiplied.
    public static let usualFactors = [0.05, 0.5, 5]

    /// - Parameter factors: The factors by which the sizes are multiplied; there are never more than a million rows.
    public init(place: Workplace, sizes: Sizes = .full, factors: [Double], rounds: RoundSettings) {
        self.place = place
        base = sizes
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
                    progress("growth, \(factor) of \(workload.number). \(workload.title): \(step.name)")
                    line.step = step.plainName
                    let raw = step.contestants.first { $0.contender == .raw }
                    let own = try measure(ours, rows: step.rows)
                    line.points.append(
                        GrowthReport.Point(
                            rows: step.rows,
                            microsecondsPerRow: own.wall,
                            processorMicrosecondsPerRow: own.processor,
                            rawMicrosecondsPerRow: try raw.map { try measure($0, rows: step.rows).wall }
                        )
                    )
                }
                if !line.points.isEmpty { report.lines.append(line) }
            }
        }
        return report
    }

    /// The orders are fetched fewer times, and attributes are read fewer times, which changes nothing for one of them.
    private func sizes(_ factor: Double) -> Sizes {
        var sizes = base.scaled(by: factor)
        sizes.orderRepeats = min(base.orderRepeats, 10)
        sizes.accesses = max(1, sizes.accesses / 5)
        // As many, so that what is looked for among all grades grows with what is found: those of one school.
        sizes.schools = base.schools
        return sizes
    }

    private func measure(_ contestant: any Contestant, rows: Int) throws -> (wall: Double, processor: Double) {
        var timing = Timing(contender: contestant.contender, milliseconds: [])
        var round = 0
        while round < rounds.warmUps || rounds.goesOn([timing.milliseconds]), !rounds.isEnough(timing.milliseconds) {
            let outcome = try Contest.once(contestant)
            // What takes long enough needs no other before it.
            if round >= rounds.warmUps || rounds.isEnough([outcome.milliseconds]) { timing.add(outcome) }
            round += 1
        }
        try contestant.close()
        let factor = 1_000 / Double(max(rows, 1))
        return (timing.median * factor, timing.processorMilliseconds.median * factor)
    }
}

extension Step {
    /// Without the numbers of rows.
    fileprivate var plainName: String {
        name.split(separator: " ").map { $0.allSatisfy { $0.isNumber || $0 == "," } ? "n" : String($0) }
            .joined(separator: " ")
    }
}
