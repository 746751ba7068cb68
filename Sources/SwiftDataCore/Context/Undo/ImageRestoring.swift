/// Gives one property the value that a journal has noted.
///
/// Changes models, and the conflicts of an edit that is withdrawn. Members go by way of ``MemberRestoring``.
struct ImageRestoring {
    let unit: UnitOfWork

    private var members: MemberRestoring { MemberRestoring(unit: unit) }

    /// Gives a model that is in the context the noted value.
    func restore(_ image: ChangeJournal.Image) {
        let state = image.model._$modelState
        guard state.unit === unit, state.phase == .inserted || state.phase == .registered else { return }
        let slot = image.slot
        switch image.before {
        case .unreadable:
            state.standIns.withdrawEdit(slot)
        case .value(let value):
            state.observing.mutateObserved(slot) { state.writing.assign(slot, value) }
        case .destination(let destination):
            if let left = destination?._$modelState, state.links.mayLead(to: left, slot: slot) {
                state.observing.mutateObserved(slot) { state.writing.assign(slot, .identifier(left.identifier)) }
                return
            }
            let destination = destination.flatMap { members.canBeRelated($0) ? $0 : nil }
            state.observing.mutateObserved(slot) { state.toOne.write(slot, destination) }
        case .members(let before):
            let models = members.members(of: image, before ?? [])
            state.observing.mutateObserved(slot) {
                state.toMany.write(slot, models)
                if before == nil, models.isEmpty { state.put(.null, at: slot) }
            }
        case .edited(let steps):
            members.revert(steps, image)
        case .unread(let before):
            members.restoreUnread(image, state, before)
        }
    }

    /// Gives a model that is in no context again the partners that it had there.
    func restoreOutside(_ image: ChangeJournal.Image) {
        let state = image.model._$modelState
        guard state.phase == .detached else { return }
        func isOutside(_ model: any PersistentModel) -> Bool { model._$modelState.phase == .detached }
        switch image.before {
        case .value, .edited, .unread, .unreadable: break
        case .destination(let destination):
            state.toOne.write(image.slot, destination.flatMap { isOutside($0) ? $0 : nil })
        case .members(let before):
            state.toMany.write(image.slot, (before ?? []).filter(isOutside))
            if before == nil { state.put(.null, at: image.slot) }
        }
    }

    /// Reverts the first edit of an attribute. False where there is another way to go.
    func withdrawEdit(_ image: ChangeJournal.Image) -> Bool {
        let (state, slot) = (image.model._$modelState, image.slot)
        guard image.isFirstEdit, case .value = image.before, state.unit === unit, state.phase == .registered,
            let changes = state.changes, changes.slots.contains(slot), changes.original.indices.contains(slot)
        else { return false }
        state.undo.noteForUndo(slot)
        state.observing.mutateObserved(slot) { state.put(changes.original[slot], at: slot) }
        changes.forgetContestedEdit(slot)
        unit.merging.forget(state, state.layout.properties[slot].name, isLast: !unit.isReallyChanged(state))
        return true
    }
}
