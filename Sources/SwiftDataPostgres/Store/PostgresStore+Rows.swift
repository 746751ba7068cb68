#if PostgreSQL
public import SwiftDataCore
import SwiftDataSQL

// Rows by key, and members of relationships.

extension PostgresStore {
    /// Rows by identifier; rows that do not exist are left out.
    /// - Throws: ``StoreError`` for a damaged row, or an identifier of another store.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        try rows(for: persistentIdentifiers, salvaging: false).byIdentifier
    }

    package func rows(for identifiers: [PersistentIdentifier], salvaging: Bool) throws -> RowBatch {
        var groups: [Int64: Set<Int64>] = [:]
        for identifier in identifiers {
            let resolved = identifier.resolved
            guard let key = resolved.row else { continue }
            groups[try model.entity(of: resolved).number, default: []].insert(key)
        }
        guard !groups.isEmpty else { return RowBatch() }
        return try reading { connection in
            RowBatch(
                joining: try groups.keys.sorted().compactMap { number in
                    guard let entity = model[number: number], let keys = groups[number] else { return nil }
                    return try rows(keys.sorted(), of: entity, salvaging: salvaging, connection)
                }
            )
        }
    }

    package func rows(_ keys: [Int64], of layout: ModelLayout) throws -> RowBatch {
        let entity = try model.entity(of: layout)
        return try reading { try rows(keys, of: entity, salvaging: false, $0) }
    }

    /// The rows of some keys, in their order.
    func rows(
        _ keys: [Int64],
        of entity: PostgresEntity,
        salvaging: Bool,
        _ connection: PostgresConnection
    ) throws -> RowBatch {
        if keys.count == 1, let key = keys.first {
            // The server plans the join with `unnest` each time, which takes longer than the row.
            let family = entity.familyCondition("t.").map { " AND " + $0 } ?? ""
            let sql = "SELECT \(columns(of: entity)) FROM \(entity.quotedTable) t WHERE t.pk = $1\(family)"
            let result = try connection.run(model.statement(sql), [.integer(key)])
            return try RowDecoder(result, of: entity, in: model).batch(salvaging: salvaging)
        }
        let family = entity.familyCondition("t.").map { " WHERE " + $0 } ?? ""
        let sql =
            "SELECT \(columns(of: entity)) FROM unnest($1::bigint[]) WITH ORDINALITY AS k(key, place) "
            + "JOIN \(entity.quotedTable) t ON t.pk = k.key\(family) ORDER BY k.place"
        let result = try connection.run(model.statement(sql), [PostgresParameter(keys: keys)])
        return try RowDecoder(result, of: entity, in: model).batch(salvaging: salvaging)
    }

    package func lastKey(of layout: ModelLayout) throws -> Int64? {
        let entity = try model.entity(of: layout)
        let family = entity.familyCondition("").map { " WHERE " + $0 } ?? ""
        let sql = "SELECT max(pk) FROM \(entity.quotedTable)\(family)"
        return try reading { try $0.run(model.statement(sql)).integer(0, 0) }
    }

    package func rows(of layout: ModelLayout, in keys: ClosedRange<Int64>, limit: Int) throws -> RowBatch {
        let entity = try model.entity(of: layout)
        let family = entity.familyCondition("t.").map { " AND " + $0 } ?? ""
        let sql =
            "SELECT \(columns(of: entity)) FROM \(entity.quotedTable) t WHERE t.pk BETWEEN $1 AND $2\(family) "
            + "ORDER BY t.pk LIMIT $3"
        let bounds = [keys.lowerBound, keys.upperBound, Int64(limit)].map { PostgresParameter.integer($0) }
        return try reading { try RowDecoder($0.run(model.statement(sql), bounds), of: entity, in: model).batch() }
    }

    /// The columns of the rows of an entity and its subentities, under the alias `t`.
    private func columns(of entity: PostgresEntity) -> String { model.columnText(of: entity) }

    package func members(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [Int64],
        salvaging: Bool,
        limit: Int
    ) throws -> MemberBatch {
        let entity = try model.entity(of: layout)
        return try reading { try members(slot, of: entity, owners: owners, salvaging: salvaging, $0) }
    }

    func members(
        _ slot: Int,
        of entity: PostgresEntity,
        owners: [Int64],
        salvaging: Bool,
        _ connection: PostgresConnection
    ) throws -> MemberBatch {
        guard entity.slots.indices.contains(slot), let relation = MemberTable(entity.slots[slot], in: model) else {
            throw entity.error(.sql, "is not a to-many relationship", slot: slot)
        }
        let family = relation.destination.familyCondition("t.").map { " AND " + $0 } ?? ""
        let sql =
            "SELECT \(columns(of: relation.destination)), \(relation.owner) FROM \(relation.tables) "
            + "WHERE \(relation.owner) = ANY($1)\(family) ORDER BY \(relation.owner), \(relation.order)"
        let result = try connection.run(model.statement(sql), [PostgresParameter(keys: Set(owners).sorted())])
        let decoder = try RowDecoder(result, of: relation.destination, in: model)
        var rows = RowDecoder.Rows()
        var ranges: [Int64: Range<Int>] = [:]
        for row in 0..<result.count {
            guard let owner = result.integer(row, result.columnCount - 1) else { continue }
            try decoder.read(row, into: &rows, salvaging: salvaging)
            ranges[owner] = (ranges[owner]?.lowerBound ?? rows.count - 1)..<rows.count
        }
        return MemberBatch(rows: decoder.batch(rows), ranges: owners.map { ranges[$0] ?? 0..<0 })
    }

    package func owners(
        of members: [PersistentIdentifier],
        slot: Int,
        of layout: ModelLayout
    ) throws -> [PersistentIdentifier: PersistentIdentifier] {
        let entity = try model.entity(of: layout)
        guard entity.slots.indices.contains(slot), entity.inverse(of: slot) == nil,
            case .toManyByKey(let name, let column) = entity.slots[slot], let destination = model[name]
        else { return [:] }
        var byKey: [Int64: PersistentIdentifier] = [:]
        for member in members {
            if let key = member.resolved.row { byKey[key] = member }
        }
        let sql =
            "SELECT t.pk, o.pk, o.row_entity FROM \(destination.quotedTable) t JOIN \(entity.quotedTable) o "
            + "ON o.pk = t.\(column.enclosed(in: "\"")) WHERE t.pk = ANY($1)"
        return try reading { connection in
            let result = try connection.run(model.statement(sql), [PostgresParameter(keys: byKey.keys.sorted())])
            var found: [PersistentIdentifier: PersistentIdentifier] = [:]
            for row in 0..<result.count {
                guard let key = result.integer(row, 0), let member = byKey[key], let owner = result.integer(row, 1),
                    let number = result.integer(row, 2), let kind = model[number: number]
                else { continue }
                found[member] = kind.identifier(owner)
            }
            return found
        }
    }
}

/// The tables, the columns and the order of the members of a to-many relationship.
struct MemberTable {
    let destination: PostgresEntity
    /// The tables, with the members' under the alias `t`.
    let tables: String
    /// The column with the owner's key.
    let owner: String
    /// The order: by position, members without one last, then by key, which is the order of insertion.
    let order: String

    /// Nil for a property that is no to-many relationship.
    init?(_ columns: PostgresSlot, in model: PostgresModel) {
        switch columns {
        case .toManyByKey(let name, let column):
            guard let destination = model[name] else { return nil }
            self.destination = destination
            tables = "\(destination.quotedTable) t"
            owner = "t." + column.enclosed(in: "\"")
            order = "t.\(PostgresNames.position(column).enclosed(in: "\"")) NULLS LAST, t.pk"
        case .toManyByJoin(let name, let table, let own, let other):
            guard let destination = model[name] else { return nil }
            self.destination = destination
            let key = "j." + other.enclosed(in: "\"")
            tables = "\(table.enclosed(in: "\"")) j JOIN \(destination.quotedTable) t ON t.pk = \(key)"
            owner = "j." + own.enclosed(in: "\"")
            order = "j.\(PostgresNames.position(other).enclosed(in: "\"")) NULLS LAST, t.pk"
        case .value, .composite, .toOne, .none: return nil
        }
    }
}
#endif
