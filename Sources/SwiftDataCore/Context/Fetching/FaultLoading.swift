/// Faults: a value that was not fetched is loaded when it is read, together with the neighbours'.
///
/// Changes: nothing itself. ``RowLoading`` and ``MemberLoading`` fill the states, and ``FailureNoting`` notes the
/// failed reads. Asks: the failed reads of the state; the generation.
package struct FaultLoading {
    let unit: UnitOfWork

    /// Loads a slot that was not fetched.
    ///
    /// If it cannot be read, it stays as it is, and the failure is noted. A slot for which a getter has returned a
    /// stand-in is left to the next getter, and damage is checked again when rows may have changed.
    package func load(_ state: ModelState, slot: Int) {
        if let failed = state.failedReads {
            if failed.shown.contains(slot) { return }
            if failed.isDamaged(slot, generation: unit.generation) { return }
        }
        attempt(state, slot: slot)
    }

    /// Tries to read a slot, whatever has become of it before.
    func attempt(_ state: ModelState, slot: Int) {
        // A model that is to be written as a new one has no row.
        guard state.phase != .inserted else { return }
        ContextCall.withoutStop {
            unit.core.measuring.measure(.fault, state.layout.entityName, rowCount: { 1 }) { read(state, slot: slot) }
        }
    }

    private func read(_ state: ModelState, slot: Int) {
        do {
            if case .toMany = state.layout.properties[slot].shape {
                // The cascades may have read it.
                unit.cascades.followCascades()
                guard state.isUnloaded(slot) else { return }
                try MemberLoading(unit: unit, state: state, slot: slot).load()
                guard state.isUnloaded(slot), !state.standIns.isShown(slot), state.phase != .gone else { return }
                let cause = state.standIns.unreadable(slot, "the store did not return the members.", nil)
                // It has answered: the owner's row is damaged.
                unit.failures.note(cause, of: state, slot: slot, isDamage: true)
            } else {
                try RowLoading(unit: unit, state: state, slot: slot).load()
            }
        } catch {
            unit.failures.note(error, of: state, slot: slot)
        }
    }
}
