import Foundation
import GRDB
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Writes the changed columns of stored rows.
    /// - Throws: ``StoreError`` with code `missingRow` for a row that was deleted.
    mutating func update(_ rows: [EncodedRow]) throws {
        var mayFree = true
        for (index, row) in rows.enumerated() {
            guard let key = row.identifier.resolved.row else {
                throw row.entity.error(.missingRow, "has never been saved", model: row.identifier)
            }
            do {
                try update(row, key)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                // The value may belong to a row that is yet to give it up, as when two rows swap theirs.
                guard mayFree else { throw uniqueViolation(row, error) }
                mayFree = false
                for later in rows[index...] { try freeUniqueValues(later) }
                do {
                    try update(row, key)
                } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                    throw uniqueViolation(row, error)
                }
            }
        }
    }

    mutating func update(_ row: EncodedRow, _ key: Int64) throws {
        let entity = row.entity
        let slots = row.columnSlots
        guard !slots.isEmpty || !row.toManyChanges.isEmpty else {
            // Nothing of it is in the store: its counter stays.
            if row.lock != DefaultSnapshot.unknownLock { log.note(lock: row.lock, of: entity, key) }
            return
        }
        try noteExternalFiles(entity, slots: slots, keys: [key])
        let binding = RowBinding(keys: keys)
        // A row counts a save once, whatever else of it the save has written already.
        let isCounted = log.isCounted(entity, key)
        let compares = row.lock != DefaultSnapshot.unknownLock
        var lock: Int64?
        try update(entity, slots: slots, counts: !isCounted, compares: compares).statement.query { binder in
            try binding.bind(row, slots: slots, to: &binder)
            binder.integer(key)
            if compares { binder.integer(isCounted ? row.lock &+ 1 : row.lock) }
        } row: {
            if !$0.isNull(0) { lock = $0.integer(0) }
        }
        guard runner.changedRows == 1 else {
            if compares, try LockCheck(runner: runner, model: model).isThere(key, of: entity) {
                throw LockCheck.conflict(entity, key)
            }
            throw entity.error(.missingRow, "the row was deleted since it was read", model: row.identifier)
        }
        if let lock { log.note(lock: lock, of: entity, key) }
        var bits = ColumnBits()
        for slot in slots { entity.table.historyBit(forSlot: slot).map { bits.insert($0) } }
        for slot in row.toManyChanges.keys { entity.table.historyBit(forSlot: slot).map { bits.insert($0) } }
        log.update(entity, key, bits: bits)
    }

    /// Rows with NULL do not clash.
    private func freeUniqueValues(_ row: EncodedRow) throws {
        let unique = Set(row.entity.table.uniqueColumns.joined())
        let columns = row.columnSlots.flatMap { row.entity.slots[$0].columnNames }.filter(unique.contains)
        guard !columns.isEmpty, let key = row.identifier.resolved.row else { return }
        try runner.run(RowStatements(entity: row.entity).setNull(columns)) { $0.integer(key) }
    }

    func uniqueViolation(_ row: EncodedRow, _ error: DatabaseError) -> StoreError {
        // SQLite names the columns: "UNIQUE constraint failed: ZTRIP.ZNAME, ZTRIP.ZSTARTDATE".
        let named = (error.message ?? "").split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
        let columns = Set(named.map(String.init))
        let slots = row.entity.slots.indices.filter { !columns.isDisjoint(with: row.entity.slots[$0].columnNames) }
        let names = slots.map { row.entity.layout.properties[$0].name }
        return StoreError(
            .constraint,
            "another \(row.entity.name) has the same unique values",
            entity: row.entity.name,
            property: names.isEmpty ? nil : names.joined(separator: ", "),
            model: row.identifier,
            underlying: SQLiteErrorSummary(error)
        )
    }

    /// Remembers the files of values that are about to go.
    mutating func noteExternalFiles(_ entity: StoreEntity, slots: [Int], keys: [Int64]) throws {
        guard !entity.shape.external.isEmpty else { return }
        let columns = slots.flatMap { entity.slots[$0].valueColumns }.filter(\.isExternal)
        guard !columns.isEmpty else { return }
        let list = columns.map { SQLIdentifier.quoted($0.name) }.joined(separator: ", ")
        for selection in KeySelection.of(keys) {
            let sql = "SELECT \(list) FROM \(entity.quotedTable) WHERE \(selection.condition("Z_PK"))"
            try runner.query(sql) {
                selection.bind(to: &$0)
            } row: { row in
                for index in columns.indices where row.storageClass(index) == .blob {
                    if let name = ExternalStorage.fileName(row.blob(index)) { obsoleteFiles.append(name) }
                }
            }
        }
    }
}
