extension ModelState {
    /// True if an attribute or a destination of the row has not been read.
    package var hasUnreadValues: Bool {
        zip(layout.properties, values).contains { property, value in
            if case .toMany = property.shape { return false }
            if case .unloaded = value { return true }
            return false
        }
    }

    /// True if the model still has a row. Another context or process may have deleted it, which is known once the row
    /// is read.
    func isThereAfterOthersChanges() -> Bool {
        guard phase == .registered, !lastKnown.isEmpty,
            let unread = values.indices.first(where: { !isToMany($0) && isUnloaded($0) })
        else { return true }
        unit?.loading.load(self, slot: unread)
        return phase == .registered
    }

    /// Takes the members of a to-many relationship as they were loaded.
    func take(_ members: FaultBatch.Members, slot: Int) {
        whileHeld {
            fillToMany(slot, members.identifiers)
            guard !isUnloaded(slot) else { return }
            toManyBatches[slot] = (members.batch, members.range.lowerBound)
        }
    }

    package func isUnloaded(_ slot: Int) -> Bool {
        if case .unloaded = values[slot] { true } else { false }
    }

    /// Fills what was not fetched.
    package func fill(from row: DefaultSnapshot) { fill(from: LoadedRow(row)) }

    /// The same from a row that came in a batch.
    package func fill(from row: LoadedRow) { whileHeld { fillUnread(from: row) } }

    private func fillUnread(from row: LoadedRow) {
        guard row.layout === layout else { return }
        if lock == DefaultSnapshot.unknownLock { lock = row.lock }
        let shown = extras?.failedReads?.shown ?? []
        defer { didReadRow() }
        for slot in values.indices {
            if case .unloaded = row.values[slot] { continue }
            if case .identifiers(let members) = row.values[slot] {
                // Members that were added or removed before the relationship was read are joined with the read ones.
                if isUnloaded(slot) { fillToMany(slot, members) }
                continue
            }
            if case .unloaded = values[slot], shown.isEmpty || !shown.contains(slot) {
                if let change = changes?.toMany[slot], !change.added.isEmpty || !change.removed.isEmpty {
                    // Some stores answer the members with the row.
                    if case .identifiers(let stored) = row.values[slot] {
                        fillToMany(slot, stored)
                    } else {
                        fillToMany(slot, [])
                    }
                } else {
                    values[slot] = row.values[slot]
                }
            }
            if let changes, case .unloaded = changes.original[slot] { changes.original[slot] = row.values[slot] }
        }
    }

    /// Fills a to-many relationship with the members in the store, joined with unsaved changes.
    ///
    /// A relationship for which a getter has returned a stand-in is left unread until the next getter.
    package func fillToMany(_ slot: Int, _ stored: [PersistentIdentifier]) {
        if let failed = failedReads {
            failed.members[slot] = nil
            failed.damaged[slot] = nil
            defer { tidyFailedReads() }
            if failed.shown.contains(slot) { return }
        }
        var members = stored
        if let changes {
            if case .unloaded = changes.original[slot] { changes.original[slot] = .identifiers(stored) }
            if let change = changes.toMany[slot] {
                let there = Set(stored)
                // A change that other writers have saved already is no change any more.
                changes.toMany[slot]?.added.removeAll { there.contains($0) }
                changes.toMany[slot]?.removed.removeAll { !there.contains($0) }
                let removed = Set(change.removed)
                members.removeAll { removed.contains($0) }
                members.append(contentsOf: change.added.filter { !there.contains($0) })
            }
        }
        values[slot] = .identifiers(members)
    }
}
