import OrderedCollections

// Taking back what a journal has noted. It is done through the same doors as the action itself, so that both sides of
// every relationship agree whatever has happened since, and so that it can be taken back in its turn.

/// Takes back what a journal has noted: first insertions and deletions of models, then their values.
///
/// Changes the active journal. Models go by way of ``ModelInsertion`` and ``ModelDeletion``, single properties by way of
/// ``ImageRestoring``.
struct JournalRestoring {
    let unit: UnitOfWork

    private var properties: ImageRestoring { ImageRestoring(unit: unit) }

    /// Makes the models as they were before an action.
    /// - Parameter isFailure: True if the action is to leave no trace. A property whose first edit was in the action
    ///   has no edit afterwards, and the newest value that is known.
    func restore(_ journal: ChangeJournal, isFailure: Bool = false) {
        // Noted on its own: taking steps back asks what this has done to the same members already.
        let (part, rollbacks) = (ChangeJournal(), unit.recording.rollbackCount)
        let outer = unit.recording.go(on: part)
        restoreNoted(journal, isFailure)
        unit.recording.goBack(to: outer)
        guard let outer else { return }
        part.noteUnread()
        // An observer of a change may have rolled back: nothing is to be taken back then.
        if unit.recording.rollbackCount == rollbacks { outer.append(part) } else { outer.clear() }
        part.clear()
    }

    private func restoreNoted(_ journal: ChangeJournal, _ isFailure: Bool) {
        // The values of the models that come back are noted while they are outside.
        for image in journal.images where image.model._$modelState.phase == .detached {
            unit.recording.journal?.willChange(image.model._$modelState, image.slot)
        }
        let returning = Set(journal.removed.keys)
        for model in journal.removed.values { model._$modelState.leaveOutsiders(except: returning) }
        // First the models that come back, since relationships lead to them.
        for model in journal.removed.values {
            switch model._$modelState.phase {
            case .deleted, .gone, .detached: unit.insertion.insert(model)
            case .inserted, .registered: break
            }
        }
        // Models that had been brought back are deleted as they were at first: with the partners that their rules look
        // at.
        for (key, model) in journal.inserted where journal.broughtBack.contains(key) {
            if model._$modelState.unit === unit, model._$modelState.phase == .registered { unit.deletion.delete(model) }
        }
        // To-many relationships come last: they alone know the order.
        let images = journal.images.filter { !$0.isOfMembers } + journal.images.filter(\.isOfMembers)
        for image in images where !image.isOfOutsider {
            if !isFailure || !properties.withdrawEdit(image) { properties.restore(image) }
        }
        // An insertion that became an update of a row is undone as such: the row was there before.
        for model in journal.inserted.values.reversed() { journal.replaced(by: model).map { restore($0) } }
        withdraw(journal.inserted.values.filter { journal.replaced(by: $0) == nil })
        for image in images where image.isOfOutsider { properties.restoreOutside(image) }
        unit.observers?.tellUnisolated()
    }

    /// Takes back insertions: a model that was saved since is deleted, any other one is in no context again, with the
    /// partners that leave with it.
    private func withdraw(_ models: [any PersistentModel]) {
        let states = models.map(\._$modelState).filter { $0.unit === unit }
        for state in states where state.phase == .registered {
            if let model = state.model { unit.deletion.delete(model) }
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
            unit.detachment.detach(state, partners)
            if let model = state.model { unit.recording.journal?.didDetach(model) }
        }
        for state in new { unit.removal.forgetPending(state) }
    }
}

extension ModelState {
    /// True if a relationship led to a deleted model because the deletion does not change it before it is saved.
    func mayLead(to deleted: ModelState, slot: Int) -> Bool {
        guard deleted.phase == .deleted, deleted.unit === unit else { return false }
        guard let inverse = inverse(of: slot) else { return true }
        if case .noAction = deleted.deleteRule(inverse.slot) { return true }
        return false
    }

    /// Puts members that have come back where they were.
    func reorder(_ slot: Int, as before: ToManyChange) {
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
    func isLinked(with other: ModelState, _ slot: Int, _ inverse: Int, _ isSaved: Bool) -> Bool? {
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
