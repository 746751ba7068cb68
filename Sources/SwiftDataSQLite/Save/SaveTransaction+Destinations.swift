import SwiftDataCore
import SwiftDataSQL

// Another process may have deleted a row that something leads to since the last time anybody looked. Where both sides
// of the relationship have a property, the other row is part of the save, which finds it missing. Otherwise this does.

extension SaveTransaction {
    /// Checks that what the written rows lead to is there.
    /// - Throws: ``StoreError`` with code `missingRow` naming entity and property.
    func checkDestinations(_ rows: [EncodedRow]) throws {
        var destinations = Destinations(deleted: Set(log.deleted.map(\.row)))
        for row in rows {
            for slot in row.columnSlots {
                guard case .toOne = row.entity.slots[slot], case .identifier(let identifier) = row.values[slot] else {
                    continue
                }
                try note(identifier, of: row, slot, in: &destinations)
            }
            for (slot, columns) in row.entity.slots.enumerated() {
                guard case .toManyByJoin = columns else { continue }
                for member in row.added(slot) { try note(member, of: row, slot, in: &destinations) }
            }
        }
        for (_, group) in destinations.groups.sorted(by: { $0.key < $1.key }) { try check(group) }
    }

    /// What this transaction writes itself is there, and what it deletes is its own business.
    private func note(
        _ identifier: PersistentIdentifier,
        of row: EncodedRow,
        _ slot: Int,
        in destinations: inout Destinations
    ) throws {
        guard keys[identifier] == nil else { return }
        let (entity, key) = try keys.destination(identifier)
        let place = ChangeLog.Row(entity: entity.number, key: key)
        guard log.updated[place] == nil, !destinations.deleted.contains(place) else { return }
        destinations.add(entity, key, (row, slot))
    }

    private func check(_ group: Destinations.Group) throws {
        let sql =
            "SELECT value FROM json_each(?) WHERE NOT EXISTS "
            + "(SELECT 1 FROM \(group.entity.quotedTable) WHERE Z_PK = value)"
        for chunk in KeyList.chunks(group.sources.keys.sorted()) {
            let missing = try runner.integer(sql) { $0.text(KeyList.parameter(chunk)) }
            guard let missing, let (row, slot) = group.sources[missing] else { continue }
            throw row.entity.error(
                .missingRow,
                "leads to a \(group.entity.name) that was deleted since it was read",
                slot: slot,
                model: row.identifier
            )
        }
    }
}

/// The rows that written rows lead to, by table.
private struct Destinations {
    struct Group {
        let entity: StoreEntity
        /// One of the rows that lead to each key, and its property.
        var sources: [Int64: (EncodedRow, Int)] = [:]
    }

    let deleted: Set<ChangeLog.Row>
    private(set) var groups: [String: Group] = [:]

    init(deleted: Set<ChangeLog.Row>) { self.deleted = deleted }

    mutating func add(_ entity: StoreEntity, _ key: Int64, _ source: (EncodedRow, Int)) {
        let table = entity.table.tableName
        groups[table, default: Group(entity: entity)].sources[key] = source
    }
}
