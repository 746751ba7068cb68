import SwiftData
import SwiftDataCore
import Testing

/// The order that the store gives, against the order in memory.
struct StoreSortTests {
    @Test(
        "The store sorts as memory does",
        arguments: [
            [SortDescriptor(\Voyage.name)],
            [SortDescriptor(\Voyage.name, order: .reverse)],
            [SortDescriptor(\Voyage.name, comparator: .lexical)],
            [SortDescriptor(\Voyage.name, comparator: .localized)],
            [SortDescriptor(\Voyage.note, order: .reverse), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.price), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.price, order: .reverse), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.speed), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.tons, order: .reverse)],
            [SortDescriptor(\Voyage.isOpen), SortDescriptor(\Voyage.isPaid), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.grade, order: .reverse), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.captain?.name), SortDescriptor(\Voyage.days, order: .reverse)],
            [SortDescriptor(\Voyage.captain?.isRetired), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.from.city), SortDescriptor(\Voyage.to?.pier), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.code)],
            [SortDescriptor(\Voyage.end), SortDescriptor(\Voyage.start)],
        ]
    )
    func agreesWithMemory(_ descriptors: [SortDescriptor<Voyage>]) throws {
        let container = try ModelContainer(
            for: Schema(Fleet.types),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        let context = ModelContext(container)
        let fleet = Fleet()
        for voyage in fleet.voyages { context.insert(voyage) }
        try context.save()
        let order = QueryOrder(try descriptors.map { try QuerySort($0) })
        let expected = order.sort(fleet.voyages) { ModelRow($0) }.map(\.days)
        #expect(try context.fetch(FetchDescriptor(sortBy: descriptors)).map(\.days) == expected)
        var page = FetchDescriptor(sortBy: descriptors)
        page.fetchOffset = 3
        page.fetchLimit = 4
        #expect(try context.fetch(page).map(\.days) == Array(expected[3..<7]))
    }
}
