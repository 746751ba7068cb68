/// The notes by which changes of a model are reverted.
///
/// Changes the journals of the unit's recording, and nothing of the state.
struct UndoNoting {
    let state: ModelState

    /// Writes a slot so that it can be undone.
    func undoable(_ slot: Int, change: () -> Void) {
        guard let unit = state.unit, unit.recording.undoManager != nil,
            state.phase == .inserted || state.phase == .registered
        else {
            return change()
        }
        unit.undo.undoable(change)
    }

    /// Relates models so that it can be undone, also where this one comes into a context by it.
    func undoable(joining partner: ModelState?, change: () -> Void) {
        let joined = state.isAttached ? state.unit : partner?.isAttached == true ? partner?.unit : nil
        guard let joined, joined.recording.undoManager != nil else { return change() }
        joined.undo.undoable(change)
    }

    /// Notes a slot that is about to change, where the change may be reverted.
    func noteForUndo(_ slot: Int) {
        guard state.isAttached, let journal = state.unit?.recording.journal else { return }
        journal.willChange(state, slot)
    }

    /// Notes a slot of a model that may come into the context of its partner by the change.
    func noteForUndo(_ slot: Int, with partner: ModelState?) {
        let joined = state.isAttached ? state.unit : partner?.isAttached == true ? partner?.unit : nil
        joined?.recording.journal?.willChange(state, slot)
    }

    /// Notes a to-many relationship that a partner is about to join or leave, which ``noteStep(_:of:_:)`` reports then.
    func noteMembers(_ slot: Int, with partner: ModelState) {
        // A step holds its model.
        guard state.isAttached, partner.model != nil else { return noteForUndo(slot, with: partner) }
        state.unit?.recording.journal?.willEdit(state, slot)
    }

    /// Notes that a partner has joined or left a to-many relationship.
    func noteStep(_ slot: Int, of partner: ModelState, _ step: (any PersistentModel) -> MemberStep) {
        guard state.isAttached, let journal = state.unit?.recording.journal, let model = partner.model else { return }
        journal.didEdit(state, slot, step(model))
    }
}
