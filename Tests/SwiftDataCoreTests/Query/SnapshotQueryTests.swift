import Foundation
import SwiftDataCore
import TestSupport
import Testing

/// Fetches on the rows of a custom store.
struct SnapshotQueryTests {
    private let rows: [DefaultSnapshot]
    private let related: [PersistentIdentifier: DefaultSnapshot]
    private let voyages: [Voyage]

    init() {
        voyages = Fleet().voyages
        rows = voyages.map { DefaultSnapshot(of: $0) }
        let others =
            voyages.compactMap(\.captain).map { DefaultSnapshot(of: $0) }
            + voyages.flatMap(\.legs).map { DefaultSnapshot(of: $0) }
        related = Dictionary((rows + others).map { ($0.persistentIdentifier, $0) }) { first, _ in first }
    }

    private func identifiers(_ query: SnapshotQuery) throws -> [PersistentIdentifier] {
        try query.results(from: rows) { related[$0] }.map(\.persistentIdentifier)
    }

    @Test("Order, limit and offset apply after the condition")
    func pages() throws {
        var descriptor = FetchDescriptor<Voyage>(predicate: #Predicate { $0.days > 0 })
        descriptor.sortBy = [SortDescriptor(\.days, order: .reverse)]
        descriptor.fetchLimit = 3
        descriptor.fetchOffset = 2
        let expected = voyages.filter { $0.days > 0 }.sorted { $0.days > $1.days }.dropFirst(2).prefix(3)
        #expect(try identifiers(SnapshotQuery(descriptor)) == expected.map(\.persistentModelID))
        descriptor.fetchOffset = .max
        descriptor.fetchLimit = .max
        #expect(try identifiers(SnapshotQuery(descriptor)) == [])
        descriptor.fetchOffset = .min
        descriptor.fetchLimit = -1
        #expect(try identifiers(SnapshotQuery(descriptor)) == [])
    }

    @Test("What depends on models is left to the context")
    func computed() throws {
        let query = try SnapshotQuery(FetchDescriptor<Voyage>(predicate: #Predicate { $0.title == "Café!" }))
        #expect(throws: DataStoreError.preferInMemoryFilter) { try query.results(from: rows) }
    }

    @Test("An error of the store is not a row that does not match")
    func errors() throws {
        struct Broken: Error {}
        let query = try SnapshotQuery(FetchDescriptor<Voyage>(predicate: #Predicate { $0.captain?.name == "Ada" }))
        #expect(throws: Broken.self) { try query.results(from: rows) { _ in throw Broken() } }
    }
}
