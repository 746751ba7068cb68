public import SwiftDataCore
import SwiftDataSQL

// Reading rows by key.

extension DefaultStore {
    /// Rows by identifier; those that do not exist are left out.
    /// - Throws: ``StoreError`` for a damaged row, or an identifier of another store.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        try snapshots(for: persistentIdentifiers, salvaging: false)
    }

    /// As ``cachedSnapshots(for:editingState:)``, with damaged values left `.unloaded`.
    package func salvagedSnapshots(
        for identifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        try snapshots(for: identifiers, salvaging: true)
    }

    private func snapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        salvaging: Bool
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        let groups = try keysByEntity(persistentIdentifiers)
        return try retryingMissingFiles {
            try connection.readOnce { runner in
                var found: [PersistentIdentifier: DefaultSnapshot] = [:]
                for (entity, keys) in groups {
                    func keep(_ snapshot: DefaultSnapshot, _: ResultRow) {
                        found[snapshot.persistentIdentifier] = snapshot
                    }
                    if keys.count == 1, let key = keys.first {
                        // SQLite makes an index of a list, even of one.
                        let sql = selection(of: entity, where: "t.Z_PK = ?")
                        try read(entity, sql, salvaging: salvaging, runner, { $0.integer(key) }, keep)
                        continue
                    }
                    let sql = selection(of: entity, where: KeyList.condition("t.Z_PK"))
                    for chunk in KeyList.chunks(keys) {
                        try read(entity, sql, keys: chunk, salvaging: salvaging, runner, keep)
                    }
                }
                return found
            }
        }
    }

    /// Runs a query for rows of an entity, with a list of keys as its parameter.
    func read(
        _ entity: StoreEntity,
        _ sql: String,
        keys: some Sequence<Int64>,
        salvaging: Bool = false,
        _ runner: SQLRunner,
        _ body: (DefaultSnapshot, ResultRow) throws -> Void
    ) throws {
        let parameter = KeyList.parameter(keys)
        try read(entity, sql, salvaging: salvaging, runner, { $0.text(parameter) }, body)
    }

    private func read(
        _ entity: StoreEntity,
        _ sql: String,
        salvaging: Bool,
        _ runner: SQLRunner,
        _ bind: (inout ParameterBinder) throws -> Void,
        _ body: (DefaultSnapshot, ResultRow) throws -> Void
    ) throws {
        let statement = try runner.prepare(sql)
        let shape = try RowShape(columns: statement.columnNames, of: entity, in: model)
        let reader = RowReader(shape: shape, model: model, files: external)
        try statement.query(bind) { row in
            guard salvaging else { return try body(try reader.snapshot(row), row) }
            if let snapshot = try reader.salvagedSnapshot(row) { try body(snapshot, row) }
        }
    }

    /// `SELECT` of the rows of an entity and those below it, under the alias `t`.
    func selection(
        of entity: StoreEntity,
        _ names: EntityColumns? = nil,
        also extra: [String] = [],
        where condition: String?
    ) -> String {
        let names = names ?? EntityColumns(of: entity, in: model)
        let columns = ([names.list("t")] + extra).joined(separator: ", ")
        let conditions = [condition, entity.familyCondition("t.")].compactMap { $0 }
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return "SELECT \(columns) FROM \(entity.quotedTable) t" + filter
    }

    private func keysByEntity(_ identifiers: [PersistentIdentifier]) throws -> [(StoreEntity, [Int64])] {
        var groups: [Int64: [Int64]] = [:]
        for identifier in identifiers {
            let resolved = identifier.resolved
            guard let row = resolved.row else { continue }
            groups[try model.entity(of: resolved).number, default: []].append(row)
        }
        return groups.keys.sorted().compactMap { number in
            model[number: number].map { ($0, groups[number] ?? []) }
        }
    }
}
