#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// One fetch: the statement that finds its rows on the server, and the work that remains to be done in memory.
struct ServerFetch {
    let store: PostgresStore
    let entity: PostgresEntity
    private let query: QueryNode?
    private let sort: [QuerySort]
    private let limit: Int?
    private let offset: Int?
    /// The properties to read at once; nil for all.
    private let slots: Set<Int>?
    /// The relationships whose other sides are prefetched.
    let prefetchedSlots: [Int]

    /// - Throws: ``SwiftDataError/unsupportedSortDescriptor`` for a key that is not stored.
    init<T: PersistentModel>(_ request: DataStoreFetchRequest<T>, _ store: PostgresStore) throws {
        let descriptor = request.descriptor
        self.store = store
        entity = try store.model.entity(of: ModelLayout.of(T.self))
        query = descriptor.query?.meeting(store.model.choices.dates)
        sort = try descriptor.sortKeys()
        limit = descriptor.fetchLimit.map { max($0, 0) }
        offset = descriptor.fetchOffset.flatMap { $0 > 0 ? $0 : nil }
        let layout = entity.layout
        let wanted = descriptor.propertiesToFetch.compactMap { layout.slot(for: $0) }
        slots = wanted.isEmpty ? nil : Set(wanted)
        prefetchedSlots = descriptor.relationshipKeyPathsForPrefetching.compactMap { layout.slot(for: $0) }
    }

    func rows() throws -> RowBatch {
        let statement = try statement(.rows(slots: slots))
        return statement.needsPaging ? try remaining() : try read(statement)
    }

    func count() throws -> Int {
        let statement = try statement(.count)
        guard !statement.needsPaging else { return try remaining().count }
        return try answer(statement) { Int($0.integer(0, 0) ?? 0) } ?? unconditional().count
    }

    func identifierList() throws -> IdentifierList {
        let statement = try statement(.identifiers)
        guard !statement.needsPaging else { return try remaining().identifiers }
        let list = try answer(statement) { try RowDecoder($0, of: entity, in: store.model).identifierList() }
        return try list ?? unconditional().identifiers
    }

    private func statement(_ columns: SelectStatement.Columns, keys: [Int64]? = nil) throws -> SelectStatement {
        try SelectStatement(
            layout: store.model.layout,
            dialect: store.dialect,
            entity: entity.name,
            storeIdentifier: store.identifier,
            query: query,
            sort: sort,
            limit: limit,
            offset: offset,
            columns: columns,
            ordersByKey: true,
            keys: keys
        )
    }

    /// - Throws: ``DataStoreError/preferInMemoryFilter`` for a constant that no column can have, which memory can compare.
    private func serverStatement(_ statement: SelectStatement) throws -> PostgresStatement {
        do throws(PostgresValueFailure) {
            return try PostgresStatement(
                store.model.statement(statement.sql),
                statement.bindings,
                store.model.choices.dates
            )
        } catch {
            throw DataStoreError.preferInMemoryFilter
        }
    }

    private func read(_ statement: SelectStatement) throws -> RowBatch {
        try batch(statement) ?? unconditional()
    }

    private func batch(_ statement: SelectStatement) throws -> RowBatch? {
        try answer(statement) { try RowDecoder($0, of: entity, in: store.model).batch() }
    }

    /// The rows that a search in the condition may find; nil where the condition has none, or there is no index.
    private func searched() throws -> RowBatch? {
        guard let query, let request = SearchRequest(query, of: entity.layout) else { return nil }
        return try store.rows(request) { keys, connection in
            let server = try serverStatement(try statement(.rows(), keys: keys))
            return try RowDecoder(connection.run(server), of: entity, in: store.model).batch()
        }
    }

    /// The answer of the server; nil where it refuses the statement. A predicate never fails at run time.
    private func answer<Result>(
        _ statement: SelectStatement,
        _ read: (PostgresResult) throws -> Result
    ) throws -> Result? {
        let server = try serverStatement(statement)
        return try store.reading { connection in
            let result: PostgresResult
            do {
                result = try connection.run(server)
            } catch let failure as PostgresFailure where failure.isRefusal && decides {
                store.noteRefusal(of: "a condition", entity.name, failure, server.sql)
                return nil
            }
            return try read(result)
        }
    }

    /// True if the server is asked for more than all rows.
    private var decides: Bool { query != nil || !sort.isEmpty }

    /// Reads all rows, and filters, sorts and pages them in memory.
    private func unconditional() throws -> RowBatch {
        if query?.needsModels == true { throw DataStoreError.preferInMemoryFilter }
        let statement = try SelectStatement(
            layout: store.model.layout,
            dialect: PostgresDialect(store.model.choices),
            entity: entity.name,
            storeIdentifier: store.identifier,
            ordersByKey: true
        )
        let server = try serverStatement(statement)
        let all = try store.reading { try RowDecoder($0.run(server), of: entity, in: store.model).batch() }
        return try all.remaining(query, sort, limit: limit, offset: offset, in: store)
    }

    /// Filters, sorts and pages the rows where the server could not. The residual may need any property.
    private func remaining() throws -> RowBatch {
        let statement = try statement(.rows())
        if let reason = statement.residualReason {
            let kind = "A fetch of \(entity.name) filters in memory"
            log.limited(
                .notice,
                kind,
                "\(kind), because the server cannot evaluate a part of its predicate: \(reason)."
            )
        }
        if statement.residual?.needsModels == true { throw DataStoreError.preferInMemoryFilter }
        guard let rows = try searched() ?? batch(statement) else { return try unconditional() }
        return try rows.remaining(
            statement.residual,
            statement.residualSort,
            limit: limit,
            offset: offset,
            in: store
        )
    }
}
#endif
