import OrderedCollections

// Taking back what a journal has noted. It is done through the same doors as the action itself, so that both sides of
// every relationship agree whatever has happened since, and so that it can be taken back in its turn.

extension UnitOfWork {
    /// Makes the models as they were before an action.
    /// - Parameter isFailure: True if the action is to leave no trace. A property whose first edit was in the action
    ///   has no edit afterwards, and the newest value that is known.
    func restore(_ journal: ChangeJournal, isFailure: Bool = false) {
        // Noted on its own: taking steps back asks what this has done to the same members already.
        let (part, rollbacks) = (ChangeJournal(), recording.rollbackCount)
        let outer = recording.go(on: part)
        restoreNoted(journal, isFailure)
        recording.goBack(to: outer)
        guard let outer else { return }
        part.noteUnread()
        // An observer of a change may have rolled back: nothing is to be taken back then.
        if recording.rollbackCount == rollbacks { outer.append(part) } else { outer.clear() }
        part.clear()
    }

    private func restoreNoted(_ journal: ChangeJournal, _ isFailure: Bool) {
        // The values of the models that come back are noted while they are outside.
        for image in journal.images where image.model._$modelState.phase == .detached {
            recording.journal?.willChange(image.model._$modelState, image.slot)
        }
        let returning = Set(journal.removed.keys)
        for model in journal.removed.values { model._$modelState.parting.leaveOutsiders(except: returning) }
        // First the models that come back, since relationships lead to them.
        for model in journal.removed.values {
            switch model._$modelState.phase {
            case .deleted, .gone, .detached: insert(model)
            case .inserted, .registered: break
            }
        }
        // Models that had been brought back are deleted as they were at first: with the partners that their rules look
        // at.
        for (key, model) in journal.inserted where journal.broughtBack.contains(key) {
            if model._$modelState.unit === self, model._$modelState.phase == .registered { delete(model) }
        }
        // To-many relationships come last: they alone know the order.
        let images = journal.images.filter { !$0.isOfMembers } + journal.images.filter(\.isOfMembers)
        for image in images where !image.isOfOutsider {
            if !isFailure || !withdrawEdit(image) { restore(image) }
        }
        // An insertion that became an update of a row is undone as such: the row was there before.
        for model in journal.inserted.values.reversed() { journal.replaced(by: model).map { restore($0) } }
        withdraw(journal.inserted.values.filter { journal.replaced(by: $0) == nil })
        for image in images where image.isOfOutsider { restoreOutside(image) }
        observers?.tellUnisolated()
    }

    /// Gives a model that is in no context again the partners that it had there.
    private func restoreOutside(_ image: ChangeJournal.Image) {
        let state = image.model._$modelState
        guard state.phase == .detached else { return }
        func isOutside(_ model: any PersistentModel) -> Bool { model._$modelState.phase == .detached }
        switch image.before {
        case .value, .edited, .unread, .unreadable: break
        case .destination(let destination):
            state.toOne.write(image.slot, destination.flatMap { isOutside($0) ? $0 : nil })
        case .members(let before):
            state.toMany.write(image.slot, (before ?? []).filter(isOutside))
            if before == nil { state.values[image.slot] = .null }
        }
    }

    /// Takes back the first edit of an attribute. False where there is another way to go.
    private func withdrawEdit(_ image: ChangeJournal.Image) -> Bool {
        let (state, slot) = (image.model._$modelState, image.slot)
        guard image.isFirstEdit, case .value = image.before, state.unit === self, state.phase == .registered,
            let changes = state.changes, changes.slots.contains(slot), changes.original.indices.contains(slot)
        else { return false }
        state.undo.noteForUndo(slot)
        state.observing.mutateObserved(slot) { state.values[slot] = changes.original[slot] }
        changes.slots.remove(slot)
        changes.contested.remove(slot)
        merging.forget(state, state.layout.properties[slot].name, isLast: !isReallyChanged(state))
        return true
    }

    private func restore(_ image: ChangeJournal.Image) {
        let state = image.model._$modelState
        guard state.unit === self, state.phase == .inserted || state.phase == .registered else { return }
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
            let destination = destination.flatMap { canBeRelated($0) ? $0 : nil }
            state.observing.mutateObserved(slot) { state.toOne.write(slot, destination) }
        case .members(let before):
            let members = members(of: image, before ?? [])
            state.observing.mutateObserved(slot) {
                state.toMany.write(slot, members)
                if before == nil, members.isEmpty { state.values[slot] = .null }
            }
        case .edited(let steps):
            takeBack(steps, image)
        case .unread(let before):
            restoreUnread(image, state, before)
        }
    }

    /// Takes back what was added to a relationship that had not been read, and taken from it, without reading it.
    func restoreUnread(_ image: ChangeJournal.Image, _ state: ModelState, _ before: ToManyChange) {
        let slot = image.slot
        guard let inverse = state.inverse(of: slot) else { return }
        let isSaved = image.saves != saveRun.count
        for model in image.addedUnread where canBeRelated(model) {
            let other = model._$modelState
            guard state.links.isLinked(with: other, slot, inverse.slot, isSaved) ?? isSaved else { continue }
            state.otherSide.removePartner(other, slot: slot)
            other.otherSide.removePartner(state, slot: inverse.slot)
        }
        for model in image.removedUnread where canBeRelated(model) {
            let other = model._$modelState
            guard !(state.links.isLinked(with: other, slot, inverse.slot, isSaved) ?? !isSaved) else { continue }
            state.otherSide.addPartner(other, slot: slot)
            other.otherSide.addPartner(state, slot: inverse.slot)
        }
        if !image.removedUnread.isEmpty { state.links.reorder(slot, as: before) }
    }

    /// The members before the action, in their order. Members that joined or left since by other means stay as they
    /// are.
    func members(of image: ChangeJournal.Image, _ before: [any PersistentModel]) -> [any PersistentModel] {
        if image.isWhole { return before.filter(canBeRelated) }
        let current = image.model._$modelState.partners.destinations(at: image.slot)
        counts.journaledMembers += current.count
        let present = Set(current.map { ObjectIdentifier($0) })
        var members = before.filter { model in
            let key = ObjectIdentifier(model)
            return (present.contains(key) || image.removed.contains(key)) && canBeRelated(model)
        }
        let old = Set(before.map { ObjectIdentifier($0) })
        members += current.filter { !old.contains(ObjectIdentifier($0)) && !image.added.contains(ObjectIdentifier($0)) }
        return members
    }

    func canBeRelated(_ model: any PersistentModel) -> Bool {
        let state = model._$modelState
        return state.unit === self && (state.phase == .inserted || state.phase == .registered)
    }

    /// Takes back insertions: a model that was saved since is deleted, any other one is in no context again, with the
    /// partners that leave with it.
    private func withdraw(_ models: [any PersistentModel]) {
        let states = models.map(\._$modelState).filter { $0.unit === self }
        for state in states where state.phase == .registered {
            if let model = state.model { delete(model) }
        }
        let new = states.filter { $0.phase == .inserted }
        let leaving = Set(new.map { ObjectIdentifier($0) })
        for state in new {
            for property in state.layout.properties where property.relationship != nil {
                state.undo.noteForUndo(property.slot)
            }
        }
        for state in new { state.parting.leavePartners(except: leaving) }
        let partners = new.map { $0.partners.relationshipPartners() }
        for (state, partners) in zip(new, partners) {
            detach(state, partners)
            if let model = state.model { recording.journal?.didDetach(model) }
        }
        for state in new { forgetPending(state) }
    }
}
