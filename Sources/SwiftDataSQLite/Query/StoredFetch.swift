import SwiftDataCore
import SwiftDataSQL

/// One fetch: the statement that finds its rows, and what remains to be done in memory.
struct StoredFetch<T: PersistentModel> {
    let store: DefaultStore
    let descriptor: FetchDescriptor<T>
    let editingState: EditingState
    let entity: StoreEntity
    private let query: QueryNode?
    private let keys: [QuerySort]

    /// - Throws: ``SwiftDataError/unsupportedSortDescriptor`` for a key that is not stored.
    init(_ request: DataStoreFetchRequest<T>, store: DefaultStore) throws {
        self.store = store
        descriptor = request.descriptor
        editingState = request.editingState
        entity = try store.model.entity(of: T.self)
        query = descriptor.query
        keys = try descriptor.sortKeys()
    }

    /// The rows and those that were asked for along with them.
    func rows() throws -> (rows: [DefaultSnapshot], related: [PersistentIdentifier: DefaultSnapshot]) {
        var statement = try statement(.rows(slots: slots))
        // What is left to do in memory may need any property.
        if statement.needsPaging { statement = try self.statement(.rows()) }
        let prefetched = prefetchedSlots
        guard statement.needsPaging else {
            return try store.retryingMissingFiles {
                try run(statement, .rows(slots: slots), isOnce: prefetched.isEmpty) { statement, runner in
                    var rows = try read(statement, slots, runner)
                    if prefetched.isEmpty { return (rows, [:]) }
                    let related = try store.prefetch(prefetched, of: entity, into: &rows, runner)
                    return (rows, related)
                }
            }
        }
        var rows = try remaining(statement)
        guard !prefetched.isEmpty else { return (rows, [:]) }
        return try store.retryingMissingFiles {
            try store.connection.read { runner in
                let related = try store.prefetch(prefetched, of: entity, into: &rows, runner)
                return (rows, related)
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

    func identifiers() throws -> [PersistentIdentifier] {
        let statement = try statement(.identifiers)
        guard !statement.needsPaging else {
            return try remaining(try self.statement(.rows())).map(\.persistentIdentifier)
        }
        return try run(statement, .identifiers) { statement, runner in
            let shape = try RowShape(columns: ["Z_PK", "Z_ENT"], of: entity, in: store.model)
            var found: [PersistentIdentifier] = []
            try runner.query(statement.sql) {
                try statement.bind(to: &$0)
            } row: { row in
                let (shape, key) = try shape.entity(of: row)
                found.append(shape.entity.identifier(key))
            }
            return found
        }
    }

    /// Runs the statement, or where the strings that it compares are all composed, one that an index can serve.
    private func run<Result>(
        _ statement: SelectStatement,
        _ columns: SelectStatement.Columns,
        isOnce: Bool = true,
        _ body: (SelectStatement, SQLRunner) throws -> Result
    ) throws -> Result {
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

    private func statement(
        _ columns: SelectStatement.Columns,
        composed: Set<TextColumn> = []
    ) throws -> SelectStatement {
        try SelectStatement(
            layout: store.model.layout,
            entity: entity.name,
            storeIdentifier: store.identifier,
            query: query,
            sort: keys,
            limit: limit,
            offset: offset,
            columns: columns,
            composed: composed
        )
    }

    private var limit: Int? { descriptor.fetchLimit.map { max($0, 0) } }
    private var offset: Int? { descriptor.fetchOffset.flatMap { $0 > 0 ? $0 : nil } }

    private func read(
        _ statement: SelectStatement,
        _ slots: Set<Int>?,
        _ runner: SQLRunner
    ) throws -> [DefaultSnapshot] {
        let prepared = try runner.prepare(statement.sql)
        let shape = try RowShape(columns: prepared.columnNames, of: entity, in: store.model, slots: slots)
        let reader = RowReader(shape: shape, model: store.model, files: store.external)
        var rows: [DefaultSnapshot] = []
        try prepared.query {
            try statement.bind(to: &$0)
        } row: { row in
            rows.append(try reader.snapshot(row))
        }
        return rows
    }

    /// Filters, sorts and pages what SQL could not. It runs outside of the database's access: code of the models may
    /// come back to it.
    private func remaining(_ statement: SelectStatement) throws -> [DefaultSnapshot] {
        if let reason = statement.residualReason {
            log.notice("A fetch of \(entity.name) filters in memory: \(reason).")
        }
        // A computed property is not in a row: the context asks its models.
        if statement.residual?.needsModels == true { throw DataStoreError.preferInMemoryFilter }
        let all = try store.retryingMissingFiles {
            try run(statement, .rows()) { try read($0, nil, $1) }
        }
        let neighbours = SnapshotNeighbours(all, store: store, editingState: editingState)
        var rows = all.map { SnapshotRow(snapshot: $0, neighbours: neighbours) }
        if let residual = statement.residual {
            var evaluator = QueryEvaluator(residual)
            rows = rows.filter { evaluator.matches($0) }
        }
        rows = QueryOrder(statement.residualSort).sort(rows) { $0 }
        let start = min(offset ?? 0, rows.count)
        let end = limit.map { min($0, rows.count - start) + start } ?? rows.count
        return rows[start..<end].map(\.snapshot)
    }

    /// Nil for all.
    private var slots: Set<Int>? {
        let wanted = descriptor.propertiesToFetch.compactMap { entity.layout.slot(for: $0) }
        return wanted.isEmpty ? nil : Set(wanted)
    }

    private var prefetchedSlots: [Int] {
        descriptor.relationshipKeyPathsForPrefetching.compactMap { entity.layout.slot(for: $0) }
    }
}

extension SelectStatement {
    func bind(to binder: inout ParameterBinder) throws {
        for binding in bindings { try binding.bind(to: &binder) }
    }
}
