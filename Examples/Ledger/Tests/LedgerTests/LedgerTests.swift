import CoreMetrics
import Foundation
import InMemoryTracing
import Instrumentation
import MetricsTestKit
import SwiftData
import SwiftDataQueries
import Testing

@testable import LedgerKit

/// The answers of the report, against plain Swift over the same random values.
@Suite struct LedgerTests {
    private static let count = 3_000

    /// The entries of a seed without a store.
    private struct PlainEntry {
        let number: Int
        let date: Date
        let cents: Int
        let text: String
        let account: Int
        let category: Int
    }

    private func entries(seed: UInt64) -> (entries: [PlainEntry], owners: [String], categories: [String]) {
        var samples = SampleData(seed: seed)
        var random = samples.random(for: LedgerAccount.self)
        let owners = (0..<100).map { _ in random.name() }
        random = samples.random(for: LedgerKit.Category.self)
        let categories = (0..<20).map { _ in random.words(2) }
        random = samples.random(for: Entry.self)
        let entries = (0..<Self.count).map { number in
            let cents = random.int(-50_000...100_000)
            return PlainEntry(
                number: number,
                date: random.date(Ledger.dates),
                cents: cents,
                text: random.words(3),
                account: random.int(0...99),
                category: random.int(0...19)
            )
        }
        return (entries, owners, categories)
    }

    private func report() throws -> (Report, Ledger) {
        let ledger = try Ledger(.memory)
        try ledger.fill(count: Self.count, seed: 7)
        var report = Report()
        try ledger.run(&report)
        return (report, ledger)
    }

    @Test func theReportSaysWhatSwiftSays() throws {
        let (report, _) = try report()
        let (all, owners, categories) = entries(seed: 7)
        func text(_ cents: Int) -> String { "\(Decimal(cents) / 100)" }
        let sum = all.reduce(0) { $0 + $1.cents }
        let first = try #require(report.answer("entries, sum, first and last day"))
        #expect(first.hasPrefix("\(Self.count), \(text(sum)), 2024-1-1, 2025-12-31"))
        let sums = Dictionary(grouping: all) { categories[$0.category] }.mapValues { $0.reduce(0) { $0 + $1.cents } }
        let best = sums.sorted { $0.value > $1.value }.prefix(3).map { "\($0.key) \(text($0.value))" }
        #expect(report.answer("categories by their sums") == best.joined(separator: ", "))
        #expect(report.answer("months")?.hasPrefix("24, 2024-1 ") == true)
        let early = all.filter { $0.date < Date(timeIntervalSince1970: 1_735_689_600) }
        #expect(report.answer("entries of 2024 cleared") == "\(early.count)")
        #expect(report.answer("cleared entries that were changed by it") == "\(early.count)")
        let accounts = Dictionary(grouping: early, by: \.account).mapValues { $0.reduce(0) { $0 + $1.cents } }
        let richest = accounts.sorted { ($1.value, owners[$0.key]) < ($0.value, owners[$1.key]) }.prefix(3)
        #expect(
            report.answer("owners by SQL")
                == richest.map { "\(owners[$0.key]) \(text($0.value))" }.joined(separator: ", ")
        )
        #expect(report.answer("texts changed by SQL") == "100")
        let newest = all.sorted { ($1.date, $0.number) < ($0.date, $1.number) }
        #expect(
            report.answer("newest entries, a page") == newest.prefix(3).map { "\($0.number)" }.joined(separator: ", ")
        )
        #expect(
            report.answer("the next page, with accounts and no faults")
                == newest[50..<53].map { owners[$0.account] }.joined(separator: ", ")
        )
        let found = early.filter { entry in
            // The texts of the first entries are in capitals by then.
            let words = entry.text.lowercased().split(separator: " ")
            return words.contains("river") && words.contains { $0.hasPrefix("ston") }
        }
        #expect(report.answer("entries with two words")?.hasPrefix("\(found.count), ") == true)
        #expect(report.answer("entries fetched with their accounts") == "\(Self.count)")
        #expect(report.answer("an entry changed by JSON") == "from a client, 7, false")
        #expect(report.answer("an entry that is wrong in two ways") == "account, amount")
        #expect(report.answer("an entry with a number that is there") == "Entry.number constraint")
    }

    @Test func theTextsOfTheFirstEntriesAreLarge() throws {
        let (_, ledger) = try report()
        let (all, _, _) = entries(seed: 7)
        let context = ModelContext(ledger.container)
        let entries = try context.fetch(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.number)]))
        let texts = all.map { $0.number < 100 ? $0.text.uppercased() : $0.text }
        #expect(entries.map(\.text) == ["from a client"] + texts.dropFirst())
        #expect(entries.map(\.amount) == all.map { Decimal($0.cents) / 100 })
    }

    @Test(arguments: ["ledger", "postgresql:/ledger", "secret://anna:secret@db"])
    func whatIsNoAddressOfAServerIsRefused(address: String) {
        let error = #expect(throws: LedgerError.notAnAddress) { _ = try Ledger(.postgres(address)) }
        #expect(error?.description.contains("secret") == false)
    }

    #if PostgreSQL
        @Test(arguments: ["", "a b", "a#b"])
        func anotherThingThanANameIsNoSchema(name: String) {
            #expect(throws: LedgerError.notAnAddress) { _ = try Ledger(.postgres("postgresql:///ledger#" + name)) }
        }
    #else
        @Test func withoutTheTraitAServerIsRefused() {
            #expect(throws: LedgerError.builtWithoutPostgres) { _ = try Ledger(.postgres("postgresql:///ledger")) }
        }
    #endif

    @Test func anEmptyLedgerIsToldFromOthers() throws {
        let ledger = try Ledger(.memory)
        try ledger.checkIsEmpty()
        try ledger.fill(count: 1, seed: 7)
        #expect(throws: LedgerError.notEmpty) { try ledger.checkIsEmpty() }
    }

    @Test func metricsAreThoseOfTheOperations() throws {
        let (_, ledger) = try report()
        let metrics = TestMetrics()
        ledger.container.setInstrument(MetricsInstrument(factory: metrics))
        let context = ModelContext(ledger.container)
        var descriptor = FetchDescriptor<Entry>()
        descriptor.fetchLimit = 10
        _ = try context.fetch(descriptor)
        _ = try context.fetch(descriptor)
        let dimensions = [("operation", "fetch"), ("entity", "Entry")]
        #expect(try metrics.expectTimer("swiftdata.duration", dimensions).values.count == 2)
        #expect(try metrics.expectCounter("swiftdata.rows", dimensions).totalValue == 20)
        #expect(try metrics.expectCounter("swiftdata.statements", dimensions).totalValue == 2)
    }

    @Test func spansAreThoseOfTheOperations() throws {
        let (_, ledger) = try report()
        let tracer = InMemoryTracer()
        InstrumentationSystem.bootstrap(tracer)
        ledger.container.setInstrument(TracingInstrument())
        let context = ModelContext(ledger.container)
        _ = try context.fetchCount(FetchDescriptor<Entry>())
        let spans = tracer.finishedSpans.filter { $0.operationName == "SwiftData.count" }
        let span = try #require(spans.first)
        #expect(spans.count == 1)
        #expect(span.attributes.get("db.collection.name") == .string("Entry"))
        #expect(span.attributes.get("db.response.returned_rows") == .int64(Int64(Self.count)))
    }
}
