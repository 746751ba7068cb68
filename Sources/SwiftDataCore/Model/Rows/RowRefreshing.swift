/// The values of a newly read row, merged with unsaved edits.
///
/// Changes the values, the changes and the counter of the state, the generation of ``ContextClock`` and the displaced
/// edits of ``PendingChanges``; reports conflicts and moved rows to the unit. Asks ``EditComparing``, which decides.
struct RowRefreshing {
    let state: ModelState

    /// Takes the values of a newly read row. Slots with unsaved edits keep them.
    func refresh(with snapshot: DefaultSnapshot) { refresh(with: LoadedRow(snapshot)) }

    /// The same for a row that came in a batch.
    func refresh(with row: LoadedRow) { state.ending.whileHeld { take(row) } }

    private func take(_ row: LoadedRow) {
        guard state.phase == .registered || state.phase == .deleted, row.layout === state.layout else { return }
        // Values that stores show of a save in progress may still be taken back.
        if state.changes != nil, state.unit?.saveRun.inFlight != nil { return }
        if state.changes != nil || state.phase == .deleted { state.unit?.refusals.noteMoved(state, row) }
        var isWhole = true
        defer {
            if isWhole { state.noteLock(row.lock) }
            if state.extras?.failedReads != nil { state.standIns.didRefresh(from: row) }
        }
        for slot in state.values.indices {
            let new = row.values[slot]
            if case .unloaded = new {
                // A value that stays is as old as it was.
                if isWhole, !state.isToMany(slot) { isWhole = false }
                continue
            }
            if state.layout.properties[slot].isEphemeral { continue }
            // Comparing it would encode it, by the code that has led here.
            if let unit = state.unit, unit.isEncoding, case .object = state.values[slot] { continue }
            if let changes = state.changes {
                let merge = state.edits.merge(slot, with: new, changes)
                if merge.isConflict {
                    state.unit?.conflicts.note(state, slot, saved: new, isContested: merge.isContested)
                }
                if let displaced = merge.displaced { noteDisplacement(slot, displaced) }
                changes.rebase(slot, on: new)
                if merge.keepsEdit { continue }
                if merge.forgetsEdit { changes.forgetEdit(slot) }
            }
            if case .unloaded = state.values[slot] {
                // If the model is observed, the value is unread because it could not be read again.
                if state.observing.mayBeObserved {
                    state.observing.mutateObserved(slot) { state.put(new, at: slot) }
                } else {
                    state.put(new, at: slot)
                }
                continue
            }
            guard !state.values[slot].isSame(as: new, encode: { try state.encoding.encoded($0, slot: slot) }) else {
                continue
            }
            // Rows that were loaded ahead may be of the same age as the row that is being replaced.
            state.unit?.clock.noteNewRows()
            state.observing.mutateObserved(slot) { state.put(new, at: slot) }
        }
    }

    /// Notes that the row of a model leads to another one than its edit.
    func noteDisplacement(_ slot: Int, _ destination: PersistentIdentifier) {
        guard let unit = state.unit, state.inverse(of: slot) != nil else { return }
        unit.pending.noteDisplaced(.init(state: state, slot: slot, destination: destination))
    }

    /// A model of a context keeps its identifier and its unsaved edits.
    func replace(with snapshot: DefaultSnapshot) {
        guard !state.isAttached else { return refresh(with: snapshot) }
        for slot in state.values.indices {
            if case .unloaded = snapshot.values[slot] { continue }
            state.put(snapshot.values[slot], at: slot)
        }
        state.identifier = snapshot.persistentIdentifier
    }
}
