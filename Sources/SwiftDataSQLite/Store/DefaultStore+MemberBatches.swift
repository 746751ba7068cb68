package import SwiftDataCore
import SwiftDataSQL

// The members of to-many relationships of many owners: one statement, whatever their number.

extension DefaultStore {
    package func members(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [Int64],
        salvaging: Bool,
        limit: Int
    ) throws -> MemberBatch {
        let entity = try model.entity(of: layout)
        return try retryingMissingFiles {
            try connection.readOnce { runner in
                guard salvaging else {
                    var damage = FailingDamage()
                    return try members(slot, of: entity, owners: owners, limit: limit, &damage, runner)
                }
                var damage = SkippedDamage()
                return try members(slot, of: entity, owners: owners, limit: limit, &damage, runner)
            }
        }
    }

    func members(
        _ slot: Int,
        of entity: StoreEntity,
        owners: [Int64],
        limit: Int = .max,
        _ damage: inout some DamageHandling,
        _ runner: SQLRunner
    ) throws -> MemberBatch {
        guard entity.slots.indices.contains(slot), let query = try memberQuery(entity.slots[slot]) else {
            throw entity.error(.sql, "is not a to-many relationship", slot: slot)
        }
        var owned = OwnedRanges(owners)
        var isCut = false
        let found = try batch(query.destination, query.sql, capacity: owners.count, runner) {
            $0.text(KeyList.parameter(owned.sortedKeys))
        } row: { row, decoder, rows in
            if owned.advance(to: row.integer(query.ownerColumn), count: rows.count), rows.count >= limit {
                isCut = true
                return false
            }
            try decoder.read(row, into: &rows, &damage)
            return true
        }
        if !isCut { owned.finish(count: found.count) }
        let ranges = owned.ranges
        return MemberBatch(rows: found, ranges: ranges)
    }

    /// The identifiers of the members of a to-many relationship of some owners, in their order, without reading their rows.
    /// An owner without members is left out.
    func memberIdentifiers(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier],
        _ runner: SQLRunner
    ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
        let entity = try model.entity(of: layout)
        guard entity.slots.indices.contains(slot), let query = try memberQuery(entity.slots[slot], .keys) else {
            return [:]
        }
        // The rows of a family have keys of one sequence: the key alone identifies the owner.
        var byKey: [Int64: PersistentIdentifier] = [:]
        for owner in owners {
            if let key = owner.resolved.row { byKey[key] = byKey[key] ?? owner }
        }
        var found: [PersistentIdentifier: [PersistentIdentifier]] = [:]
        try runner.query(query.sql) {
            $0.text(KeyList.parameter(byKey.keys.sorted()))
        } row: { row in
            guard let owner = byKey[row.integer(query.ownerColumn)], let member = model[number: row.integer(1)]
            else { return }
            found[owner, default: []].append(member.identifier(row.integer(0)))
        }
        return found
    }

    /// The query for the members, with the owner's key as its last column: in the order of the owners, and the members
    /// of one owner by position where there is one, then by key, which is the order of insertion.
    /// - Parameter wanted: The columns of the members; nil for all.
    private func memberQuery(
        _ columns: SlotColumns,
        _ wanted: EntityColumns? = nil
    ) throws -> (sql: String, destination: StoreEntity, ownerColumn: Int)? {
        let (entity, owner, key, tables, alias): (StoreEntity, String, String, String, String)
        switch columns {
        case .toManyByKey(let name, let column, _):
            guard let destination = model[name] else { return nil }
            (entity, alias, key) = (destination, "t", "t.Z_PK")
            owner = "t." + SQLIdentifier.quoted(column)
            tables = "\(entity.quotedTable) t"
        case .toManyByJoin(let name, let table, let own, let other):
            guard let destination = model[name] else { return nil }
            (entity, alias, key) = (destination, "j", "j." + SQLIdentifier.quoted(other))
            owner = "j." + SQLIdentifier.quoted(own)
            tables = "\(SQLIdentifier.quoted(table)) j JOIN \(entity.quotedTable) t ON t.Z_PK = \(key)"
        case .value, .composite, .toOne, .none:
            return nil
        }
        let names = wanted ?? EntityColumns(of: entity, in: model)
        let conditions = [KeyList.condition(owner), entity.familyCondition("t.")].compactMap { $0 }
        var order = [owner]
        if let column = OrderColumn(columns, in: model), model.orders.contains(column) {
            let position = "\(alias).\(column.quotedName)"
            order += ["\(position) IS NULL", position]
        }
        order.append(key)
        let sql =
            "SELECT \(names.list("t")), \(owner) FROM \(tables) WHERE \(conditions.joined(separator: " AND "))"
            + " ORDER BY \(order.joined(separator: ", "))"
        return (sql, entity, names.names.count)
    }
}

extension DefaultStore: MemberListing {
    package func memberIdentifiers(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier]
    ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
        try connection.readOnce { try memberIdentifiers(slot, of: layout, owners: owners, $0) }
    }
}

/// The ranges of each owner's members among rows that are sorted by the owners' keys.
private struct OwnedRanges {
    private let owners: [Int64]
    /// The places of the owners in the order of their keys.
    private let order: [Int]
    private var next = 0
    private var start = 0
    private(set) var ranges: [Range<Int>?]

    init(_ owners: [Int64]) {
        self.owners = owners
        order = owners.indices.sorted { owners[$0] < owners[$1] }
        ranges = Array(repeating: nil, count: owners.count)
    }

    var sortedKeys: [Int64] { order.map { owners[$0] } }

    /// Notes that a row of an owner comes after so many other rows.
    /// - Returns: True if it is the first of its owner.
    mutating func advance(to owner: Int64, count: Int) -> Bool {
        var isFirst = false
        while next < order.count, owners[order[next]] < owner {
            end(count)
            isFirst = true
        }
        return isFirst
    }

    /// Notes that there are no more rows.
    mutating func finish(count: Int) {
        while next < order.count { end(count) }
    }

    /// Ends the members of an owner, which may have been given several times.
    private mutating func end(_ count: Int) {
        let key = owners[order[next]]
        while next < order.count, owners[order[next]] == key {
            ranges[order[next]] = start..<count
            next += 1
        }
        start = count
    }
}
