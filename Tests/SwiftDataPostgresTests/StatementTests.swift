#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import SwiftDataQueries
import Testing

@Model final class Harbour {
    @Attribute(.unique) var name: String
    var depth: Double
    var opened: Date?
    @Relationship(deleteRule: .cascade, inverse: \Berth.harbour) var berths: [Berth] = []

    init(name: String, depth: Double = 5) {
        (self.name, self.depth) = (name, depth)
    }
}

@Model final class Berth {
    var number: Int
    @Attribute(.preserveValueOnDeletion) var length: Int
    var harbour: Harbour?
    @Relationship(deleteRule: .nullify, inverse: \Yacht.berth) var yachts: [Yacht] = []

    init(number: Int, length: Int = 10) {
        (self.number, self.length) = (number, length)
    }
}

@Model final class Yacht {
    var name: String
    var berth: Berth?

    init(name: String) { self.name = name }
}

/// SQL of the program, and changes of many rows by statements.
@Suite struct StatementTests {
    private let namespace: TemporaryNamespace
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        namespace = try TemporaryNamespace()
        container = try ModelContainer(
            for: Harbour.self,
            Berth.self,
            Yacht.self,
            configurations: namespace.configuration()
        )
        context = ModelContext(container)
        for (name, depth) in [("Ystad", 7.5), ("Rostock", 14), ("Visby", 4)] {
            let harbour = Harbour(name: name, depth: depth)
            context.insert(harbour)
            for number in 1...3 {
                let berth = Berth(number: number, length: number * 10)
                context.insert(berth)
                berth.harbour = harbour
                let yacht = Yacht(name: "\(name) \(number)")
                context.insert(yacht)
                yacht.berth = berth
            }
        }
        try context.save()
    }

    @Test func aStatementReads() throws {
        let least = 5
        let rows = try context.sql(
            "SELECT \(\Harbour.name), \(\Harbour.depth) FROM \(Harbour.self) WHERE \(\Harbour.depth) > \(least) ORDER BY 1",
            as: (String, Double).self
        )
        #expect(rows.map(\.0) == ["Rostock", "Ystad"] && rows.map(\.1) == [14, 7.5])
        let sums = try context.sql(
            "SELECT count(*), sum(\(\Berth.length)) FROM \(Berth.self) WHERE \(\Berth.number) IN \([1, 3])",
            as: (Int, Int).self
        )
        #expect(sums.map(\.0) == [6] && sums.map(\.1) == [120])
        let deepest = try context.sql(
            "SELECT \(key: Harbour.self) FROM \(Harbour.self) ORDER BY \(\Harbour.depth) DESC LIMIT 1",
            as: Harbour.self
        )
        #expect(deepest.map(\.name) == ["Rostock"])
    }

    @Test func truthValuesAreThoseOfTheServer() throws {
        let rows = try context.sql(
            """
            SELECT \(\Harbour.name), \(\Harbour.depth) > 5 FROM \(Harbour.self) \
            WHERE (\(\Harbour.depth) > 5) = \(true) AND (\(\Harbour.depth) > 10) IN \([false]) ORDER BY 1
            """,
            as: (String, Bool).self
        )
        #expect(rows.map(\.0) == ["Ystad"] && rows.map(\.1) == [true])
    }

    @Test func aReadingStatementWritesNothing() throws {
        #expect(throws: ModelSQLError.self) {
            try context.sql("DELETE FROM \(Yacht.self) RETURNING \(\Yacht.name)", as: String.self)
        }
        #expect(throws: ModelSQLError.self) {
            try context.sql("SELECT \(\Yacht.name) FROM \(Yacht.self); DELETE FROM yacht", as: String.self)
        }
        #expect(try namespace.psql("SELECT count(*) FROM yacht") == "9")
    }

    @Test func aStatementWritesThroughTheContext() throws {
        try context.transaction(isolated: true) {
            try context.execute(
                "UPDATE \(Harbour.self) SET \(\Harbour.depth) = \(\Harbour.depth) * 2 WHERE \(\Harbour.depth) < \(8.0)"
            )
        }
        #expect(try namespace.psql("SELECT name, depth FROM harbour ORDER BY 1") == "Rostock|14\nVisby|8\nYstad|15")
        try context.execute("INSERT INTO \(Yacht.self) (\(\Yacht.name)) VALUES (\("New"))")
        #expect(context.insertedModelsArray.count == 1)
        try context.save()
        try context.execute("DELETE FROM \(Yacht.self) WHERE \(\Yacht.name) LIKE 'Visby%'")
        #expect(context.deletedModelsArray.count == 3)
        try context.save()
        #expect(try namespace.psql("SELECT count(*), count(*) FILTER (WHERE name = 'New') FROM yacht") == "7|1")
        let last = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
        #expect(last.changes.filter { if case .delete = $0 { true } else { false } }.count == 3)
    }

    @Test func aRelationshipToNoRowIsRefused() throws {
        #expect(throws: (any Error).self) {
            try context.execute("UPDATE \(Yacht.self) SET \(\Yacht.berth) = 999999")
        }
        #expect(try namespace.psql("SELECT count(*) FROM yacht WHERE berth_pk = 999999") == "0")
    }

    @Test func aDeletionByPredicateFollowsTheRules() throws {
        let visby = try #require(
            try context.fetch(FetchDescriptor<Harbour>(predicate: #Predicate { $0.name == "Visby" })).first
        )
        let berths = visby.berths.count
        #expect(berths == 3)
        try context.delete(model: Harbour.self, where: #Predicate { $0.depth < 5 })
        try context.save()
        #expect(try namespace.psql("SELECT count(*) FROM harbour") == "2")
        #expect(try namespace.psql("SELECT count(*) FROM berth") == "6")
        #expect(try namespace.psql("SELECT count(*), count(berth_pk) FROM yacht") == "9|6")
        let last = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
        let deleted = last.changes.compactMap { change -> (any HistoryDelete)? in
            if case .delete(let deletion) = change { deletion } else { nil }
        }
        #expect(deleted.count == 4 && last.changes.count == 7)
        #expect(
            deleted.compactMap { ($0 as? DefaultHistoryDelete<Berth>)?.tombstone[\.length] as? Int }.sorted() == [
                10, 20, 30,
            ]
        )
        #expect(try context.fetchCount(FetchDescriptor<Berth>()) == 6)
    }

    @Test func anUpdateByPredicateIsOneStatement() throws {
        let statements = Locked<[String]>([])
        let store = try #require(container.core.stores.first?.object as? PostgresStore)
        store.statementObserver = { sql in statements.withLock { $0.append(sql) } }
        let shown = try #require(
            try context.fetch(FetchDescriptor<Harbour>(predicate: #Predicate { $0.name == "Ystad" })).first
        )
        let count = try context.update(Harbour.self, where: #Predicate { $0.depth > 5 }) { update in
            update.set(\.depth, to: 3)
        }
        #expect(count == 2)
        #expect(shown.depth == 3)
        #expect(statements.withLock { $0.filter { $0.hasPrefix("UPDATE \"harbour\"") }.count } == 1)
        #expect(try namespace.psql("SELECT depth, row_version FROM harbour ORDER BY name") == "3|2\n4|1\n3|2")
    }
}
#endif
