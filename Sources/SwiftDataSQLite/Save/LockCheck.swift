import SwiftDataCore
import SwiftDataSQL

/// Compares the optimistic-lock counters of rows with the counters at the time of the read. To be called in the
/// transaction that is about to write them.
struct LockCheck {
    let runner: SQLRunner
    let model: StoreModel

    /// Deleted rows, and rows whose counter was never read, are left out.
    /// - Throws: ``StoreError`` with code `conflict` naming entity and row.
    func check(_ rows: [DefaultSnapshot]) throws {
        var tables: [String: (entity: StoreEntity, locks: [Int64: Int64])] = [:]
        for row in rows where row.lock != DefaultSnapshot.unknownLock {
            let identifier = row.persistentIdentifier.resolved
            guard let key = identifier.row else { continue }
            let entity = try model.entity(of: identifier)
            tables[entity.table.tableName, default: (entity, [:])].locks[key] = row.lock
        }
        for (_, table) in tables.sorted(by: { $0.key < $1.key }) { try check(table.entity, table.locks) }
    }

    private func check(_ entity: StoreEntity, _ locks: [Int64: Int64]) throws {
        let sql =
            "SELECT Z_PK, Z_ENT, Z_OPT FROM \(entity.quotedTable) WHERE \(KeyList.condition("Z_PK")) ORDER BY Z_PK"
        for chunk in KeyList.chunks(locks.keys.sorted()) {
            var stale: (key: Int64, number: Int64)?
            try runner.query(sql) {
                $0.text(KeyList.parameter(chunk))
            } row: { row in
                guard stale == nil, locks[row.integer(0)] != row.integer(2) else { return }
                stale = (row.integer(0), row.integer(1))
            }
            guard let stale else { continue }
            let entity = model[number: stale.number] ?? entity
            throw Self.conflict(entity, stale.key)
        }
    }

    static func conflict(_ entity: StoreEntity, _ key: Int64) -> StoreError {
        entity.error(
            .conflict,
            "another context or process changed the row since it was read. Nothing was written and every change is still "
                + "pending: the next save merges them with the current row.",
            model: entity.identifier(key)
        )
    }

    func isThere(_ key: Int64, of entity: StoreEntity) throws -> Bool {
        try runner.integer("SELECT 1 FROM \(entity.quotedTable) WHERE Z_PK = ?") { $0.integer(key) } != nil
    }
}
