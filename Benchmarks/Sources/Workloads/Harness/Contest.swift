import Foundation

/// A step in which contestants do the same work in alternating rounds.
final class Contest: Step {
    let name: String
    let rows: Int
    let contestants: [any Contestant]
    private let goals: [Goal]

    /// - Parameter contestants: The first is the one whose time is divided by the others'.
    init(_ name: String, rows: Int, goals: [Goal], _ contestants: [any Contestant]) {
        self.name = name
        self.rows = rows
        self.goals = goals
        self.contestants = contestants
    }

    func measure(_ settings: RoundSettings) throws -> StepResult {
        var times = [[Double]](repeating: [], count: contestants.count)
        for round in 0..<settings.warmUps + settings.rounds {
            var results: [(contender: Contender, result: Int, file: Int)] = []
            for index in order(round) {
                let outcome = try Self.once(contestants[index])
                results.append((contestants[index].contender, outcome.result, outcome.file))
                if round >= settings.warmUps { times[index].append(outcome.milliseconds) }
            }
            let isAgreed = results.allSatisfy { $0.result == results[0].result && $0.file == results[0].file }
            guard isAgreed else { throw Disagreement(name, results) }
        }
        var result = StepResult(name: name, rows: rows, goals: goals)
        result.facts = try contestants[0].facts()
        for (contestant, times) in zip(contestants, times) {
            try contestant.close()
            result.timings.append(Timing(contender: contestant.contender, milliseconds: times))
        }
        return result
    }

    /// Every other round goes the other way, so that nobody always comes after the same.
    private func order(_ round: Int) -> [Int] {
        round.isMultiple(of: 2) ? Array(contestants.indices) : contestants.indices.reversed()
    }

    static func once(_ contestant: any Contestant) throws -> (milliseconds: Double, result: Int, file: Int) {
        try contestant.prepare()
        let clock = ContinuousClock()
        let start = clock.now
        let result = try contestant.run()
        let time = (clock.now - start).milliseconds
        return (time, result, try contestant.check())
    }
}

extension Duration {
    var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    }
}
