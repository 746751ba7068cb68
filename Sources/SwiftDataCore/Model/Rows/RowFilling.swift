/// The filling of unread values from a row.
///
/// Changes values that are unread, and their originals. Members that were added or removed before a relationship was
/// read are joined with the read ones. Asks and tidies ``FailedReads``.
package struct RowFilling {
    let state: ModelState

    /// Fills the slots that were not fetched.
    package func fill(from row: DefaultSnapshot) { fill(from: LoadedRow(row)) }

    /// The same from a row that came in a batch.
    package func fill(from row: LoadedRow) { state.ending.whileHeld { fillUnread(from: row) } }

    private func fillUnread(from row: LoadedRow) {
        guard row.layout === state.layout else { return }
        if state.lock == DefaultSnapshot.unknownLock { state.noteLock(row.lock) }
        let shown = state.extras?.failedReads?.shown ?? []
        defer { state.standIns.didReadRow() }
        for slot in state.values.indices {
            if case .unloaded = row.values[slot] { continue }
            if case .identifiers(let members) = row.values[slot] {
                // Members that were added or removed before the relationship was read are joined with the read ones.
                if state.isUnloaded(slot) { fillToMany(slot, members) }
                continue
            }
            if case .unloaded = state.values[slot], shown.isEmpty || !shown.contains(slot) {
                if let change = state.changes?.toMany[slot], !change.added.isEmpty || !change.removed.isEmpty {
                    // Some stores answer the members with the row.
                    if case .identifiers(let stored) = row.values[slot] {
                        fillToMany(slot, stored)
                    } else {
                        fillToMany(slot, [])
                    }
                } else {
                    state.put(row.values[slot], at: slot)
                }
            }
            state.changes?.fillOriginal(slot, row.values[slot])
        }
    }

    /// Takes the members of a to-many relationship as they were loaded.
    func take(_ members: FaultBatch.Members, slot: Int) {
        state.ending.whileHeld {
            fillToMany(slot, members.identifiers)
            guard !state.isUnloaded(slot) else { return }
            state.madeExtras.members.keep(members.batch, from: members.range.lowerBound, slot: slot)
        }
    }

    /// Fills a to-many relationship with the members in the store, joined with unsaved changes.
    ///
    /// A relationship for which a getter has returned a stand-in is left unread until the next getter.
    package func fillToMany(_ slot: Int, _ stored: [PersistentIdentifier]) {
        if let failed = state.failedReads {
            failed.didReadMembers(slot)
            defer { state.standIns.tidyFailedReads() }
            if failed.shown.contains(slot) { return }
        }
        var members = stored
        if let changes = state.changes {
            changes.fillOriginal(slot, .identifiers(stored))
            if let change = changes.toMany[slot] {
                let there = Set(stored)
                // A change that other writers have saved already is no change any more.
                changes.forgetSaved(slot, there)
                let removed = Set(change.removed)
                members.removeAll { removed.contains($0) }
                members.append(contentsOf: change.added.filter { !there.contains($0) })
            }
        }
        state.put(.identifiers(members), at: slot)
    }
}
