import SwiftData
import Testing

/// The questions that a store is asked: the context does not repeat the store's part, and does the rest itself.
@Suite struct QueryPartTests {
    /// Five pages and a person in a store, and a context that has read none of them.
    private func filled(_ parts: DataStoreQueryParts?) throws -> (ModelContext, PartialConfiguration.Shelf) {
        var configuration = PartialConfiguration()
        configuration.parts = parts
        let schema = Schema([Page.self, Person.self])
        let context = ModelContext(
            parts == nil
                ? try ModelContainer(for: schema, configurations: [PartialConfiguration.Plain(configuration)])
                : try ModelContainer(for: schema, configurations: [configuration])
        )
        for number in [4, 2, 5, 1, 3] { context.insert(Page(number: number)) }
        context.insert(Person(name: "p"))
        try context.save()
        configuration.shelf.asked = []
        return (ModelContext(context.container), configuration.shelf)
    }

    private static let page: FetchDescriptor<Page> = {
        var page = FetchDescriptor<Page>(
            predicate: #Predicate { $0.number != 3 },
            sortBy: [SortDescriptor(\.number)]
        )
        page.fetchOffset = 1
        page.fetchLimit = 2
        return page
    }()

    @Test(
        arguments: [
            ([.filter, .sort, .page], "filter sort limit 2 offset 1"), ([.filter, .sort], "filter sort limit 3"),
            ([.filter], "filter"), ([.sort, .page], "sort"), ([], "everything"), (nil, "filter sort limit 3"),
        ] as [(DataStoreQueryParts?, String)]
    )
    func aStoreIsAskedOnceForWhatItDoes(parts: DataStoreQueryParts?, asked: String) throws {
        let (context, shelf) = try filled(parts)
        #expect(try context.fetch(Self.page).map(\.number) == [2, 4])
        #expect(shelf.asked == [asked])
        #expect(try context.fetchCount(Self.page) == 2)
        #expect(try context.fetchIdentifiers(Self.page) == context.fetch(Self.page).map(\.persistentModelID))
        var seen: [Int] = []
        try context.enumerate(Self.page, batchSize: 1) { seen.append($0.number) }
        #expect(seen == [2, 4])
    }

    @Test(arguments: [nil, [], [.filter, .sort, .page]] as [DataStoreQueryParts?])
    func anOffsetWithoutLimitOrOrderIsRight(parts: DataStoreQueryParts?) throws {
        let (context, shelf) = try filled(parts)
        var descriptor = FetchDescriptor<Page>()
        descriptor.fetchOffset = 3
        #expect(try context.fetch(descriptor).map(\.number) == [1, 3])
        #expect(shelf.asked.count == 1)
        descriptor.fetchOffset = 1
        descriptor.fetchLimit = Int.max
        #expect(try context.fetch(descriptor).map(\.number) == [2, 5, 1, 3])
        #expect(try context.fetchCount(descriptor) == 4)
    }

    @Test func rowsBeyondTheLimitOfAStoreThatPagesAreAnError() throws {
        let (context, shelf) = try filled([.page])
        shelf.ignoresPages = true
        var descriptor = FetchDescriptor<Page>()
        descriptor.fetchLimit = 2
        let error = #expect(throws: StoreError.self) { try context.fetch(descriptor) }
        #expect(error?.code == .misbehavingStore && error?.entityName == "Page")
    }

    @Test func aBatchDeletionFallsBackToFetching() throws {
        let (context, _) = try filled([])
        try context.delete(model: Page.self, where: #Predicate { $0.number > 2 })
        #expect(try Set(context.all(Page.self).map(\.number)) == [1, 2])
        #expect(try context.fetchCount(FetchDescriptor<Person>()) == 1)
    }
}

/// A store in memory that does some parts of a fetch, and notes what it is asked.
class PartialStoreBase: @unchecked Sendable {
    // Tests use it from one thread.
    let shelf: PartialConfiguration.Shelf
    let schema: Schema
    let identifier = "partial"

    init(_ shelf: PartialConfiguration.Shelf, _ schema: Schema?) throws {
        guard let schema else { throw SwiftDataError.loadIssueModelContainer }
        self.shelf = shelf
        self.schema = schema
    }

    func fetch<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
        let descriptor = request.descriptor
        var words: [String] = []
        if descriptor.predicate != nil { words.append("filter") }
        if !descriptor.sortBy.isEmpty { words.append("sort") }
        if let limit = descriptor.fetchLimit { words.append("limit \(limit)") }
        if let offset = descriptor.fetchOffset { words.append("offset \(offset)") }
        shelf.asked.append(words.isEmpty ? "everything" : words.joined(separator: " "))
        let query = try SnapshotQuery(descriptor)
        var rows = try SnapshotQuery(filter: query.filter, order: query.order)
            .results(from: shelf.table.snapshots(of: T.self))
        if !shelf.ignoresPages {
            rows = Array(rows.dropFirst(query.offset).prefix(query.limit ?? rows.count))
        }
        return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: rows)
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        let remapped = try shelf.table.apply(request) { row in
            shelf.lastKey += 1
            return try .identifier(
                for: identifier,
                entityName: row.persistentIdentifier.entityName,
                primaryKey: shelf.lastKey
            )
        }
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }
}

final class PartialStore: PartialStoreBase, DataStoreQuerying, @unchecked Sendable {
    typealias Snapshot = DefaultSnapshot
    let configuration: PartialConfiguration
    var queryParts: DataStoreQueryParts { configuration.parts ?? [] }

    required init(_ configuration: PartialConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        try super.init(configuration.shelf, configuration.schema)
    }
}

/// As `PartialStore`; it says nothing of itself.
final class SilentStore: PartialStoreBase, DataStore, @unchecked Sendable {
    typealias Snapshot = DefaultSnapshot
    let configuration: PartialConfiguration.Plain

    required init(
        _ configuration: PartialConfiguration.Plain,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws {
        self.configuration = configuration
        try super.init(configuration.shelf, configuration.schema)
    }
}

struct PartialConfiguration: DataStoreConfiguration {
    typealias Store = PartialStore

    var name = "partial"
    var schema: Schema?
    var parts: DataStoreQueryParts?
    let shelf = Shelf()

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.shelf === rhs.shelf }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shelf)) }

    final class Shelf: @unchecked Sendable {
        var table = SnapshotTable()
        var lastKey = 0
        var asked: [String] = []
        var ignoresPages = false
    }

    struct Plain: DataStoreConfiguration {
        typealias Store = SilentStore

        var name = "silent"
        var schema: Schema?
        let shelf: Shelf

        init(_ other: PartialConfiguration) { shelf = other.shelf }

        static func == (lhs: Self, rhs: Self) -> Bool { lhs.shelf === rhs.shelf }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shelf)) }
    }
}
