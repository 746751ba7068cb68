/// The side of a relationship that follows a write of the other side: both change together. The accessor that was used
/// writes its own side.
///
/// Changes the slot, by ``ToOneWriting`` and ``MemberAppending``, and the noted members.
struct OtherSide {
    let state: ModelState

    /// Takes a partner into this side after the other side was written.
    func addPartner(_ partner: ModelState, slot: Int) {
        checkRowExists(slot)
        guard state.writing.acceptsWrites(slot) else { return }
        // If the written side was in no context, the changes of this side are not noted yet.
        state.undo.undoable(slot) { takePartner(partner, slot: slot) }
    }

    private func takePartner(_ partner: ModelState, slot: Int) {
        if state.layout.properties[slot].isToOne {
            let old = state.partners.destination(at: slot)
            guard old?._$modelState !== partner, state.writing.acceptsWrites(slot) else { return }
            state.undo.noteForUndo(slot, with: partner)
            state.observing.mutateObserved(slot) { state.toOne.set(slot, partner, isOwn: false) }
            // The model is held until its state has noted the change: it may have no other holder.
            withExtendedLifetime(old) {
                guard let back = state.inverse(of: slot, beside: partner) else { return }
                old?._$modelState.otherSide.removePartner(state, slot: back.slot)
            }
            return
        }
        state.undo.noteMembers(slot, with: partner)
        state.observing.mutateObserved(slot) {
            state.writing.noteToMany(slot, added: partner.identifier)
            state.appending.appendIdentifier(slot, partner)
        }
    }

    /// Drops a partner from this side after the other side was written.
    func removePartner(_ partner: ModelState, slot: Int) {
        checkRowExists(slot)
        guard state.writing.acceptsWrites(slot) else { return }
        if state.layout.properties[slot].isToOne {
            let value = state.reading.trueValue(at: slot)
            if case .unloaded = value, state.phase == .registered { return losePartner(partner, slot: slot) }
            guard case .identifier(let identifier) = value, identifier == partner.identifier else { return }
            state.undo.noteForUndo(slot, with: partner)
            state.observing.mutateObserved(slot) { state.toOne.set(slot, nil, isOwn: false) }
            return
        }
        state.undo.noteMembers(slot, with: partner)
        if state.phase == .inserted { state.unit?.noteChange() }
        state.observing.mutateObserved(slot) {
            state.writing.noteToMany(slot, removed: partner.identifier)
            if let place = state.knownMembers(slot).remove(partner.identifier) {
                state.undo.noteStep(slot, of: partner) { .left($0, at: place.index, after: place.predecessor) }
            }
            state.held[slot]?.removeAll { $0._$modelState === partner }
        }
    }

    /// Notes that a to-one relationship which could not be read is not to lead to a model any more. Where it leads is
    /// known before the save.
    private func losePartner(_ partner: ModelState, slot: Int) {
        state.undo.noteForUndo(slot, with: partner)
        state.writing.recordChange(slot)
        state.standIns.noteLost(partner.identifier, from: slot)
    }

    /// Takes a to-one relationship from the model that it leads to, which has been changed from its own side before this
    /// one could be read.
    func takeOut(_ slot: Int) {
        state.undo.noteForUndo(slot)
        state.observing.mutateObserved(slot) { state.toOne.set(slot, nil, isOwn: false) }
    }

    /// A deletion does not clear a relationship whose other side has the rule `.noAction`: it may lead to a deleted
    /// row, which is noticed when the row is read.
    private func checkRowExists(_ slot: Int) {
        guard state.phase == .registered, case .noAction = state.layout.deleteRule(slot),
            let unread = state.layout.properties.first(where: { !state.isToMany($0.slot) && state.isUnloaded($0.slot) })
        else { return }
        state.unit?.loading.load(state, slot: unread.slot)
    }
}
