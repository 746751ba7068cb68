import SwiftDataCore
import SwiftDataSQL

// Another process may have deleted a row that something leads to since the last look. Where both sides
// of the relationship have a property, the other row is part of the save, which finds it missing. Otherwise this does.

extension SaveTransaction {
    /// Checks that the destinations of the written rows exist.
    /// - Throws: ``StoreError`` with code `missingRow` naming entity and property.
    func checkDestinations(_ updated: [EncodedRow], _ inserted: [EncodedRow]) throws {
        var destinations = Destinations()
        for rows in [updated, inserted] {
            for index in rows.indices {
                let shape = rows[index].entity.shape
                for slot in shape.toOne {
                    // Most lead to new rows.
                    guard case .identifier(let identifier) = rows[index].values[slot],
                        keys.place(of: identifier) == nil, rows[index].writes(slot)
                    else { continue }
                    try note(identifier, of: rows[index], slot, in: &destinations)
                }
                guard !shape.joins.isEmpty else { continue }
                let row = rows[index]
                for slot in shape.joins {
                    for member in row.added(slot) { try note(member, of: row, slot, in: &destinations) }
                }
            }
        }
        for (_, group) in destinations.groups.sorted(by: { $0.key < $1.key }) { try check(group) }
    }

    /// Notes a destination that must be looked up. The rows that this transaction writes exist, and a row that it
    /// deletes is found elsewhere.
    private func note(
        _ identifier: PersistentIdentifier,
        of row: EncodedRow,
        _ slot: Int,
        in destinations: inout Destinations
    ) throws {
        guard keys.place(of: identifier) == nil else { return }
        let (entity, key) = try keys.destination(identifier)
        guard !log.isUpdated(entity, key),
            !destinations.deleted(log).contains(ChangeLog.Row(entity: entity.number, key: key))
        else { return }
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

    private var deleted: Set<ChangeLog.Row>?
    private(set) var groups: [String: Group] = [:]

    /// The rows that the transaction deletes, collected when they are first asked for.
    mutating func deleted(_ log: ChangeLog) -> Set<ChangeLog.Row> {
        if let deleted { return deleted }
        let rows = Set(log.deletedRows)
        deleted = rows
        return rows
    }

    mutating func add(_ entity: StoreEntity, _ key: Int64, _ source: (EncodedRow, Int)) {
        let table = entity.table.tableName
        groups[table, default: Group(entity: entity)].sources[key] = source
    }
}
