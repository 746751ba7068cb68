/// The writing of one slot, and the note of the change for the save.
///
/// Changes the values and the changes of the state, and adds to the unit's pending changes. Asks the phase, and
/// ``StandIns`` for writes that stem from a failed read.
struct SlotWriting {
    let state: ModelState

    /// Writes a slot and remembers that it changed.
    ///
    /// Writing to a model whose row is deleted is ignored with a warning: there is no row to save it to.
    /// - Parameter isOwn: True if the program has written the property itself, and not the other side of a
    ///   relationship.
    func assign(_ slot: Int, _ newValue: StoredValue, isOwn: Bool = true) {
        guard !state.ending.ignoresAccess else { return }
        state.undo.noteForUndo(slot)
        switch state.phase {
        case .detached, .inserted:
            state.put(newValue, at: slot)
            state.unit?.noteChange()
            state.observing.noteWritten(slot)
        case .registered:
            if case .unloaded = state.values[slot], state.changes == nil { _ = state.reading.value(at: slot) }
            // The row that was to be read may be gone.
            guard state.phase == .registered else { return warnOfWriting(slot) }
            if isOwn, state.standIns.isTaintedByWriting(slot) { return state.standIns.taint(slot, newValue) }
            let wasUnread = state.isUnloaded(slot)
            recordChange(slot)
            state.put(newValue, at: slot)
            state.standIns.noteWrittenOver(slot, wasUnread: wasUnread)
            state.observing.noteWritten(slot)
        case .deleted, .gone:
            warnOfWriting(slot)
        }
    }

    /// Writes an attribute that needs its codec.
    func writeAttribute(_ slot: Int, _ newValue: Any) {
        guard case .attribute(let attribute) = state.layout.properties[slot].shape else { return }
        assign(slot, attribute.stored(newValue))
    }

    /// Notes that a slot of a saved model is about to change.
    func recordChange(_ slot: Int) {
        guard state.phase == .registered, let unit = state.unit else { return }
        if state.changes == nil {
            // A deinitialiser may write to its model, on any thread. Such a write cannot be saved.
            guard !state.ending.isDeinitializing else { return }
            unit.exclusively {
                state.beginChanges(ModelChanges(original: state.values))
                unit.registerChange(state)
            }
        } else {
            unit.noteChange()
        }
        if state.changes?.noteEdit(slot) == true { unit.pending.noteWritten(slot, of: state) }
    }

    func noteToMany(_ slot: Int, added identifier: PersistentIdentifier) {
        guard state.phase == .registered else { return }
        recordChange(slot)
        state.changes?.recordAdded(identifier, slot: slot)
    }

    func noteToMany(_ slot: Int, removed identifier: PersistentIdentifier) {
        guard state.phase == .registered else { return }
        recordChange(slot)
        state.changes?.recordRemoved(identifier, slot: slot)
    }

    func acceptsWrites(_ slot: Int) -> Bool {
        guard state.phase == .gone || state.phase == .deleted else { return true }
        if state.phase == .gone { warnOfWriting(slot) }
        return false
    }

    private func warnOfWriting(_ slot: Int) {
        let kind = "\(state.layout.entityName).\(state.layout.properties[slot].name): a deleted model was written to"
        log.limited(.warning, kind, "\(kind); ignored.")
    }
}
