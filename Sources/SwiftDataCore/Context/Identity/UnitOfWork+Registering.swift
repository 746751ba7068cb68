extension ModelState {
    package func join(_ batch: FaultBatch?, _ index: Int) {
        self.batch = batch
        batchIndex = index
    }

    /// Takes the values of a newly read row. Slots with unsaved edits keep them.
    package func refresh(with snapshot: DefaultSnapshot) { refresh(with: LoadedRow(snapshot)) }

    /// The same for a row that came in a batch.
    package func refresh(with row: LoadedRow) { whileHeld { take(row) } }

    private func take(_ row: LoadedRow) {
        guard phase == .registered || phase == .deleted, row.layout === layout else { return }
        // Values that stores show of a save in progress may still be taken back.
        if changes != nil, unit?.saveRun.inFlight != nil { return }
        if changes != nil || phase == .deleted { unit?.refusals.noteMoved(self, row) }
        var isWhole = true
        defer {
            if isWhole { lock = row.lock }
            if extras?.failedReads != nil { didRefresh(from: row) }
        }
        for slot in values.indices {
            let new = row.values[slot]
            if case .unloaded = new {
                // A value that stays is as old as it was.
                if isWhole, !isToMany(slot) { isWhole = false }
                continue
            }
            if layout.properties[slot].isEphemeral { continue }
            // Comparing it would encode it, by what has led here.
            if let unit, unit.isEncoding, case .object = values[slot] { continue }
            if let changes {
                let merge = merge(slot, with: new, changes)
                if merge.isConflict { unit?.conflicts.note(self, slot, saved: new, isContested: merge.isContested) }
                if let displaced = merge.displaced { noteDisplacement(slot, displaced) }
                changes.original[slot] = new
                if merge.keepsEdit { continue }
                if merge.forgetsEdit { changes.slots.remove(slot) }
            }
            if case .unloaded = values[slot] {
                // If the model is observed, the value is unread because it could not be read again.
                if mayBeObserved { mutateObserved(slot) { values[slot] = new } } else { values[slot] = new }
                continue
            }
            guard !values[slot].isSame(as: new, encode: { try encoded($0, slot: slot) }) else { continue }
            // Rows that were loaded ahead may be of the same age as what is being replaced.
            unit?.clock.noteNewRows()
            mutateObserved(slot) { values[slot] = new }
        }
    }

    /// Notes that the row is gone. Values that were read stay readable, the other values fall back.
    package func vanish() {
        whileHeld {
            move(to: .gone)
            changes = nil
            extras?.failedReads = nil
            // Accessors make a default or a zero of none.
            for slot in values.indices where isUnloaded(slot) { values[slot] = standIn(at: slot) }
        }
    }

    /// The program has fetched the row again: it knows the values from here on.
    private func didRefresh(from row: LoadedRow) {
        guard let failed = failedReads else { return }
        for slot in Array(failed.shown) where !isUnloaded(slot) { failed.shown.remove(slot) }
        didReadRow()
    }
}
