extension CheckedStore {
    package func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        before commit: () throws -> Void
    ) throws -> StoreSaveResult {
        try gate.pass { try write(changes, editing, before: commit) }
    }

    private func write(
        _ changes: StoreChanges,
        _ editing: EditingState,
        before commit: () throws -> Void
    ) throws -> StoreSaveResult {
        let first = changes.inserted.first ?? changes.updated.first ?? changes.deleted.first
        let entity = first?.layout.entityName
        let request = try request(for: changes, editing)
        // The store writes at once.
        try ContextCall.current?.finish()
        let result = try calling(about: entity) { try $0.save(request) }
        try commit()
        let reregistered = try received(result.snapshotsToReregister)
        guard result.storeIdentifier == openedIdentifier else {
            throw misbehaving("its save result has the identifier of another store", entity: entity)
        }
        return StoreSaveResult(
            remapped: result.remappedIdentifiers.mapValues(\.interned),
            reregistered: reregistered.mapValues(\.withoutMembers),
            historyToken: checked(result.historyToken),
            locks: result.locks
        )
    }

    /// The changes as snapshots of the store's type. The rows are whole: the store may keep them.
    private func request(
        for changes: StoreChanges,
        _ editing: EditingState
    ) throws -> DataStoreSaveChangesRequest<Store.Snapshot> {
        var changes = changes
        changes.updated = try completed(merged(changes.updated, editing), isLenient: false, editing)
        changes.deleted = try completed(changes.deleted, isLenient: true, editing)
        let remapping = SaveRemapping()
        changes.attach(remapping)
        if let inserted = changes.inserted as? [Store.Snapshot],
            let updated = changes.updated as? [Store.Snapshot],
            let deleted = changes.deleted as? [Store.Snapshot]
        {
            return DataStoreSaveChangesRequest(
                inserted: inserted,
                updated: updated,
                deleted: deleted,
                editingState: editing,
                seenUndescribed: changes.seenUndescribed
            )
        }
        let backings = SnapshotBackings(changes.inserted + changes.updated + changes.deleted, types)
        defer { backings.letGo() }
        func own(_ row: DefaultSnapshot) throws -> Store.Snapshot {
            guard let backing = backings.all[row.persistentIdentifier] else {
                throw misbehaving("two rows of a save have the same identifier", row, nil)
            }
            var related = backings.all
            return Store.Snapshot(from: backing, relatedBackingDatas: &related)
        }
        return DataStoreSaveChangesRequest(
            inserted: try changes.inserted.map(own),
            updated: try changes.updated.map(own),
            deleted: try changes.deleted.map(own),
            editingState: editing
        )
    }

    /// The rows, with their unread values from the store.
    /// - Parameter isLenient: True if a row that is deleted, or of which only the members have not been read, stays as
    ///   it is.
    private func completed(
        _ rows: [DefaultSnapshot],
        isLenient: Bool,
        _ editing: EditingState
    ) throws -> [DefaultSnapshot] {
        let incomplete = rows.filter { $0.hasUnloaded(evenMembers: !isLenient) }.map(\.persistentIdentifier)
        guard !incomplete.isEmpty else { return rows }
        let stored = try wholeRows(for: incomplete, editing)
        return try rows.map { row in
            guard row.hasUnloaded(evenMembers: !isLenient) else { return row }
            if let stored = stored[row.persistentIdentifier] { return row.completed(from: stored) }
            if isLenient { return row }
            throw StoreError(
                .missingRow,
                "the row was deleted elsewhere, so that it cannot be updated.",
                entity: row.layout.entityName,
                model: row.persistentIdentifier
            )
        }
    }
}

extension StoreChanges {
    fileprivate mutating func attach(_ remapping: SaveRemapping) {
        for index in inserted.indices { inserted[index].remapping = remapping }
        for index in updated.indices { updated[index].remapping = remapping }
        for index in deleted.indices { deleted[index].remapping = remapping }
    }
}

extension DefaultSnapshot {
    fileprivate func hasUnloaded(evenMembers: Bool) -> Bool {
        zip(layout.properties, values).contains { property, value in
            guard case .unloaded = value else { return false }
            if case .toMany = property.shape { return evenMembers }
            return true
        }
    }

    /// The row with the values that it lacks; members that were added or removed while unread join the members of the
    /// store.
    fileprivate func completed(from stored: DefaultSnapshot) -> DefaultSnapshot {
        guard stored.layout === layout else { return self }
        var row = self
        for slot in values.indices {
            guard case .unloaded = values[slot] else { continue }
            row.values[slot] = stored.values[slot]
            guard let change = toManyChanges[slot], case .toMany = layout.properties[slot].shape else { continue }
            let removed = Set(change.removed)
            let kept = stored.members(slot).filter { !removed.contains($0) }
            let present = Set(kept)
            row.values[slot] = .identifiers(kept + change.added.filter { !present.contains($0) })
        }
        return row
    }
}
