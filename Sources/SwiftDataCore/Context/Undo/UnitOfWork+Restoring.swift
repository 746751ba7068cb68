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
        for model in journal.removed.values { model._$modelState.leaveOutsiders(except: returning) }
        // First the models that come back, since relationships lead to them.
        for model in journal.removed.values {
            switch model._$modelState.phase {
            case .deleted, .gone, .detached: insertion.insert(model)
            case .inserted, .registered: break
            }
        }
        // Models that had been brought back are deleted as they were at first: with the partners that their rules look
        // at.
        for (key, model) in journal.inserted where journal.broughtBack.contains(key) {
            if model._$modelState.unit === self, model._$modelState.phase == .registered { deletion.delete(model) }
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
            state.writeToOne(image.slot, destination.flatMap { isOutside($0) ? $0 : nil })
        case .members(let before):
            state.writeToMany(image.slot, (before ?? []).filter(isOutside))
            if before == nil { state.values[image.slot] = .null }
        }
    }

    /// Takes back the first edit of an attribute. False where there is another way to go.
    private func withdrawEdit(_ image: ChangeJournal.Image) -> Bool {
        let (state, slot) = (image.model._$modelState, image.slot)
        guard image.isFirstEdit, case .value = image.before, state.unit === self, state.phase == .registered,
            let changes = state.changes, changes.slots.contains(slot), changes.original.indices.contains(slot)
        else { return false }
        state.noteForUndo(slot)
        state.mutateObserved(slot) { state.values[slot] = changes.original[slot] }
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
            state.withdrawEdit(slot)
        case .value(let value):
            state.mutateObserved(slot) { state.assign(slot, value) }
        case .destination(let destination):
            if let left = destination?._$modelState, state.mayLead(to: left, slot: slot) {
                state.mutateObserved(slot) { state.assign(slot, .identifier(left.identifier)) }
                return
            }
            let destination = destination.flatMap { canBeRelated($0) ? $0 : nil }
            state.mutateObserved(slot) { state.writeToOne(slot, destination) }
        case .members(let before):
            let members = members(of: image, before ?? [])
            state.mutateObserved(slot) {
                state.writeToMany(slot, members)
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
            guard state.isLinked(with: other, slot, inverse.slot, isSaved) ?? isSaved else { continue }
            state.removePartner(other, slot: slot)
            other.removePartner(state, slot: inverse.slot)
        }
        for model in image.removedUnread where canBeRelated(model) {
            let other = model._$modelState
            guard !(state.isLinked(with: other, slot, inverse.slot, isSaved) ?? !isSaved) else { continue }
            state.addPartner(other, slot: slot)
            other.addPartner(state, slot: inverse.slot)
        }
        if !image.removedUnread.isEmpty { state.reorder(slot, as: before) }
    }

    /// The members before the action, in their order. Members that joined or left since by other means stay as they
    /// are.
    func members(of image: ChangeJournal.Image, _ before: [any PersistentModel]) -> [any PersistentModel] {
        if image.isWhole { return before.filter(canBeRelated) }
        let current = image.model._$modelState.destinations(at: image.slot)
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
            if let model = state.model { deletion.delete(model) }
        }
        let new = states.filter { $0.phase == .inserted }
        let leaving = Set(new.map { ObjectIdentifier($0) })
        for state in new {
            for property in state.layout.properties where property.relationship != nil {
                state.noteForUndo(property.slot)
            }
        }
        for state in new { state.leavePartners(except: leaving) }
        let partners = new.map { $0.relationshipPartners() }
        for (state, partners) in zip(new, partners) {
            detachment.detach(state, partners)
            if let model = state.model { recording.journal?.didDetach(model) }
        }
        for state in new { removal.forgetPending(state) }
    }
}

extension ModelState {
    /// True if a relationship led to a deleted model because the deletion does not change it before it is saved.
    fileprivate func mayLead(to deleted: ModelState, slot: Int) -> Bool {
        guard deleted.phase == .deleted, deleted.unit === unit else { return false }
        guard let inverse = inverse(of: slot) else { return true }
        if case .noAction = deleted.deleteRule(inverse.slot) { return true }
        return false
    }

    /// Puts members that have come back where they were.
    fileprivate func reorder(_ slot: Int, as before: ToManyChange) {
        if isUnloaded(slot) {
            guard let now = changes?.toMany[slot]?.added, now != before.added, Set(now) == Set(before.added) else {
                return
            }
            changes?.toMany[slot]?.added = before.added
            return
        }
        guard case .identifiers(let now) = values[slot], let order = membersRead(since: before, slot),
            now != order, now.count == order.count, Set(now) == Set(order)
        else { return }
        mutateObserved(slot) { values[slot] = .identifiers(order) }
    }

    /// True if two models are related, false if not; nil where neither side tells without being read.
    fileprivate func isLinked(with other: ModelState, _ slot: Int, _ inverse: Int, _ isSaved: Bool) -> Bool? {
        if let own = knows(other, slot) { return own }
        return other.knows(self, inverse)
    }

    /// True if a relationship is known to lead to a model, false if it is known not to; nil where it has not been read.
    private func knows(_ other: ModelState, _ slot: Int) -> Bool? {
        switch values[slot] {
        case .identifier(let identifier): return identifier.resolved == other.identifier
        case .identifiers: return isAmongMembers(other, of: slot)
        case .unloaded:
            guard let change = changes?.toMany[slot] else { return nil }
            if change.added.contains(where: { $0.resolved == other.identifier }) { return true }
            if change.removed.contains(where: { $0.resolved == other.identifier }) { return false }
            return nil
        default: return false
        }
    }

    /// Takes a model that comes back into a context from the partners that do not come with it.
    fileprivate func leaveOutsiders(except returning: Set<ObjectIdentifier>) {
        guard phase == .detached else { return }
        for (slot, partners) in relationshipPartners() {
            for partner in partners where partner._$modelState.phase == .detached {
                guard !returning.contains(ObjectIdentifier(partner)) else { continue }
                if let inverse = inverse(of: slot) {
                    partner._$modelState.removePartner(self, slot: inverse.slot)
                }
                removePartner(partner._$modelState, slot: slot)
            }
        }
    }

    /// Takes the model from partners that stay in the context.
    fileprivate func leavePartners(except leaving: Set<ObjectIdentifier>) {
        for (slot, partners) in relationshipPartners() {
            guard let inverse = inverse(of: slot) else { continue }
            for partner in partners.map(\._$modelState) where !leaving.contains(ObjectIdentifier(partner)) {
                partner.removePartner(self, slot: inverse.slot)
                removePartner(partner, slot: slot)
            }
        }
    }
}
