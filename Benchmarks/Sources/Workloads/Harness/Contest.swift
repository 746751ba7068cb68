import Foundation

/// A step in which contestants do the same work in alternating rounds.
final class Contest: Step {
    let name: String
    let rows: Int
    let contestants: [any Contestant]
    private let goals: [Goal]

    /// - Parameter contestants: The first is the one whose time is divided by the times of the other contestants.
    init(_ name: String, rows: Int, goals: [Goal], _ contestants: [any Contestant]) {
        self.name = name
        self.rows = rows
        self.goals = goals
        self.contestants = contestants
    }

    func measure(_ settings: RoundSettings) throws -> StepResult {
        var timings = contestants.map { Timing(contender: $0.contender, milliseconds: []) }
        var round = 0
        while round < settings.warmUps || settings.goesOn(timings.map(\.milliseconds)) {
            defer { round += 1 }
            var results: [(contender: Contender, result: Int, file: Int)] = []
            for index in order(round) where !settings.isEnough(timings[index].milliseconds) {
                let outcome = try Self.once(contestants[index])
                results.append((contestants[index].contender, outcome.result, outcome.file))
                if round >= settings.warmUps { timings[index].add(outcome) }
            }
            // Whoever is left out is so in all rounds to come.
            guard let first = results.first else { break }
            let isAgreed = results.allSatisfy { $0.result == first.result && $0.file == first.file }
            guard isAgreed else { throw Disagreement(name, results) }
        }
        var result = StepResult(name: name, rows: rows, goals: goals)
        result.facts = try contestants[0].facts()
        result.timings = timings
        for contestant in contestants { try contestant.close() }
        return result
    }

    /// Every other round goes the other way, so that no contestant always comes after the same one.
    private func order(_ round: Int) -> [Int] {
        round.isMultiple(of: 2) ? Array(contestants.indices) : contestants.indices.reversed()
    }

    static func once(_ contestant: any Contestant) throws -> RoundOutcome {
        try contestant.prepare()
        let stopwatch = Stopwatch()
        let result = try contestant.run()
        let time = stopwatch.stop()
        let file = try contestant.check()
        return RoundOutcome(
            milliseconds: time.wall,
            processorMilliseconds: time.processor,
            result: result,
            file: file
        )
    }
}

/// The result of one round of a contestant.
struct RoundOutcome {
    var milliseconds: Double
    var processorMilliseconds: Double
    var result: Int
    var file: Int
}

extension Duration {
    var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    }
}
