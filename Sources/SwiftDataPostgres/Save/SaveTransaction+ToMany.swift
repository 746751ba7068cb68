#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Writes the changes of a row's to-many relationships outside of its own columns: join tables, and keys in members
    /// that have no property for them.
    mutating func writeToMany(_ row: WrittenRow) throws {
        guard !row.entity.toMany.isEmpty, let owner = keys.row(row.identifier)?.key else { return }
        for slot in row.entity.toMany {
            let columns = row.entity.slots[slot]
            if case .toManyByKey = columns, row.entity.inverse(of: slot) != nil { continue }
            try noteOwners(ofMembersOf: row, slot, owner)
            if let change = row.toManyChanges[slot] {
                try remove(change.removed, columns, owner)
                try add(change.added, columns, row, slot, owner)
            } else if row.writes(slot), case .identifiers(let members) = row.values[slot] {
                // The whole relationship of a stored row: its former members are not known.
                if keys[row.identifier] == nil { try removeAll(columns, owner) }
                try add(members, columns, row, slot, owner)
            }
        }
    }

    private mutating func remove(
        _ members: [PersistentIdentifier],
        _ columns: PostgresSlot,
        _ owner: Int64
    ) throws {
        let found = members.compactMap { keys.row($0)?.key }
        guard !found.isEmpty else { return }
        let parameters = [PostgresParameter.integer(owner), PostgresParameter(keys: found)]
        switch columns {
        case .toManyByJoin(_, let table, let own, let other):
            enqueue(
                "DELETE FROM \(table.enclosed(in: "\"")) WHERE \(own.enclosed(in: "\"")) = $1 "
                    + "AND \(other.enclosed(in: "\"")) = ANY($2)",
                parameters
            )
        case .toManyByKey(let name, let column):
            guard let destination = model[name] else { return }
            let condition = "t.\(column.enclosed(in: "\"")) = $1 AND t.pk = ANY($2)"
            try clear(ClearedKey(destination, column), where: condition, parameters)
        case .value, .composite, .toOne, .none: break
        }
    }

    private mutating func removeAll(_ columns: PostgresSlot, _ owner: Int64) throws {
        switch columns {
        case .toManyByJoin(_, let table, let own, _):
            enqueue(
                "DELETE FROM \(table.enclosed(in: "\"")) WHERE \(own.enclosed(in: "\"")) = $1",
                [.integer(owner)]
            )
        case .toManyByKey(let name, let column):
            guard let destination = model[name] else { return }
            let condition = "t.\(column.enclosed(in: "\"")) = $1"
            try clear(ClearedKey(destination, column), where: condition, [.integer(owner)])
        case .value, .composite, .toOne, .none: break
        }
    }

    private mutating func add(
        _ members: [PersistentIdentifier],
        _ columns: PostgresSlot,
        _ row: WrittenRow,
        _ slot: Int,
        _ owner: Int64
    ) throws {
        let found = try members.map { try keys.destination($0) }
        guard !found.isEmpty else { return }
        let parameters = [PostgresParameter.integer(owner), PostgresParameter(keys: found.map(\.key))]
        note((row.entity, owner), row.entity, slot)
        for member in found { note(member, row.entity, slot) }
        switch columns {
        case .toManyByJoin(_, let table, let own, let other):
            // Both sides of the relationship report the same row.
            enqueue(
                "INSERT INTO \(table.enclosed(in: "\"")) (\(own.enclosed(in: "\"")), \(other.enclosed(in: "\""))) "
                    + "SELECT $1, key FROM unnest($2::bigint[]) AS u(key) ON CONFLICT DO NOTHING",
                parameters
            )
        case .toManyByKey(let name, let column):
            guard let destination = model[name] else { return }
            let fresh = Set(
                members.filter { keys[$0] != nil && joined[$0] == nil }.compactMap { keys.row($0)?.key }
            )
            let known = countedKeys(destination)
            let result = try run(
                "UPDATE \(destination.quotedTable) SET \(column.enclosed(in: "\"")) = $1, "
                    + "row_version = row_version + CASE WHEN pk = ANY($3) THEN 0 ELSE 1 END "
                    + "WHERE pk = ANY($2) RETURNING pk, row_entity, row_version",
                parameters + [PostgresParameter(keys: known + fresh)]
            )
            var left = Set(found.map(\.key))
            for place in 0..<result.count {
                guard let key = result.integer(place, 0), let number = result.integer(place, 1),
                    let lock = result.integer(place, 2), let entity = model[number: number]
                else { continue }
                left.remove(key)
                if !fresh.contains(key) { note(lock: lock, of: entity, key) }
                // A key without a property changes a row, and none of its properties.
                record.update(entity, key, [])
            }
            guard left.isEmpty else {
                throw row.entity.error(
                    .missingRow,
                    "leads to a \(destination.name) that was deleted since it was read",
                    slot: slot,
                    model: row.entity.identifier(owner)
                )
            }
        case .value, .composite, .toOne, .none: break
        }
    }

    // MARK: The order of members

    /// Keeps the order of a row's to-many relationships that differ from the order in which rows are read.
    mutating func writeOrder(_ row: WrittenRow) throws {
        guard !row.entity.toMany.isEmpty, let owner = keys.row(row.identifier)?.key else { return }
        for slot in row.entity.toMany {
            guard let place = OrderPlace(row.entity.slots[slot], in: model) else { continue }
            if row.writes(slot), case .identifiers(let members) = row.values[slot] {
                let isNew = keys[row.identifier] != nil && joined[row.identifier] == nil
                // If only the order has changed, no other value shows it.
                if try write(members, place, owner, isNew: isNew) { record.update(row.entity, owner, [slot]) }
            } else if let added = row.toManyChanges[slot]?.added, !added.isEmpty {
                // The other members are not known: new ones come last.
                let parameters = [
                    PostgresParameter.integer(owner),
                    PostgresParameter(keys: try added.map { try keys.destination($0).key }),
                ]
                enqueue(
                    "UPDATE \(place.table) SET \(place.position) = NULL WHERE \(place.owner) = $1 "
                        + "AND \(place.member) = ANY($2) AND \(place.position) IS NOT NULL",
                    parameters
                )
            }
        }
    }

    /// - Returns: True if a position has changed.
    private mutating func write(
        _ members: [PersistentIdentifier],
        _ place: OrderPlace,
        _ owner: Int64,
        isNew: Bool
    ) throws -> Bool {
        var seen = Set<Int64>()
        var wanted = try members.map { try keys.destination($0).key }.filter { seen.insert($0).inserted }
        guard !wanted.isEmpty else { return false }
        let isOfKeys = zip(wanted, wanted.dropFirst()).allSatisfy { $0 < $1 }
        // A member that had an owner before may have a position among its members.
        let areNew = members.allSatisfy { keys[$0] != nil && joined[$0] == nil }
        if isNew, isOfKeys, place.isJoin || areNew { return false }
        let stored = try run(
            "SELECT \(place.member), \(place.position) FROM \(place.table) WHERE \(place.owner) = $1 "
                + "ORDER BY \(place.position) NULLS LAST, \(place.member)",
            [.integer(owner)]
        )
        let before = (0..<stored.count).compactMap { stored.integer($0, 0) }
        // A stored row that a new one was written over keeps its members.
        if before.count > wanted.count { wanted = before.filter { !seen.contains($0) } + wanted }
        let hasNone = (0..<stored.count).allSatisfy { stored.isNull($0, 1) }
        guard before != wanted || isNew && !hasNone else { return false }
        let positions = wanted.indices.map { Int64($0 + 1) * OrderPlace.distance }
        enqueue(
            "UPDATE \(place.table) SET \(place.position) = u.position FROM unnest($2::bigint[], $3::bigint[]) "
                + "AS u(key, position) WHERE \(place.owner) = $1 AND \(place.member) = u.key "
                + "AND \(place.position) IS DISTINCT FROM u.position",
            [.integer(owner), PostgresParameter(keys: wanted), PostgresParameter(keys: positions)]
        )
        return true
    }
}

/// The table and columns with the positions of the members of a to-many relationship.
private struct OrderPlace {
    let table: String
    let member: String
    let owner: String
    let position: String
    let isJoin: Bool

    /// The distance of two positions, so that SQL can put a row between them.
    static let distance: Int64 = 1024

    init?(_ columns: PostgresSlot, in model: PostgresModel) {
        switch columns {
        case .toManyByKey(let name, let column):
            guard let destination = model[name] else { return nil }
            table = destination.quotedTable
            member = "pk"
            owner = column.enclosed(in: "\"")
            position = PostgresNames.position(column).enclosed(in: "\"")
            isJoin = false
        case .toManyByJoin(_, let join, let own, let other):
            table = join.enclosed(in: "\"")
            member = other.enclosed(in: "\"")
            owner = own.enclosed(in: "\"")
            position = PostgresNames.position(other).enclosed(in: "\"")
            isJoin = true
        case .value, .composite, .toOne, .none: return nil
        }
    }
}
#endif
