package import SwiftDataCore
import SwiftDataSQL

// Rows in batches, for contexts.

extension DefaultStore: BatchStore {
    package func rows<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> FetchedBatch {
        try StoredFetch(request, store: self).rows()
    }

    package func identifierList<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> IdentifierList {
        try StoredFetch(request, store: self).identifierList()
    }

    package func rows(_ keys: [Int64], of layout: ModelLayout) throws -> RowBatch {
        let entity = try model.entity(of: layout)
        return try retryingMissingFiles {
            try connection.readOnce { runner in
                var damage = FailingDamage()
                return try rows(keys, of: entity, &damage, runner)
            }
        }
    }

    /// The rows of some keys, in their order.
    func rows(
        _ keys: [Int64],
        of entity: StoreEntity,
        _ damage: inout some DamageHandling,
        _ runner: SQLRunner
    ) throws -> RowBatch {
        if let range = Self.denseRange(keys) { return try rows(keys, in: range, of: entity, &damage, runner) }
        // As one list whose order is kept. It is walked in the outer loop, so that each key is looked up.
        let names = EntityColumns(of: entity, in: model)
        let conditions = ["t.Z_PK = j.value", entity.familyCondition("t.")].compactMap { $0 }
        let sql =
            "SELECT \(names.list("t")) FROM json_each(?) j CROSS JOIN \(entity.quotedTable) t WHERE "
            + conditions.joined(separator: " AND ")
        return try batch(entity, sql, capacity: keys.count, runner) {
            $0.text(KeyList.parameter(keys))
        } row: { row, decoder, rows in
            try decoder.read(row, into: &rows, &damage)
            return true
        }
    }

    package func lastKey(of layout: ModelLayout) throws -> Int64? {
        let entity = try model.entity(of: layout)
        let condition = entity.familyCondition().map { " WHERE " + $0 } ?? ""
        let sql = "SELECT max(Z_PK) FROM \(entity.quotedTable)" + condition
        return try connection.readOnce { try $0.integer(sql) }
    }

    package func rows(of layout: ModelLayout, in keys: ClosedRange<Int64>, limit: Int) throws -> RowBatch {
        let entity = try model.entity(of: layout)
        let sql = selection(of: entity, where: "t.Z_PK BETWEEN ? AND ?") + " ORDER BY t.Z_PK LIMIT ?"
        return try retryingMissingFiles {
            try connection.readOnce { runner in
                try batch(entity, sql, capacity: min(limit, 10_000), runner) {
                    $0.integer(keys.lowerBound)
                    $0.integer(keys.upperBound)
                    $0.integer(Int64(limit))
                } row: { row, decoder, rows in
                    try decoder.read(row, into: &rows)
                    return true
                }
            }
        }
    }

    /// The least and the greatest of some keys, if they are in order and not many other keys are in between.
    private static func denseRange(_ keys: [Int64]) -> ClosedRange<Int64>? {
        guard let first = keys.first, let last = keys.last, first <= last else { return nil }
        let (span, overflow) = last.subtractingReportingOverflow(first)
        guard !overflow, span < Int64(keys.count) * 2, zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) else {
            return nil
        }
        return first...last
    }

    private func rows(
        _ keys: [Int64],
        in range: ClosedRange<Int64>,
        of entity: StoreEntity,
        _ damage: inout some DamageHandling,
        _ runner: SQLRunner
    ) throws -> RowBatch {
        let sql = selection(of: entity, where: "t.Z_PK BETWEEN ? AND ?") + " ORDER BY t.Z_PK"
        var next = 0
        return try batch(entity, sql, capacity: keys.count, runner) {
            $0.integer(range.lowerBound)
            $0.integer(range.upperBound)
        } row: { row, decoder, rows in
            // `Z_PK` is the first column.
            let key = row.integer(0)
            while next < keys.count, keys[next] < key { next += 1 }
            guard next < keys.count, keys[next] == key else { return true }
            try decoder.read(row, into: &rows, &damage)
            return true
        }
    }

    /// Returns the decoder for the rows of a statement. Statements for all properties begin with the same columns.
    private func decoder(of entity: StoreEntity, slots: Set<Int>?, _ statement: PreparedStatement) throws -> RowDecoder
    {
        if slots == nil, let known = decoders.withLock({ $0[entity.number] }) { return known }
        let names = slots == nil ? EntityColumns(of: entity, in: model).names : statement.columnNames
        // The properties that classes below the entity add are read always.
        let shape = try RowShape(columns: names, of: entity, in: model) { member in
            slots.map { $0.union(entity.slots.count..<max(member.slots.count, entity.slots.count)) }
        }
        let made = RowDecoder(shape: shape, model: model, files: external)
        if slots == nil { decoders.withLock { $0[entity.number] = made } }
        return made
    }

    /// Reads the rows of a statement whose columns may be any, as far as they are wanted.
    func decoder(of entity: StoreEntity, _ reading: RowReading, _ statement: PreparedStatement) throws -> RowDecoder {
        let shape = try RowShape(columns: statement.columnNames, of: entity, in: model) { reading.slots(of: $0) }
        return RowDecoder(shape: shape, model: model, files: external)
    }

    /// Runs a query for rows of an entity.
    /// - Parameter body: Returns true if more rows are wanted.
    func batch(
        _ entity: StoreEntity,
        _ sql: String,
        slots: Set<Int>? = nil,
        capacity: Int = 0,
        _ runner: SQLRunner,
        _ bind: (inout ParameterBinder) throws -> Void,
        row body: (ResultRow, RowDecoder, inout CollectedRows) throws -> Bool
    ) throws -> RowBatch {
        let statement = try runner.prepare(sql)
        let decoder = try decoder(of: entity, slots: slots, statement)
        var rows = CollectedRows(capacity: capacity)
        try statement.queryWhile(bind) { row in try body(row, decoder, &rows) }
        return decoder.batch(of: rows)
    }
}
