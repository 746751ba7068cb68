/// Repeats the failed reads of one model that is to be saved, and brings its edits in line with the values that were
/// read.
///
/// Changes: the state and its failed reads; displaced edits of relationships, which wait to be aligned. Asks: the stores.
struct StateRereading {
    let unit: UnitOfWork
    let state: ModelState
    let failed: FailedReads

    /// - Throws: ``StoreError`` with code `unreadable` where a stand-in could be saved.
    func run() throws {
        if failed.row != nil, let slot = state.reading.unreadSlot { unit.loading.attempt(state, slot: slot) }
        for slot in Array(failed.members.keys) where state.phase != .gone { unit.loading.attempt(state, slot: slot) }
        guard state.phase == .registered else { return }
        if let row = failed.row { throw unread(row.slot, row.error) }
        if let (slot, error) = failed.members.min(by: { $0.key < $1.key }) { throw unread(slot, error) }
        try checkTaint()
        alignPartners()
        state.standIns.tidyFailedReads()
    }

    private func unread(_ slot: Int, _ error: (any Error)?) -> StoreError {
        if let migration = migrationError() { return migration }
        let slot = failed.tainted.keys.min() ?? slot
        return state.standIns.unreadable(
            slot,
            "the value could not be read, and the model has unsaved changes that may depend on the default value used "
                + "in its place. Save again, or roll back and fetch the model again.",
            error
        )
    }

    /// The error of a store whose file was migrated since it was opened: its rows cannot be read any more.
    private func migrationError() -> StoreError? {
        guard let store = unit.core.store(of: state.identifier)?.object as? any ModelChecking else { return nil }
        do {
            try store.checkModel()
            return nil
        } catch {
            // Any other error is one more read that failed.
            return (error as? StoreError).flatMap { $0.code == .migration ? $0 : nil }
        }
    }

    /// Puts stored values in place of the values that were assigned after a stand-in had been shown.
    ///
    /// - Throws: ``StoreError`` for the first such slot.
    private func checkTaint() throws {
        for slot in failed.tainted.keys.sorted() {
            failed.forgetShown(slot)
            unit.loading.attempt(state, slot: slot)
            if state.isUnloaded(slot) {
                failed.noteShown(slot)
                throw unread(slot, failed.cause(of: slot, isToMany: state.isToMany(slot)))
            }
            state.standIns.withdrawTaint(slot)
        }
        guard let slot = failed.withdrawn.min() else { return }
        throw state.standIns.unreadable(
            slot,
            "the old value could not be read at the assignment, so the new value may depend on the default value used "
                + "in its place. The old value has been read now: assign the new one again, or roll back.",
            failed.taintCause
        )
    }

    /// Brings the other sides of relationships in line that were written without having been read.
    private func alignPartners() {
        let (blind, lost) = failed.takeUnaligned()
        for (slot, partner) in lost {
            if case .identifier(let destination) = state.reading.trueValue(at: slot), destination == partner.resolved {
                state.otherSide.takeOut(slot)
            } else {
                state.changes?.forgetEdit(slot)
            }
        }
        guard let changes = state.changes else { return }
        for slot in blind where changes.slots.contains(slot) {
            guard case .identifier(let destination) = changes.original[slot] else { continue }
            if case .identifier(destination) = state.values[slot] { continue }
            state.refreshing.noteDisplacement(slot, destination)
        }
    }
}
