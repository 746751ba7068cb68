import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

@Model
final class Barge {
    var name: String
    var length: Int
    var price: Decimal
    /// A word of SQL.
    var order: Int

    init(_ name: String, length: Int, price: Decimal, order: Int) {
        self.name = name
        self.length = length
        self.price = price
        self.order = order
    }
}

/// Orders, by a database that has no collation of ours.
struct PlainSortTests {
    private static let barges = [
        ("Zoé", 3, "10", 1), ("Zoe\u{301}", 3, "9.5", 2), ("anna", 7, "-1", 3), ("Anna", 7, "100", 4),
        ("", 1, "0", 5), ("zz", 2, "0.5", 6),
    ]

    @Test(
        "An order that the database does not have comes from memory, and the page with it",
        arguments: [
            ([SortDescriptor(\Barge.name), SortDescriptor(\Barge.order)], true),
            ([SortDescriptor(\Barge.length), SortDescriptor(\Barge.name, order: .reverse)], true),
            ([SortDescriptor(\Barge.price, order: .reverse)], true),
            ([SortDescriptor(\Barge.length), SortDescriptor(\Barge.order, order: .reverse)], false),
        ]
    )
    func pages(_ descriptors: [SortDescriptor<Barge>], _ isSortedInMemory: Bool) throws {
        let container = try ModelContainer(
            for: Schema([Barge.self]),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        let context = ModelContext(container)
        let barges = try Self.barges.map { name, length, price, order in
            Barge(name, length: length, price: try #require(Decimal(string: price)), order: order)
        }
        for barge in barges { context.insert(barge) }
        try context.save()
        let store = try #require((container.core.stores.first as? TrustedStore<DefaultStore>)?.store)
        let request = PlainRequest(
            database: try PlainDatabase(store),
            dialect: PlainDialect(),
            store: store.identifier,
            entity: Schema.entityName(for: Barge.self)
        )
        let keys = try descriptors.map { try QuerySort($0) }
        let expected = QueryOrder(keys).sort(barges) { ModelRow($0) }.compactMap(\.persistentModelID.row)
        let page = try request.page(barges, by: keys, limit: 3, offset: 1)
        #expect(page.keys == Array(expected[1..<4]))
        #expect(page.isSortedInMemory == isSortedInMemory)
    }
}
