import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import Testing

/// Uniqueness constraints and indices come and go.
struct ConstraintMigrationTests {
    enum Plain {
        @Model class Item {
            var code: String
            var amount: Int?
            var price: Int
            init(code: String, amount: Int?, price: Int = 0) {
                self.code = code
                self.amount = amount
                self.price = price
            }
        }
    }
    enum Constrained {
        @Model class Item {
            #Unique<Item>([\.code, \.amount])
            #Index<Item>([\.price])
            var code: String
            var amount: Int?
            var price: Int
            init(code: String, amount: Int?, price: Int = 0) {
                self.code = code
                self.amount = amount
                self.price = price
            }
        }
    }
    enum Defaulted {
        @Model class Item {
            @Attribute(.unique) var amount: Int = 0
            init(amount: Int) { self.amount = amount }
        }
    }

    private func filled(_ items: [(String, Int?)]) throws -> MigratedStore {
        let store = try MigratedStore()
        try store.open([Plain.Item.self]) { context in
            for (code, amount) in items {
                context.insert(Plain.Item(code: code, amount: amount))
                try context.save()
            }
        }
        return store
    }

    @Test func constraintsAndIndicesAreAddedAndRemoved() throws {
        let store = try filled([("a", 1), ("a", 2), ("b", nil), ("b", nil)])
        let migration = try store.migrate(to: [Constrained.Item.self])
        #expect(
            migration.steps.map(\.description) == [
                "unique constraint on Item (code, amount): added", "index on Item (price): added",
            ]
        )
        try store.expectFresh([Constrained.Item.self])
        try store.migrate(to: [Plain.Item.self])
        try store.expectFresh([Plain.Item.self])
        #expect(try store.sql("SELECT count(*) FROM ZITEM") == "4")
    }

    @Test func duplicatesAreListedByIdentifierAndNotByValue() throws {
        let store = try filled([("secret", 1), ("x", 1), ("secret", 1), ("y", 7), ("y", 7), ("secret", 1)])
        let before = try store.sql(".dump")
        let error = try #require(throws: StoreError.self) { try store.migrate(to: [Constrained.Item.self]) }
        #expect(error.code == .migration)
        #expect(error.entityName == "Item" && error.propertyName == "code, amount")
        #expect(error.message.contains("5 rows have duplicates: Item/p1 = Item/p3 = Item/p6; Item/p4 = Item/p5"))
        #expect(!error.debugDescription.contains("secret"))
        #expect(try store.sql(".dump") == before)
    }

    @Test func aDefaultThatManyRowsGetMakesThemDuplicates() throws {
        let store = try filled([("a", nil), ("b", nil), ("c", 3)])
        let error = try #require(throws: StoreError.self) { try store.migrate(to: [Defaulted.Item.self]) }
        #expect(error.message.contains("2 rows have duplicates: Item/p1 = Item/p2."))
        let single = try filled([("a", nil), ("c", 3)])
        try single.migrate(to: [Defaulted.Item.self])
        #expect(try single.rows("SELECT ZAMOUNT FROM ZITEM ORDER BY Z_PK") == ["0", "3"])
        try single.expectFresh([Defaulted.Item.self])
    }
}
