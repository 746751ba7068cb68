#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import SwiftDataSQL
import SwiftDataTesting
import TestSupport
import Testing

/// Random predicates on random rows: the server, our evaluator and Foundation's have to choose the same rows.
@Suite struct DifferentialTests {
    private static let perRound = 350

    /// The predicates of which a part is left to memory, by the reason.
    private let reasons = Locked<[String: Int]>([:])

    private func round(
        seed: UInt64,
        _ numbers: Range<Int> = 0..<perRound,
        dates: PostgresConfiguration.Dates = .timestamp,
        question: (any DifferentialRound.Question)? = nil
    ) throws -> DifferentialReport {
        let namespace = try TemporaryNamespace()
        let schema = Schema(MuseumRows.types)
        let layout = try StoreLayout(schema: schema)
        var configuration = namespace.configuration()
        configuration.dates = dates
        let container = try ModelContainer(for: schema, configurations: [configuration])
        let dialect = PostgresDialect(dates: dates)
        var round = try DifferentialRound(
            seed: seed,
            hasPendingChanges: seed % 2 == 0,
            container: container,
            translates: { translates($0, $1, layout, dialect) },
            question: question,
            lacking: dates == .double
                ? [.nulCharacters] : [.distantDates, .subMicrosecondDates, .nonFiniteDates, .nulCharacters]
        )
        let report = round.run(numbers)
        let store = container.core.stores.first?.object as? PostgresStore
        #expect(store?.refusalCount == 0)
        return report
    }

    /// True if a condition is SQL alone. One that is constantly true does not count.
    private func translates(
        _ query: QueryNode,
        _ entity: String,
        _ layout: StoreLayout,
        _ dialect: PostgresDialect
    ) -> Bool {
        func statement(_ query: QueryNode?) -> SelectStatement? {
            try? SelectStatement(
                layout: layout,
                dialect: dialect,
                entity: entity,
                storeIdentifier: nil,
                query: query
            )
        }
        guard let all = statement(nil), let chosen = statement(query) else { return false }
        guard chosen.residual == nil else {
            let reason = chosen.residualReason ?? "?"
            reasons.withLock { $0[reason, default: 0] += 1 }
            return false
        }
        let condition = chosen.sql.dropFirst(all.sql.count).trimmingCharacters(in: CharacterSet(charactersIn: " ()"))
        return !["", "WHERE TRUE", "AND TRUE"].contains(condition)
    }

    @Test(arguments: [PostgresConfiguration.Dates.timestamp, .double])
    func theServerTheEvaluatorAndFoundationChooseTheSameRows(_ dates: PostgresConfiguration.Dates) throws {
        var report = DifferentialReport()
        // The form of dates concerns few of the predicates.
        let isUsual = dates == .timestamp || Trials.isLong
        let seeds = Trials.seeds(isUsual ? 2 : 1, from: 20_261_128)
        for seed in seeds { report += try round(seed: seed, dates: dates) }
        print("• \(report.summary(seed: seeds.lowerBound).split(separator: "\n")[0])")
        let left = reasons.withLock { $0 }.sorted { $0.value > $1.value }.prefix(25)
        print("• left to memory: \(left.map { "\($0.key): \($0.value)" }.joined(separator: "; "))")
        #expect(report.disagreementCount == 0)
        for disagreement in report.disagreements { Issue.record("\(disagreement)") }
        #expect(report.share(report.translated) >= 80)
    }

    /// Composites of several types, a constant condition, and a quotient of nil.
    @Test(arguments: [(20_261_128, 199), (20_261_129, 374), (777_031, 384)] as [(UInt64, Int)])
    func earlierFindings(_ seed: UInt64, _ number: Int) throws {
        let report = try round(seed: seed, number..<number + 1)
        #expect(report.predicates == 1)
        for disagreement in report.disagreements { Issue.record("\(disagreement)") }
    }

    /// Aggregates of the rows that random predicates choose, against plain Swift.
    @Test func theServerAggregatesAsSwiftDoes() throws {
        var report = DifferentialReport()
        for seed in Trials.seeds(Trials.isLong ? 2 : 1, from: 20_261_200) {
            report += try round(seed: seed, 0..<40, question: MuseumAggregates())
        }
        #expect(report.questions > 0 && report.disagreementCount == 0)
        for disagreement in report.disagreements { Issue.record("\(disagreement)") }
    }
}
#endif
