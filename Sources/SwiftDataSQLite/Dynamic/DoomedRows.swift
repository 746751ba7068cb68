import SwiftDataCore
import SwiftDataSQL

/// The rows that a save of a ``DynamicStore`` is to delete, looked up: an identifier may be that of another entity's row.
struct DoomedRows {
    private(set) var rows = RowSet()

    /// - Throws: ``StoreError`` with code `missingRow` for an identifier of no row.
    init(_ identifiers: [PersistentIdentifier], _ model: StoreModel, _ runner: SQLRunner) throws {
        for identifier in identifiers {
            let resolved = identifier.resolved
            let entity = try model.entity(of: resolved)
            guard let key = resolved.row else {
                throw entity.error(.missingRow, "has never been saved", model: identifier)
            }
            rows.insert(entity.number, key)
        }
        for (number, keys) in rows.groups {
            guard let entity = model[number: number] else { continue }
            try Self.check(keys, of: entity, runner)
        }
    }

    private static func check(_ keys: [Int64], of entity: StoreEntity, _ runner: SQLRunner) throws {
        let sql = "SELECT Z_PK FROM \(entity.quotedTable) WHERE \(KeyList.condition("Z_PK")) AND Z_ENT = ?"
        for chunk in KeyList.chunks(keys) {
            var found: Set<Int64> = []
            try runner.query(sql) {
                $0.text(KeyList.parameter(chunk))
                $0.integer(entity.number)
            } row: {
                found.insert($0.integer(0))
            }
            guard let missing = chunk.first(where: { !found.contains($0) }) else { continue }
            throw entity.error(.missingRow, "the row does not exist", model: entity.identifier(missing))
        }
    }
}
