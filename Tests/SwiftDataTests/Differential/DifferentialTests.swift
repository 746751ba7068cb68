import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import SwiftDataTesting
import TestSupport
import Testing

/// Random predicates on random rows: SQL, our evaluator and Foundation's have to choose the same rows.
///
/// A trial is a round of 500 predicates.
struct DifferentialTests {
    private static let perRound = 500

    private static func container() throws -> ModelContainer {
        try ModelContainer(
            for: Schema(MuseumRows.types),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
    }

    /// Half of the rounds have unsaved changes.
    private static func round(seed: UInt64, _ numbers: Range<Int>) throws -> DifferentialReport {
        let layout = try StoreLayout(schema: Schema(MuseumRows.types))
        var round = try DifferentialRound(
            seed: seed,
            hasPendingChanges: seed % 2 == 0,
            container: container(),
            translates: { Self.translates($0, entity: $1, layout) },
            question: MuseumAggregates()
        )
        return round.run(numbers)
    }

    /// True if a condition is SQL alone. A condition that is constantly true in SQL does not count, since SQL does not
    /// test anything then.
    private static func translates(_ query: QueryNode, entity: String, _ layout: StoreLayout) -> Bool {
        func statement(_ query: QueryNode?) -> SelectStatement? {
            try? SelectStatement(
                layout: layout,
                dialect: SQLiteDialect(),
                entity: entity,
                storeIdentifier: nil,
                query: query
            )
        }
        guard let all = statement(nil), let chosen = statement(query), chosen.residual == nil else { return false }
        let condition = chosen.sql.dropFirst(all.sql.count).trimmingCharacters(in: CharacterSet(charactersIn: " ()"))
        return !["", "WHERE 1", "AND 1"].contains(condition)
    }

    @Test("A condition that SQL takes for true does not count as translated")
    func knowsWhatIsTranslated() throws {
        let layout = try StoreLayout(schema: Schema(MuseumRows.types))
        func isTranslated(_ predicate: Predicate<Painting>) -> Bool {
            Self.translates(QueryNode(predicate), entity: Schema.entityName(for: Painting.self), layout)
        }
        let holds = true
        #expect(!isTranslated(#Predicate { _ in true }))
        #expect(!isTranslated(#Predicate { _ in holds }))
        #expect(isTranslated(#Predicate { $0.width == 3 }))
        #expect(isTranslated(#Predicate { $0.restorer?.name == "Anna" }))
    }

    @Test("The store, our evaluator and Foundation choose the same rows")
    func agree() async throws {
        let seeds = Trials.seeds(10, from: 20_261_121)
        let report = try await withThrowingTaskGroup(of: DifferentialReport.self) { group in
            for lane in 0..<UInt64(2) {
                group.addTask {
                    var report = DifferentialReport()
                    for seed in seeds where seed % 2 == lane {
                        report += try Self.round(seed: seed, 0..<Self.perRound)
                    }
                    return report
                }
            }
            return try await group.reduce(into: DifferentialReport()) { $0 += $1 }
        }
        print("• \(report.summary(seed: seeds.lowerBound))")
        print("• aggregates and groups of \(report.questions) predicates were compared with Swift's")
        #expect(report.questions == report.predicates / 10)
        #expect(report.disagreementCount == 0)
        for disagreement in report.disagreements { Issue.record("\(disagreement)") }
        // The rest is about many rounds.
        guard seeds.count >= 10 else { return }
        #expect(report.share(report.selective) >= 60)
        #expect(report.share(report.predicatesWithPendingChanges) >= 45)
        // Near what they are, so that neither goes down unnoticed.
        #expect(report.share(report.translated) >= 90)
        #expect(report.share(report.checkedByFoundation) >= 66)
        // Of each kind there is at least one in a hundred predicates.
        for kind in QueryNode.allKinds {
            #expect(report.kinds[kind, default: 0] >= report.predicates / 100, "\(kind)")
        }
    }

    /// Round 100 compares a captured struct that a closure gives with a property.
    @Test("Rounds that once found something find nothing", arguments: [100] as [UInt64])
    func earlierFindings(_ seed: UInt64) throws {
        let report = try Self.round(seed: seed, 0..<10)
        #expect(report.predicates == 10)
        for disagreement in report.disagreements { Issue.record("\(disagreement)") }
    }

    @Test("A mistake in the SQL is found", arguments: Mutation.allCases)
    func findsMistakes(_ mutation: Mutation) throws {
        var found = 0
        for seed in UInt64(1)...100 where found == 0 {
            let container = try Self.container()
            let store = try #require((container.core.stores.first as? TrustedStore<DefaultStore>)?.store)
            var round = try DifferentialRound(
                seed: seed * 2 + 1,
                hasPendingChanges: false,
                container: container,
                choose: { try Self.choose($0, $1, $2, store) { mutation.planted(in: $0) } },
                asksFoundation: false
            )
            found = round.run(0..<100).disagreementCount
        }
        #expect(found > 0)
    }

    /// Returns the rows that a statement chooses once its SQL was changed, together with its residual in memory.
    private static func choose(
        _ query: QueryNode,
        _ entity: String,
        _ models: [any PersistentModel],
        _ store: DefaultStore,
        _ change: (String) -> String
    ) throws -> Set<PersistentIdentifier> {
        let statement = try SelectStatement(
            layout: store.layout,
            dialect: SQLiteDialect(),
            entity: entity,
            storeIdentifier: store.identifier,
            query: query,
            columns: .identifiers
        )
        var keys: Set<Int64> = []
        try store.connection.readOnce { runner in
            try runner.query(change(statement.sql)) {
                try statement.bind(to: &$0)
            } row: { row in
                keys.insert(row.integer(0))
            }
        }
        var residual = statement.residual.map { QueryEvaluator($0) }
        let chosen = models.filter { model in
            guard let key = model.persistentModelID.row, keys.contains(key) else { return false }
            return residual?.matches(ModelRow(model)) ?? true
        }
        return Set(chosen.map(\.persistentModelID))
    }

    @Test("Without a mistake, statements run one by one choose the rows that they should")
    func findsNothingElse() throws {
        let container = try Self.container()
        let store = try #require((container.core.stores.first as? TrustedStore<DefaultStore>)?.store)
        var round = try DifferentialRound(
            seed: 3,
            hasPendingChanges: false,
            container: container,
            choose: { try Self.choose($0, $1, $2, store) { $0 } }
        )
        let report = round.run(0..<Self.perRound)
        #expect(report.disagreementCount == 0)
        for disagreement in report.disagreements { Issue.record("\(disagreement)") }
    }
}
