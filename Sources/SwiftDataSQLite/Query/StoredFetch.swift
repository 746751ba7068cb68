import SwiftDataCore
package import SwiftDataSQL

/// One fetch: the statement that finds its rows, and the work that remains to be done in memory.
struct StoredFetch {
    let store: DefaultStore
    let entity: StoreEntity
    let query: QueryNode?
    let keys: [QuerySort]
    private let limit: Int?
    private let offset: Int?
    /// The properties to read at once; nil for all.
    private let slots: Set<Int>?
    /// The relationships whose other sides are prefetched.
    private let prefetchedSlots: [Int]
    /// True if rows without a requested order come in the order of their keys.
    private let ordersByKey: Bool

    /// - Throws: ``SwiftDataError/unsupportedSortDescriptor`` for a key that is not stored.
    init<T: PersistentModel>(_ request: DataStoreFetchRequest<T>, store: DefaultStore) throws {
        let descriptor = request.descriptor
        let layout = try store.model.entity(of: T.self).layout
        let wanted = descriptor.propertiesToFetch.compactMap { layout.slot(for: $0) }
        self.init(
            try store.model.entity(of: T.self),
            store: store,
            query: descriptor.query,
            keys: try descriptor.sortKeys(),
            limit: descriptor.fetchLimit,
            offset: descriptor.fetchOffset,
            slots: wanted.isEmpty ? nil : Set(wanted),
            prefetchedSlots: descriptor.relationshipKeyPathsForPrefetching.compactMap { layout.slot(for: $0) }
        )
    }

    init(
        _ entity: StoreEntity,
        store: DefaultStore,
        query: QueryNode?,
        keys: [QuerySort],
        limit: Int?,
        offset: Int?,
        slots: Set<Int>? = nil,
        prefetchedSlots: [Int] = [],
        ordersByKey: Bool = false
    ) {
        self.ordersByKey = ordersByKey
        self.entity = entity
        self.store = store
        self.query = query
        self.keys = keys
        self.limit = limit.map { max($0, 0) }
        self.offset = offset.flatMap { $0 > 0 ? $0 : nil }
        self.slots = slots
        self.prefetchedSlots = prefetchedSlots
    }

    /// The rows and the prefetched rows.
    func rows() throws -> FetchedBatch {
        var statement = try statement(.rows(slots: slots))
        // The residual in memory may need any property.
        if statement.needsPaging { statement = try self.statement(.rows()) }
        guard statement.needsPaging else {
            return try store.retryingMissingFiles {
                try run(statement, .rows(slots: slots), isOnce: prefetchedSlots.isEmpty) { statement, runner in
                    var answer = FetchedBatch(rows: try read(statement, slots, runner))
                    try store.prefetch(prefetchedSlots, of: entity, for: &answer, runner)
                    return answer
                }
            }
        }
        let remaining = FetchedBatch(rows: try remaining(statement))
        guard !prefetchedSlots.isEmpty else { return remaining }
        return try store.retryingMissingFiles {
            try store.connection.read { runner in
                var answer = remaining
                try store.prefetch(prefetchedSlots, of: entity, for: &answer, runner)
                return answer
            }
        }
    }

    func count() throws -> Int {
        let statement = try statement(.count)
        guard !statement.needsPaging else { return try remaining(try self.statement(.rows())).count }
        return try run(statement, .count) { statement, runner in
            Int(try runner.integer(statement.sql) { try statement.bind(to: &$0) } ?? 0)
        }
    }

    func identifierList() throws -> IdentifierList {
        let statement = try statement(.identifiers)
        guard !statement.needsPaging else {
            return try remaining(try self.statement(.rows())).identifiers
        }
        return try run(statement, .identifiers) { statement, runner in
            let shape = try RowShape(columns: ["Z_PK", "Z_ENT"], of: entity, in: store.model)
            var found = CollectedKeys()
            try runner.query(statement.sql) {
                try statement.bind(to: &$0)
            } row: { row in
                let key = shape.key(of: row)
                guard let place = shape.place(of: row) else {
                    return try FailingDamage().leaveOut(key, of: shape.asked)
                }
                found.append(key, place: place)
            }
            return IdentifierList(
                spaces: shape.shapes.map(\.entity.space),
                keys: found.keys,
                places: found.places
            )
        }
    }

    func identifiers() throws -> [PersistentIdentifier] { Array(try identifierList()) }

    /// Runs the statement, or where the strings that it compares are all composed, one that an index can serve.
    func run<Result>(
        _ statement: SelectStatement,
        _ columns: SelectStatement.Columns,
        isOnce: Bool = true,
        _ body: (SelectStatement, SQLRunner) throws -> Result
    ) throws -> Result {
        if let search = query.flatMap({ SearchRequest($0, of: entity.layout) }) {
            // The index and the rows have to be of one state of the store.
            return try store.connection.read { runner in
                let keys = try store.keys(search, limit: Self.searchedKeyLimit, runner)
                return try body(keys == nil ? statement : try self.statement(columns, keys: keys), runner)
            }
        }
        guard statement.textColumns.isEmpty else {
            let composed = try self.statement(columns, composed: statement.textColumns)
            return try store.connection.read(composing: statement.textColumns) { runner, isComposed in
                try body(isComposed ? composed : statement, runner)
            }
        }
        return isOnce
            ? try store.connection.readOnce { try body(statement, $0) }
            : try store.connection.read { try body(statement, $0) }
    }

    func statement(
        _ columns: SelectStatement.Columns,
        composed: Set<TextColumn> = [],
        keys: [Int64]? = nil
    ) throws -> SelectStatement {
        try SelectStatement(
            layout: store.model.layout,
            dialect: SQLiteDialect(),
            entity: entity.name,
            storeIdentifier: store.identifier,
            query: query,
            sort: self.keys,
            limit: limit,
            offset: offset,
            columns: columns,
            composed: composed,
            ordersByKey: ordersByKey,
            keys: keys
        )
    }

    /// The number of keys of a search beyond which each row is tested instead.
    private static var searchedKeyLimit: Int { 20_000 }

    private func read(
        _ statement: SelectStatement,
        _ slots: Set<Int>?,
        _ runner: SQLRunner
    ) throws -> RowBatch {
        try store.batch(entity, statement.sql, slots: slots, runner) {
            try statement.bind(to: &$0)
        } row: { row, decoder, rows in
            try decoder.read(row, into: &rows)
            return true
        }
    }

    /// Filters, sorts and pages the rows where SQL could not. It runs outside of the database's access: code of the
    /// models may come back to it.
    private func remaining(_ statement: SelectStatement) throws -> RowBatch {
        try remaining(statement) {
            try store.retryingMissingFiles { try run(statement, .rows()) { try read($0, nil, $1) } }
        }
    }

    /// - Parameter all: Reads the rows of the statement.
    func remaining(_ statement: SelectStatement, all: () throws -> RowBatch) throws -> RowBatch {
        if let reason = statement.residualReason {
            let kind = "A fetch of \(entity.name) filters in memory"
            log.limited(.notice, kind, "\(kind), because a part of its predicate has no SQL form: \(reason).")
        }
        // Asked before the rows are read.
        if statement.residual?.needsModels == true { throw DataStoreError.preferInMemoryFilter }
        return try all().remaining(
            statement.residual,
            statement.residualSort,
            limit: limit,
            offset: offset,
            in: store
        )
    }
}

extension SelectStatement {
    package func bind(to binder: inout ParameterBinder) throws {
        for binding in bindings { try binding.bind(to: &binder) }
    }
}
