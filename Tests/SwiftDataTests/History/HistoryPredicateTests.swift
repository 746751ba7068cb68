import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// A predicate for the history chooses what Foundation chooses of all transactions.
@Suite struct HistoryPredicateTests {
    private let folder: TemporaryFolder
    private let context: ModelContext
    private let all: [DefaultHistoryTransaction]

    /// A history with authors that are equal by canonical equivalence only, a clock that went backwards, names outside
    /// of the table for names, and transactions without a time.
    init() throws {
        folder = try TemporaryFolder()
        context = ModelContext(try folder.container(for: Expedition.self, Camp.self))
        let authors: [String?] = [nil, "widget", "caf\u{E9}", "cafe\u{301}", "", "K", "\u{212A}"]
        let expedition = Expedition("base")
        context.insert(expedition)
        for number in 0..<60 {
            context.author = authors[number % authors.count]
            if number % 3 == 1 { expedition.height = number } else { context.insert(Camp(number, of: expedition)) }
            if number == 30, let camp = expedition.camps.first { context.delete(camp) }
            try context.save()
        }
        for statement in [
            "UPDATE ATRANSACTION SET ZTIMESTAMP = 1000 + Z_PK % 7",
            "UPDATE ATRANSACTION SET ZTIMESTAMP = NULL WHERE Z_PK % 20 = 5",
            "UPDATE ATRANSACTION SET ZAUTHORTS = NULL, ZAUTHOR = 'Widget' WHERE Z_PK % 10 = 3",
            "UPDATE ATRANSACTION SET ZPROCESSIDTS = NULL, ZPROCESSID = 'old' WHERE Z_PK % 10 = 4",
            "UPDATE ATRANSACTION SET ZBUNDLEIDTS = 99, ZBUNDLEID = 'org.old' WHERE Z_PK % 10 = 5",
        ] {
            _ = try folder.sqlite3(statement)
        }
        all = try context.fetchHistory(described())
    }

    @Test func theHistoryIsWhatTheTestWants() {
        #expect(all.count == 60)
        #expect(Set(all.map(\.author)) == [nil, "widget", "caf\u{E9}", "", "K", "Widget"])
        #expect(all.contains { $0.processIdentifier == "old" })
        #expect(all.contains { $0.bundleIdentifier == "org.old" })
        #expect(all.contains { $0.timestamp == .distantPast })
        #expect(zip(all, all.dropFirst()).contains { $0.timestamp > $1.timestamp })
    }

    @Test(arguments: 0..<10)
    func randomPredicatesChooseAsFoundationDoes(seed: Int) throws {
        var random = HistoryDice(seed: seed, all)
        for _ in 0..<60 {
            let predicate = random.predicate()
            var descriptor = described(predicate, sortBy: random.order())
            descriptor.fetchLimit = random.pick([0, 0, 1, 5, 100])
            let expected = try DefaultHistoryToken.inHistory(of: all[0].storeIdentifier) {
                try descriptor.selection(from: all)
            }
            // A container refuses tokens of stores that it does not have.
            let found = try #require(try context.container.core.stores[0].fetchHistory(descriptor))
            #expect(found == expected, "\(predicate) \(descriptor.sortBy) \(descriptor.fetchLimit)")
            #expect(found.map(\.changes.count) == expected.map(\.changes.count))
        }
    }

    /// SQLite's parser refuses what is nested too deeply.
    @Test(arguments: [(300, false), (8, true), (60, true)])
    func largePredicatesChooseAsFoundationDoes(count: Int, isNested: Bool) throws {
        for seed in 0..<5 {
            var random = HistoryDice(seed: seed + 100, all)
            let descriptor = described(random.large(count, isNested: isNested))
            let expected = try DefaultHistoryToken.inHistory(of: all[0].storeIdentifier) {
                try descriptor.selection(from: all)
            }
            let found = try #require(try context.container.core.stores[0].fetchHistory(descriptor))
            #expect(found == expected)
        }
    }

    /// Predicates that the macro makes, with constants on either side, optionals, and operations that SQL does not
    /// have.
    @Test func predicatesOfTheMacroChooseAsFoundationDoes() throws {
        let token = all[40].token
        let author = "widget"
        let maybe: String? = nil
        let model = try #require(all[12].changes.first?.changedPersistentIdentifier)
        let date = Date(timeIntervalSinceReferenceDate: 1_003)
        let numbers: [Int64] = [3, 5, 90]
        let predicates: [Predicate<DefaultHistoryTransaction>] = [
            #Predicate { transaction in (transaction.token > token) && (transaction.author == author) },
            #Predicate { $0.author == maybe },
            #Predicate { $0.author != maybe && $0.author != "widget" },
            #Predicate { $0.author != author },
            #Predicate { $0.timestamp >= date && $0.timestamp < date },
            #Predicate { !($0.timestamp < date) },
            #Predicate { $0.changes.contains { $0.changedPersistentIdentifier == model } },
            #Predicate { !$0.changes.contains { change in change.changedPersistentIdentifier == model } },
            #Predicate { $0.changes.isEmpty || $0.changes.count > 1 },
            #Predicate { numbers.contains($0.transactionIdentifier) },
            #Predicate { ($0.author ?? "none").contains("a") },
            #Predicate { $0.processIdentifier == "old" || $0.bundleIdentifier == "org.old" },
            #Predicate { $0.token.id > 55 },
            #Predicate { token >= $0.token && !($0.token == token) },
            #Predicate { _ in false },
        ]
        for predicate in predicates {
            let expected = try all.filter { try predicate.evaluate($0) }
            #expect(try context.fetchHistory(described(predicate)) == expected, "\(predicate)")
        }
    }

    @Test func theMacroOfFoundationNarrowsAsWell() throws {
        let token = all[40].token
        let predicate = foundationPredicate(after: token, by: "widget")
        let expected = try all.filter { try predicate.evaluate($0) }
        #expect(!expected.isEmpty)
        #expect(try context.fetchHistory(described(predicate)) == expected)
        // Nothing of it is left to memory.
        #expect(!HistoryCondition(predicate).readsChanges)
        #expect(HistoryCondition(predicate).bounds.map(\.token) == [token])
    }
}
