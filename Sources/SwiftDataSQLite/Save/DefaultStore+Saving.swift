public import SwiftDataCore

extension DefaultStore: JointSaving, OthersNoticing {
    /// Writes changes in one transaction, all of them or none.
    /// - Throws: ``StoreError`` naming the entity, property and row concerned; nothing has changed then.
    public func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        try save(request) {}
    }

    package func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>,
        before commit: () throws -> Void
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        // Encoding writes large values to files.
        try connection.checkWritable()
        var encoder = RowEncoder(model: model, storage: external)
        var result: DataStoreSaveChangesResult<DefaultSnapshot>
        var obsolete: [String]
        do {
            let inserted = try request.inserted.map { try encoder.encode($0, isNew: true) }
            let updated = try request.updated.map { try encoder.encode($0, isNew: false) }
            let deleted = request.deleted.map(\.persistentIdentifier)
            let added: Set<OrderColumn>
            (result, obsolete, added) = try connection.write { runner in
                DerivedRows.take(runner.database)
                connection.composedColumns.note(inserted + updated)
                try checkModel(runner)
                if connection.known.isDisturbed { try model.orders.refresh(runner) }
                // Updates compare the counters of their rows themselves. Nobody else can write a store in memory.
                if connection.path != nil, !deleted.isEmpty,
                    connection.known.mayBeStale(seen: request.seenUntold ?? 0)
                {
                    try LockCheck(runner: runner, model: model).check(request.deleted)
                }
                var transaction = SaveTransaction(runner: runner, model: model, external: external)
                try transaction.write(inserted: inserted, updated: updated, deleted: deleted)
                let number = try HistoryWriter(
                    runner: runner,
                    model: model,
                    file: file,
                    external: external,
                    author: request.editingState.author
                ).write(transaction.log)
                let derived = try snapshots(DerivedRows.take(runner.database), runner)
                try commit()
                return (
                    answer(request, transaction, number, derived), transaction.obsoleteFiles,
                    transaction.orders.added
                )
            }
            model.orders.formUnion(added)
        } catch {
            encoder.files.rollBack()
            throw error
        }
        external.remove(obsolete)
        return result
    }

    /// - Throws: ``StoreError`` with code `migration` where somebody else has migrated the file.
    func checkModel(_ runner: SQLRunner) throws {
        guard connection.transaction == nil else { return }
        try file.served.check(runner, isDisturbed: connection.known.isDisturbed, path: connection.path)
    }

    package func takeInOthersCommits() { lookout?.lookAndTell() }

    package var untoldCount: Int { lookout?.untoldCount ?? 0 }

    private func locks(_ log: ChangeLog) -> [PersistentIdentifier: Int64] {
        var locks: [PersistentIdentifier: Int64] = [:]
        for (row, lock) in log.locks {
            if let entity = model[number: row.entity] { locks[entity.identifier(row.key)] = lock }
        }
        return locks
    }

    private func answer(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>,
        _ transaction: SaveTransaction,
        _ number: Int64?,
        _ derived: [PersistentIdentifier: DefaultSnapshot]
    ) -> DataStoreSaveChangesResult<DefaultSnapshot> {
        let remapped = transaction.keys.permanent
        // Values that the store has worked out.
        var reregistered = derived
        let joined = Set(transaction.upserts.stored(transaction.log).map(\.identifier))
        if !joined.isEmpty {
            for snapshot in request.inserted where joined.contains(snapshot.persistentIdentifier) {
                guard let permanent = remapped[snapshot.persistentIdentifier] else { continue }
                reregistered[permanent] = snapshot.copy(
                    persistentIdentifier: permanent,
                    remappedIdentifiers: remapped
                )
            }
        }
        return DataStoreSaveChangesResult(
            for: identifier,
            remappedIdentifiers: remapped,
            snapshotsToReregister: reregistered,
            historyToken: number.map { DefaultHistoryToken(storeIdentifier: identifier, transaction: $0) },
            locks: locks(transaction.log)
        )
    }
}
