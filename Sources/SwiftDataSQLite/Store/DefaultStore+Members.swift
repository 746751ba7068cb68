package import SwiftDataCore
import SwiftDataSQL

extension DefaultStore {
    /// The owners of members whose rows have a key for a relationship that has no other side.
    package func owners(
        of members: [PersistentIdentifier],
        slot: Int,
        of layout: ModelLayout
    ) throws -> [PersistentIdentifier: PersistentIdentifier] {
        let entity = try model.entity(of: layout)
        guard entity.slots.indices.contains(slot), entity.inverse(of: slot) == nil,
            case .toManyByKey(let destination, let column, _) = entity.slots[slot], let destination = model[destination]
        else { return [:] }
        var byKey: [Int64: PersistentIdentifier] = [:]
        for member in members {
            if let key = member.resolved.row { byKey[key] = member }
        }
        let sql =
            "SELECT t.Z_PK, o.Z_PK, o.Z_ENT FROM \(destination.quotedTable) t JOIN \(entity.quotedTable) o "
            + "ON o.Z_PK = t.\(SQLIdentifier.quoted(column)) WHERE \(KeyList.condition("t.Z_PK"))"
        return try connection.readOnce { runner in
            var found: [PersistentIdentifier: PersistentIdentifier] = [:]
            for chunk in KeyList.chunks(byKey.keys.sorted()) {
                try runner.query(sql) {
                    $0.text(KeyList.parameter(chunk))
                } row: { row in
                    guard let member = byKey[row.integer(0)], let owner = model[number: row.integer(2)] else { return }
                    found[member] = owner.identifier(row.integer(1))
                }
            }
            return found
        }
    }
}
