#if PostgreSQL
public import SwiftDataCore
import SwiftDataSQL

extension PostgresStore {
    /// Writes changes in one transaction, all of them or none.
    /// - Throws: ``StoreError`` naming the entity, property and row concerned; nothing has changed then.
    public func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        let result = try save(StoreChanges(request), request.editingState) {}
        return DataStoreSaveChangesResult(for: identifier, result, of: request)
    }

    package func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        before commit: () throws -> Void
    ) throws -> StoreSaveResult {
        guard isWritable else { throw readOnlyError }
        // Encoding runs code of the models, which may come back to the store.
        let deleted = Set(changes.deleted.map(\.persistentIdentifier.resolved))
        let inserted = try changes.inserted.map { try WrittenRow($0, isNew: true, model, deleting: deleted) }
        let updated = try changes.updated.map { try WrittenRow($0, isNew: false, model, deleting: deleted) }
        var attempt = 0
        while true {
            var mayRepeat = true
            do {
                let beforeCommit = {
                    mayRepeat = false
                    try commit()
                }
                let (saved, bounds) = try writing(by: editing.id, before: beforeCommit) { connection, begin in
                    var transaction = SaveTransaction(
                        connection: connection,
                        model: model,
                        blocks: keys,
                        refusesDuplicates: changes.refusesDuplicates
                    )
                    for statement in begin { transaction.enqueue(statement.sql) }
                    try transaction.write(
                        inserted: inserted,
                        updated: updated,
                        deleted: changes.deleted,
                        cascades: changes.cascades
                    )
                    let bounds = try transaction.finish(author: editing.author)
                    let result = try answer(inserted, updated, transaction, connection)
                    return ((result, transaction.freeKeys), bounds)
                }
                var result = saved.0
                keys.add(saved.1)
                result.historyToken = bounds.token(in: identifier)
                // The save ends the lock of its context.
                holds.withLock { $0[editing.id] }?.release()
                return result
            } catch let error as StoreError {
                attempt += 1
                if error.isOfKey { keys.forget() }
                guard mayRepeat, attempt < 5, isWorthRepeating(error, inserted) else { throw error }
            }
        }
    }

    /// True for a failure that may not recur in another attempt: of the order of two writers, or of a row with unique
    /// values that another one has just inserted, which is found the next time.
    private func isWorthRepeating(_ error: StoreError, _ inserted: [WrittenRow]) -> Bool {
        guard let failure = error.underlyingError as? PostgresFailure else { return false }
        return failure.isWorthRetrying || failure.isOfOldPlan || error.isOfKey
            || failure.isUniqueViolation && inserted.contains { !$0.entity.table.uniqueColumns.isEmpty }
    }

    private func answer(
        _ inserted: [WrittenRow],
        _ updated: [WrittenRow],
        _ transaction: SaveTransaction,
        _ connection: PostgresConnection
    ) throws -> StoreSaveResult {
        var result = StoreSaveResult(remapped: [:], reregistered: [:], historyToken: nil, locks: transaction.locks)
        result.identifiers = inserted.compactMap { transaction.keys[$0.identifier] }
        result.cascaded = transaction.cascaded
        // Values that the store keeps otherwise than they were given.
        var changed: [Int64: Set<Int64>] = [:]
        for row in inserted + updated {
            guard let (entity, key) = transaction.keys.row(row.identifier) else { continue }
            if transaction.joined[row.identifier] != nil || row.hasRoundedDates {
                changed[entity.number, default: []].insert(key)
            }
        }
        for number in changed.keys.sorted() {
            guard let entity = model[number: number], let keys = changed[number] else { continue }
            let rows = try rows(keys.sorted(), of: entity, salvaging: false, connection)
            for snapshot in rows.snapshots { result.reregistered[snapshot.persistentIdentifier] = snapshot }
        }
        return result
    }

    package var isWritable: Bool { configuration.allowsSave && model.mapping == nil }

    /// The error of a write to a store that is only read.
    var readOnlyError: StoreError {
        StoreError(
            .readOnly,
            model.mapping == nil
                ? "the store was opened with allowsSave: false." : "the tables of another program are only read."
        )
    }
}

extension StoreError {
    /// True if a new row was given the key of another one.
    fileprivate var isOfKey: Bool {
        guard let failure = underlyingError as? PostgresFailure else { return false }
        let isOfHistory = failure.table.map(HistorySchema.tables.contains) ?? true
        return failure.isUniqueViolation && !isOfHistory && failure.constraint?.hasSuffix("_pkey") == true
    }
}

extension WrittenRow {
    /// True if a date is written that lies between two microseconds.
    fileprivate var hasRoundedDates: Bool {
        func isRounded(_ value: StoredValue) -> Bool {
            switch value {
            case .date(let date): DateValue.rounded(date) != date
            case .composite(let values): values.contains(where: isRounded)
            // Of the slots that are asked about, members of composites may be other arrays.
            case .data(let json): (try? ArrayJSON.values(json, .date))?.contains(where: isRounded) ?? false
            default: false
            }
        }
        return entity.dateSlots.contains { writes($0) && isRounded(values[$0]) }
    }
}
#endif
