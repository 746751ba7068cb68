/// The writing of to-many relationships as a whole.
///
/// Changes the slot, and the noted members that were added and removed. The other sides follow by ``OtherSide``, and
/// ``ContextJoining`` brings the models into one context.
struct ToManyWriting {
    let state: ModelState

    /// Writes a to-many property of any of its types.
    func writeValue<Value: RelationshipCollection>(_ slot: Int, _ newValue: Value) {
        guard !state.ending.ignoresAccess, !state.ending.isDeinitializing else { return }
        if let optional = newValue as? any OptionalType, optional.erasedWrapped == nil {
            write(slot, [])
            if state.phase != .deleted, state.phase != .gone, !state.isUnloaded(slot) { state.put(.null, at: slot) }
        } else if let models = newValue as? [Value.PersistentElement] {
            if !state.appending.appendMembers(slot, models) { write(slot, models) }
        } else {
            write(slot, relationshipElements(newValue))
        }
    }

    /// Replaces the members of a to-many relationship. A model that is given twice counts once.
    func write(_ slot: Int, _ models: [any PersistentModel]) {
        let partner = state.isAttached ? nil : models.first { $0._$modelState.isAttached }
        state.joining.exclusively(with: partner?._$modelState) {
            state.undo.undoable(joining: partner?._$modelState) { link(slot, models) }
        }
    }

    private func link(_ slot: Int, _ models: [any PersistentModel]) {
        guard state.writing.acceptsWrites(slot) else { return }
        _ = state.reading.value(at: slot)
        let attached = models.first { $0._$modelState.isAttached }?._$modelState
        state.undo.noteForUndo(slot, with: attached)
        guard state.writing.acceptsWrites(slot) else { return }
        if state.isUnloaded(slot) { return linkUnread(slot, models) }
        let old = state.partners.destinations(at: slot)
        let oldStates = Set(old.map { ObjectIdentifier($0._$modelState) })
        var seen = Set<ObjectIdentifier>(minimumCapacity: models.count)
        let new = models.filter {
            seen.insert(ObjectIdentifier($0._$modelState)).inserted && state.joining.mayJoin($0._$modelState)
        }
        let added = new.filter { !oldStates.contains(ObjectIdentifier($0._$modelState)) }
        let removed = old.filter { !seen.contains(ObjectIdentifier($0._$modelState)) }
        for model in removed { state.writing.noteToMany(slot, removed: model._$modelState.identifier) }
        for model in added { state.writing.noteToMany(slot, added: model._$modelState.identifier) }
        state.writing.assign(slot, .identifiers(new.map { $0._$modelState.identifier }))
        state.joining.hold(slot, new)
        if let inverse = state.inverse(of: slot, beside: attached) {
            if state.phase == .detached, added.count < new.count {
                for model in new where oldStates.contains(ObjectIdentifier(model._$modelState)) {
                    model._$modelState.toOne.confirm(inverse.slot, from: .other)
                }
            }
            for model in removed { model._$modelState.otherSide.removePartner(state, slot: inverse.slot) }
            for model in added { model._$modelState.otherSide.addPartner(state, slot: inverse.slot) }
        } else {
            state.taking.takeMembers(added.map(\._$modelState), slot: slot)
        }
        for model in new { state.joining.join(model._$modelState) }
    }

    /// Writes a to-many relationship that could not be read. The differences from the members that the program was
    /// shown are added or taken out, and joined with the stored members when these are read. Where it was shown none,
    /// the members to be taken out are not known.
    private func linkUnread(_ slot: Int, _ models: [any PersistentModel]) {
        var seen = Set<ObjectIdentifier>(minimumCapacity: models.count)
        let new = models.filter {
            seen.insert(ObjectIdentifier($0._$modelState)).inserted && state.joining.mayJoin($0._$modelState)
        }
        guard state.standIns.isShown(slot), case .identifiers(let shown) = state.standIns.standIn(at: slot) else {
            state.standIns.noteShown(slot)
            return state.standIns.taint(slot, .identifiers(new.map { $0._$modelState.identifier }))
        }
        let before = Set(shown.map(\.resolved))
        let added = new.map(\._$modelState).filter { !before.contains($0.identifier) }
        let kept = Set(new.map { $0._$modelState.identifier })
        let removed = shown.filter { !kept.contains($0.resolved) }.compactMap { state.unit?.lookup.model(for: $0) }
        // Another order, or no members instead of those that could not be read: a difference that is not known here.
        guard !added.isEmpty || !removed.isEmpty else {
            return state.standIns.taint(slot, .identifiers(new.map { $0._$modelState.identifier }))
        }
        for other in added {
            state.writing.noteToMany(slot, added: other.identifier)
            if let inverse = state.inverse(of: slot) { other.otherSide.addPartner(state, slot: inverse.slot) }
        }
        if state.inverse(of: slot) == nil { state.taking.takeMembers(added, slot: slot) }
        for model in removed {
            let other = model._$modelState
            state.writing.noteToMany(slot, removed: other.identifier)
            if let inverse = state.inverse(of: slot) { other.otherSide.removePartner(state, slot: inverse.slot) }
        }
        state.observing.noteWritten(slot)
        for other in added { state.joining.join(other) }
    }
}
