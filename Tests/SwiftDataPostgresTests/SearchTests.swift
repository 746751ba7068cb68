#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import SwiftDataQueries
import Testing

/// Full-text search with an index on the server.
@Suite struct ServerSearchTests {
    let namespace: TemporaryNamespace

    init() throws { namespace = try TemporaryNamespace() }

    func context(_ change: (inout PostgresConfiguration) -> Void = { _ in }) throws -> ModelContext {
        var configuration = namespace.configuration()
        change(&configuration)
        let context = ModelContext(
            try ModelContainer(for: Placard.self, Herb.self, Fern.self, configurations: configuration)
        )
        context.autosaveEnabled = false
        return context
    }

    func store(_ context: ModelContext) throws -> PostgresStore {
        try #require(context.container.core.stores.first?.object as? PostgresStore)
    }

    func fill(_ context: ModelContext, _ numbers: Range<Int> = 0..<20) throws {
        for number in numbers {
            context.insert(Placard(number: number, title: number % 2 == 0 ? "even rose" : "odd tulip"))
        }
        try context.save()
    }

    func found(_ context: ModelContext, _ text: String, prefixes: Bool = false) throws -> [Int] {
        try context.search(Placard.self, text, matchesPrefixes: prefixes).map(\.model.number).sorted()
    }

    func all(_ context: ModelContext) throws -> [Placard] {
        try context.fetch(FetchDescriptor<Placard>(sortBy: [SortDescriptor(\.number)]))
    }

    /// Expects that a piece of work reads so many rows by the index; -1 for work that does not use it.
    func expectReads(
        _ context: ModelContext,
        _ expected: Int,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ work: () throws -> Void
    ) throws {
        let store = try store(context)
        let statements = Locked<[String]>([])
        store.statementObserver = { sql in statements.withLock { $0.append(sql) } }
        defer { store.statementObserver = nil }
        let before = store.searchedRowCount
        try work()
        let usesIndex = statements.withLock { $0.contains { $0.contains("::tsquery") } }
        #expect((usesIndex ? store.searchedRowCount - before : -1) == expected, sourceLocation: sourceLocation)
    }
}
#endif
