/// The restoring of the values of the last save, or to the values with which the model is being written.
///
/// Changes the values and the changes of the state, and notifies the observers of each property.
struct EditReverting {
    let state: ModelState

    /// Restores the values of the last save and notifies the observers of the changed properties.
    func restore() {
        state.standIns.forgetFailedEdits()
        guard let changes = state.changes else { return }
        state.forgetChanges()
        for slot in changes.slots where changes.original.indices.contains(slot) {
            state.observing.mutateObserved(slot) { state.put(changes.original[slot], at: slot) }
        }
    }

    /// Gives a new or deleted model the values with which it is being written. Values that were merely read stay.
    func revert(to written: [StoredValue]) {
        for slot in written.indices where !state.layout.properties[slot].isEphemeral {
            if case .unloaded = written[slot], state.changes?.slots.contains(slot) != true { continue }
            guard !state.values[slot].isSame(as: written[slot], encode: { $0 }) else { continue }
            state.observing.mutateObserved(slot) { state.put(written[slot], at: slot) }
        }
    }

    /// Gives a changed model the values and changes with which it is being written.
    func revert(to written: [StoredValue], _ row: DefaultSnapshot) {
        guard state.phase == .registered, let changes = state.changes else { return }
        let planned = Set(row.changedSlots ?? [])
        let slots = changes.slots
        changes.revert(to: planned, row.toManyChanges)
        for slot in slots.sorted() where written.indices.contains(slot) {
            var value = written[slot]
            if case .unloaded = value, !planned.contains(slot) { value = changes.original[slot] }
            if state.isToMany(slot), case .unloaded = value { state.extras?.members.forgetBatch(slot) }
            guard !state.values[slot].isSame(as: value, encode: { $0 }) else { continue }
            state.observing.mutateObserved(slot) { state.put(value, at: slot) }
        }
    }
}
