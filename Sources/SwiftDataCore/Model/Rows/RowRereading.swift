/// The values of a row that is read again after another writer has written it.
///
/// Changes the values, by ``RowRefreshing``, and joins the edits of to-many relationships with the members in the
/// store.
struct RowRereading {
    let state: ModelState

    /// Takes the values of a row that was read again. To-many relationships are read again too.
    func reload(from row: DefaultSnapshot) {
        state.ending.whileHeld { rereadRow(from: row) }
    }

    private func rereadRow(from row: DefaultSnapshot) {
        let shown = state.failedReads?.shown ?? []
        state.refreshing.refresh(with: row)
        // The program has not asked for it: it has the value that it has seen before.
        for slot in shown
        where !state.isToMany(slot) && state.phase == .registered && state.changes?.slots.contains(slot) != true {
            state.standIns.noteShown(slot)
            state.unload(slot)
        }
        for slot in state.values.indices where state.isToMany(slot) && !(state.changes?.slots.contains(slot) ?? false) {
            state.observing.mutateObserved(slot) { state.unload(slot) }
        }
    }

    /// Joins the edits of to-many relationships with the members in the store. Members that both have keep their order
    /// in this context; the members that other writers have added come after them.
    func rejoinEdits() { state.ending.whileHeld { rejoinToManyEdits() } }

    private func rejoinToManyEdits() {
        guard state.phase == .registered, let changes = state.changes else { return }
        for slot in changes.slots.sorted() where state.isToMany(slot) {
            let before = state.values[slot]
            var mine: [PersistentIdentifier] = []
            if case .identifiers(let members) = before { mine = members }
            changes.forgetOriginal(slot)
            state.extras?.members.forgetBatch(slot)
            state.observing.mutateObserved(slot) {
                state.unload(slot)
                // If it cannot be read now, it is joined when it can.
                guard case .identifiers(let joined) = state.reading.value(at: slot) else { return }
                let present = Set(joined)
                let known = Set(mine)
                state.put(.identifiers(mine.filter(present.contains) + joined.filter { !known.contains($0) }), at: slot)
                if joined.isEmpty, mine.isEmpty { state.put(before, at: slot) }
            }
        }
    }
}
