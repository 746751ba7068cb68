import SwiftData
import Testing

/// A store with functions of its own for counts and identifiers, which knows nothing of offsets.
@Suite struct OwnCountTests {
    private func filled() throws -> ModelContext {
        let configuration = CountingConfiguration()
        let schema = Schema([Author.self, Book.self, Tag.self])
        let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        for number in 0..<15 { context.insert(Book(title: "\(number)", pages: number)) }
        try context.save()
        return ModelContext(context.container)
    }

    @Test func aPageIsRightWhereTheStoreLeavesOffsetsToTheContext() throws {
        let context = try filled()
        var descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages)])
        let all = try context.fetch(descriptor).map(\.persistentModelID)
        descriptor.fetchOffset = 10
        #expect(try context.fetchCount(descriptor) == 5)
        #expect(try context.fetchIdentifiers(descriptor) == Array(all[10...]))
        descriptor.fetchOffset = 4
        descriptor.fetchLimit = 3
        #expect(try context.fetchCount(descriptor) == 3)
        #expect(try context.fetchIdentifiers(descriptor) == Array(all[4..<7]))
        descriptor.fetchOffset = 20
        #expect(try context.fetchCount(descriptor) == 0)
        #expect(try context.fetchIdentifiers(descriptor).isEmpty)
    }

    @Test func faultsAreFetchedWhereTheStoreKeepsNoRowsAtHand() throws {
        let context = try filled()
        let identifier = try #require(
            try context.fetchIdentifiers(FetchDescriptor<Book>(predicate: #Predicate { $0.pages == 7 })).first
        )
        let book = try #require(ModelContext(context.container).model(for: identifier) as? Book)
        #expect(book.title == "7")
        #expect(book.tags.isEmpty)
    }
}

private final class CountingStore: DataStore, DataStoreQuerying, @unchecked Sendable {
    // Tests use it from one thread.
    typealias Configuration = CountingConfiguration
    typealias Snapshot = DefaultSnapshot

    let configuration: CountingConfiguration
    let schema: Schema
    let identifier = "counting"
    let queryParts: DataStoreQueryParts = [.filter, .sort]
    private var table = SnapshotTable()
    private var lastKey = 0

    init(_ configuration: CountingConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        guard let schema = configuration.schema else { throw SwiftDataError.loadIssueModelContainer }
        self.configuration = configuration
        self.schema = schema
    }

    private func nextKey() -> Int {
        lastKey += 1
        return lastKey
    }

    private func rows<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> [DefaultSnapshot] {
        #expect(request.descriptor.fetchOffset == nil)
        let asked = try SnapshotQuery(request.descriptor)
        return try SnapshotQuery(filter: asked.filter, order: asked.order).results(from: table.snapshots(of: T.self))
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot>
    where T: PersistentModel {
        DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: try rows(request))
    }

    /// Knows of no limit either.
    func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
        try rows(request).count
    }

    func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
    where T: PersistentModel {
        try rows(request).prefix(request.descriptor.fetchLimit ?? .max).map(\.persistentIdentifier)
    }

    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        throw DataStoreError.unsupportedFeature
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        var table = table
        let remapped = try table.apply(request) { row in
            let entity = row.persistentIdentifier.entityName
            return try .identifier(for: identifier, entityName: entity, primaryKey: nextKey())
        }
        self.table = table
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }
}

private struct CountingConfiguration: DataStoreConfiguration {
    typealias Store = CountingStore

    var name = "counting"
    var schema: Schema?

    static func == (lhs: Self, rhs: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
