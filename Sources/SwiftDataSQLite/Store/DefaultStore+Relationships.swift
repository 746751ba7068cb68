package import SwiftDataCore
import SwiftDataSQL

extension DefaultStore: RelationshipLoading {
    /// The rows of a to-many relationship for many owners at once, in their order.
    package func relatedSnapshots(
        slot: Int,
        of layout: ModelLayout,
        for owners: [PersistentIdentifier],
        salvaging: Bool,
        editingState: EditingState
    ) throws -> [PersistentIdentifier: [DefaultSnapshot]] {
        try retryingMissingFiles {
            try connection.readOnce { try related(slot, of: layout, for: owners, salvaging: salvaging, $0) }
        }
    }

    func related(
        _ slot: Int,
        of layout: ModelLayout,
        for owners: [PersistentIdentifier],
        salvaging: Bool = false,
        _ runner: SQLRunner
    ) throws -> [PersistentIdentifier: [DefaultSnapshot]] {
        let entity = try model.entity(of: layout)
        guard entity.slots.indices.contains(slot), let query = try relatedQuery(entity.slots[slot]) else {
            throw entity.error(.sql, "is not a to-many relationship", slot: slot)
        }
        // The rows of a family have keys of one sequence: the key alone tells the owner.
        var byKey: [Int64: PersistentIdentifier] = [:]
        for owner in owners {
            if let key = owner.resolved.row { byKey[key] = byKey[key] ?? owner }
        }
        var found = Dictionary(uniqueKeysWithValues: byKey.values.map { ($0, [DefaultSnapshot]()) })
        for chunk in KeyList.chunks(byKey.keys.sorted()) {
            try read(query.destination, query.sql, keys: chunk, salvaging: salvaging, runner) { snapshot, row in
                guard let owner = byKey[row.integer(query.ownerColumn)] else { return }
                found[owner]?.append(snapshot)
            }
        }
        return found
    }

    /// The members of a to-many relationship for many owners at once, in their order, without reading their rows.
    func members(
        _ slot: Int,
        of layout: ModelLayout,
        for owners: [PersistentIdentifier],
        _ runner: SQLRunner
    ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
        let entity = try model.entity(of: layout)
        guard entity.slots.indices.contains(slot), let query = try relatedQuery(entity.slots[slot], keysOnly: true)
        else { return [:] }
        var byKey: [Int64: PersistentIdentifier] = [:]
        for owner in owners {
            if let key = owner.resolved.row { byKey[key] = byKey[key] ?? owner }
        }
        var found: [PersistentIdentifier: [PersistentIdentifier]] = [:]
        for chunk in KeyList.chunks(byKey.keys.sorted()) {
            try runner.query(query.sql) {
                $0.text(KeyList.parameter(chunk))
            } row: { row in
                guard let owner = byKey[row.integer(query.ownerColumn)], let member = model[number: row.integer(1)]
                else { return }
                found[owner, default: []].append(member.identifier(row.integer(0)))
            }
        }
        return found
    }

    /// The query for the destinations, with the owner's key as its last column.
    /// - Parameter keysOnly: Whether `Z_PK` and `Z_ENT` alone are wanted of the destinations.
    private func relatedQuery(
        _ columns: SlotColumns,
        keysOnly: Bool = false
    ) throws -> (sql: String, destination: StoreEntity, ownerColumn: Int)? {
        switch columns {
        case .toManyByKey(let destination, let column, _):
            guard let entity = model[destination] else { return nil }
            let key = "t." + SQLIdentifier.quoted(column)
            let names = keysOnly ? EntityColumns.keys : EntityColumns(of: entity, in: model)
            let sql = selection(of: entity, names, also: [key], where: KeyList.condition(key))
            return (sql + order(columns, alias: "t"), entity, names.names.count)
        case .toManyByJoin(let destination, let table, let own, let other):
            guard let entity = model[destination] else { return nil }
            let key = "j." + SQLIdentifier.quoted(own)
            let names = keysOnly ? EntityColumns.keys : EntityColumns(of: entity, in: model)
            let conditions = [KeyList.condition(key), entity.familyCondition("t.")].compactMap { $0 }
            let sql =
                "SELECT \(names.list("t")), \(key) FROM \(SQLIdentifier.quoted(table)) j "
                + "JOIN \(entity.quotedTable) t ON t.Z_PK = j.\(SQLIdentifier.quoted(other)) WHERE "
                + conditions.joined(separator: " AND ")
            return (sql + order(columns, alias: "j"), entity, names.names.count)
        case .value, .composite, .toOne, .none:
            return nil
        }
    }

    /// By position where there is one, then by key, which is the order of insertion. The plus keeps SQLite from walking
    /// the whole table in this order instead of looking the keys up.
    private func order(_ columns: SlotColumns, alias: String) -> String {
        guard let column = OrderColumn(columns, in: model), model.orders.contains(column) else {
            return " ORDER BY +t.Z_PK"
        }
        let position = "\(alias).\(column.quotedName)"
        return " ORDER BY \(position) IS NULL, \(position), +t.Z_PK"
    }
}
