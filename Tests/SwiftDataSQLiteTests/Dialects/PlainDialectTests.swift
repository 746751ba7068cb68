import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import SwiftDataTesting
import TestSupport
import Testing

/// Random predicates on random rows, asked of a database that can say little: what it cannot decide, memory does, and the
/// rows are those that Foundation chooses.
struct PlainDialectTests {
    private static let perRound = 500

    @Test("With a database of few functions, memory decides the rest, and the rows are the same")
    func agrees() throws {
        let seeds = Trials.seeds(2, from: 20_261_123)
        var report = DifferentialReport()
        var shares = AnswerShares()
        for seed in seeds {
            let (found, answered) = try Self.round(seed: seed, PlainDialect(), 0..<Self.perRound)
            report += found
            shares += answered
        }
        print("Plain dialect, seed \(seeds.lowerBound): \(shares), of \(report.predicates) predicates")
        #expect(report.disagreementCount == 0)
        for disagreement in report.disagreements { Issue.record("\(disagreement)") }
        // The rest is about many predicates.
        guard report.predicates >= 1_000 else { return }
        // Near what they are, so that none of them goes down unnoticed.
        #expect(shares.percent(.exact) >= 30)
        #expect(shares.percent(.narrowed) >= 6)
        #expect(shares.percent(.none) >= 40)
    }

    @Test("A dialect that answers wrongly is found", arguments: PlainDialect.Mistake.allCases)
    func findsMistakes(_ mistake: PlainDialect.Mistake) throws {
        var found = 0
        for seed in UInt64(1)...20 where found == 0 {
            found = try Self.round(seed: seed, PlainDialect(mistake: mistake), 0..<200).report.disagreementCount
        }
        #expect(found > 0)
    }

    private static func round(
        seed: UInt64,
        _ dialect: PlainDialect,
        _ numbers: Range<Int>
    ) throws -> (report: DifferentialReport, shares: AnswerShares) {
        let container = try ModelContainer(
            for: Schema(MuseumRows.types),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        let store = try #require((container.core.stores.first as? TrustedStore<DefaultStore>)?.store)
        let shares = Locked(AnswerShares())
        let database = Locked<PlainDatabase?>(nil)
        var round = try DifferentialRound(
            seed: seed,
            hasPendingChanges: false,
            container: container,
            choose: { query, entity, models in
                let plain = try database.withLock { known in
                    let plain = try known ?? PlainDatabase(store)
                    known = plain
                    return plain
                }
                let request = PlainRequest(database: plain, dialect: dialect, store: store.identifier, entity: entity)
                let (chosen, answer) = try request.choose(query, models)
                shares.withLock { $0.count(answer) }
                return chosen
            }
        )
        return (round.run(numbers), shares.withLock { $0 })
    }
}
