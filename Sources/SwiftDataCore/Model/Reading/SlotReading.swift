/// The reading of one slot, from the row where it has not been read.
///
/// Changes the values of the state, by the loading of its unit, and the marks of ``FailedReads``. Asks ``StandIns`` for
/// the value where a read fails.
package struct SlotReading {
    let state: ModelState

    /// The stored value of a slot, loaded from the store first when it was not fetched; `.unloaded` where it could not
    /// be read, or where a getter has given a stand-in for it and has not read it since.
    package func value(at slot: Int) -> StoredValue {
        let value = state.values[slot]
        guard case .unloaded = value else { return value }
        if let unit = state.unit, !state.ending.ignoresAccess {
            unit.exclusively { unit.loading.load(state, slot: slot) }
        }
        return state.values[slot]
    }

    /// A slot as a getter gives it: the last known value, or a stand-in, where it cannot be read.
    package func shownValue(at slot: Int) -> StoredValue {
        let value = state.values[slot]
        guard case .unloaded = value else { return value }
        return readForProgram(slot)
    }

    @inline(never)
    private func readForProgram(_ slot: Int) -> StoredValue {
        if state.ending.ignoresAccess { return state.standIns.standIn(at: slot) }
        // A value that is read from here on is one that the program knows.
        state.extras?.failedReads?.forgetShown(slot)
        let value = valueForProgram(slot)
        guard case .unloaded = value else {
            state.standIns.withdrawTaint(slot)
            return value
        }
        if state.phase == .registered || state.phase == .deleted { state.standIns.noteShown(slot) }
        let standIn = state.standIns.standIn(at: slot)
        state.unit?.failures.announce()
        return standIn
    }

    private func valueForProgram(_ slot: Int) -> StoredValue {
        guard let unit = state.unit, state.ending.isDeinitializing else { return value(at: slot) }
        // The deinitialiser of the model reads it, in the isolation of the context.
        return unit.exclusively {
            let former = exchange(&unit.readByDeinitialiser, with: state)
            defer { unit.readByDeinitialiser = former }
            return value(at: slot)
        }
    }

    /// A slot as the library needs it: read also where the program has seen a stand-in for it. `.unloaded` where it
    /// cannot be read.
    package func trueValue(at slot: Int) -> StoredValue {
        let value = state.values[slot]
        guard case .unloaded = value else { return value }
        if state.ending.ignoresAccess { return value }
        guard state.extras?.failedReads?.forgetShown(slot) == true else { return self.value(at: slot) }
        let read = self.value(at: slot)
        // A slot that the program has seen stays one that it has to read again.
        if state.phase == .registered || state.phase == .deleted {
            state.standIns.noteShown(slot)
            state.unload(slot)
        }
        return read
    }

    /// True if an attribute or a destination of the row has not been read.
    package var hasUnreadValues: Bool {
        zip(state.layout.properties, state.values).contains { property, value in
            if case .toMany = property.shape { return false }
            if case .unloaded = value { return true }
            return false
        }
    }

    /// Reads the row of a fault, so that it is known whether it exists.
    func readIfUnread() {
        guard state.phase == .registered, let slot = unreadSlot else { return }
        _ = trueValue(at: slot)
    }

    /// True if the model still has a row. Another context or process may have deleted it, which is known once the row
    /// is read.
    func stillHasRow() -> Bool {
        guard state.phase == .registered, !state.lastKnown.isEmpty,
            let unread = state.values.indices.first(where: { !state.isToMany($0) && state.isUnloaded($0) })
        else { return true }
        state.unit?.loading.load(state, slot: unread)
        return state.phase == .registered
    }

    var unreadSlot: Int? {
        for slot in state.values.indices {
            if case .unloaded = state.values[slot], !state.isToMany(slot) { return slot }
        }
        return nil
    }
}
