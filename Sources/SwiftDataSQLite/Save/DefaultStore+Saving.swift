public import SwiftDataCore

extension DefaultStore {
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
        try save(changes, editing) { _, _, _ in try commit() }
    }

    /// Writes changes, all of them or none.
    /// - Parameter finish: Is called at the end of the transaction, which is undone if it throws, with all that the
    ///   transaction has changed.
    func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        finish: (SQLRunner, ChangeLog, inout StoreSaveResult) throws -> Void
    ) throws -> StoreSaveResult {
        // Encoding writes large values to files.
        try connection.checkWritable()
        var encoder = RowEncoder(model: model, storage: external)
        var result: StoreSaveResult
        var obsolete: [String]
        var isCommitting = false
        do {
            let inserted = try changes.inserted.map { try encoder.encode($0, isNew: true) }
            let updated = try changes.updated.map { try encoder.encode($0, isNew: false) }
            let added: Set<OrderColumn>
            (result, obsolete, added) = try connection.write(by: editing.id) { runner in
                DerivedRows.take(runner.database)
                for rows in [inserted, updated] { connection.composedColumns.note(rows) }
                try checkModel(runner)
                if connection.known.isDisturbed { try model.orders.refresh(runner) }
                // Updates compare the counters of their rows themselves. No other program can write a store in memory.
                if !changes.deleted.isEmpty,
                    changes.comparesDeleted
                        || connection.path != nil && connection.known.mayBeStale(seen: changes.seenUndescribed ?? 0)
                {
                    try LockCheck(runner: runner, model: model).check(changes.deleted)
                }
                var transaction = SaveTransaction(
                    runner: runner,
                    model: model,
                    external: external,
                    refusesDuplicates: changes.refusesDuplicates
                )
                try transaction.write(
                    inserted: inserted,
                    updated: updated,
                    deleted: changes.deleted.map(\.persistentIdentifier),
                    cascades: changes.cascades
                )
                let number = try HistoryWriter(
                    runner: runner,
                    model: model,
                    file: file,
                    external: external,
                    author: editing.author
                ).write(transaction.log)
                let derived = try snapshots(DerivedRows.take(runner.database), runner)
                // Other stores save in the next call, after which nothing here may fail but the commit itself.
                try encoder.files.makeDurable(obsolete: transaction.obsoleteFiles)
                var result = answer(changes, transaction, number, derived)
                try finish(runner, transaction.log, &result)
                isCommitting = true
                return (result, transaction.obsoleteFiles, transaction.orders.added)
            }
            model.orders.formUnion(added)
        } catch {
            encoder.files.rollBack(isCertain: !isCommitting)
            throw error
        }
        encoder.files.finish(obsolete: obsolete)
        clearUnresolvedNotes()
        return result
    }

    /// - Throws: ``StoreError`` with code `migration` where another process has migrated the file.
    func checkModel(_ runner: SQLRunner) throws {
        guard connection.transaction == nil else { return }
        try file.served.check(runner, isDisturbed: connection.known.isDisturbed, path: connection.path)
    }

    package func receiveExternalCommits() {
        // No other process can have committed since the lock was taken, and a look would wait for its end.
        guard !connection.isHeldHere else { return }
        commitWatcher?.lookAndWait()
    }

    package var isWritable: Bool { !connection.isReadOnly }

    package func takeWriteLock(for editing: EditingState) throws -> any WriteLock {
        // The transaction of a migration has the lock.
        guard connection.transaction == nil else { return LentLock() }
        return try connection.takeHold(editing.id)
    }

    package var conflictTimeout: Double { connection.conflictTimeout }

    package var undescribedCount: Int { commitWatcher?.undescribedCount ?? 0 }

    private func locks(_ log: ChangeLog) -> [PersistentIdentifier: Int64] {
        var locks: [PersistentIdentifier: Int64] = [:]
        for (row, lock) in log.locks {
            if let entity = model[number: row.entity] { locks[entity.identifier(row.key)] = lock }
        }
        return locks
    }

    private func answer(
        _ changes: StoreChanges,
        _ transaction: SaveTransaction,
        _ number: Int64?,
        _ derived: [PersistentIdentifier: DefaultSnapshot]
    ) -> StoreSaveResult {
        // Values that the store has worked out.
        var reregistered = derived
        let joined = Set(transaction.upserts.stored(transaction.log).map(\.identifier))
        if !joined.isEmpty {
            let remapped = Dictionary(
                zip(changes.inserted.lazy.map(\.persistentIdentifier), transaction.keys.identifiers),
                uniquingKeysWith: { _, new in new }
            )
            for snapshot in changes.inserted where joined.contains(snapshot.persistentIdentifier) {
                guard let permanent = remapped[snapshot.persistentIdentifier] else { continue }
                var copy = snapshot.copy(persistentIdentifier: permanent, remappedIdentifiers: remapped)
                for (slot, value) in transaction.upserts.kept[snapshot.persistentIdentifier] ?? [:] {
                    copy.values[slot] = value
                }
                reregistered[permanent] = copy
            }
        }
        var result = StoreSaveResult(
            remapped: [:],
            reregistered: reregistered,
            historyToken: number.map { DefaultHistoryToken(storeIdentifier: identifier, transaction: $0) },
            locks: locks(transaction.log)
        )
        result.identifiers = transaction.keys.identifiers
        result.cascaded = transaction.cascaded.flatMap { group in
            model[number: group.entity].map { entity in group.keys.map { entity.identifier($0) } } ?? []
        }
        return result
    }
}

extension DefaultStore: ModelChecking {
    /// - Throws: ``StoreError`` with code `migration` where the file was migrated since the store was opened.
    package func checkModel() throws {
        try connection.read { runner in try file.served.check(runner, isDisturbed: true, path: connection.path) }
    }
}
