import OrderedCollections

// Reverting the changes that a journal has noted. It is done through the same doors as the action itself, so that both
// sides of every relationship agree whatever has happened since, and so that the reversal can be reverted in its turn.

/// Reverts the changes that a journal has noted: first insertions and deletions of models, then their values.
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
        // Noted on its own: reverting steps depends on the effect of this on the same members.
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
        for model in journal.removed.values { model._$modelState.parting.leaveOutsiders(except: returning) }
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
        unit.observers?.notifyUnisolated()
    }

    /// Reverts insertions: a model that was saved since is deleted, any other one is in no context again, with the
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
                state.undo.noteForUndo(property.slot)
            }
        }
        for state in new { state.parting.leavePartners(except: leaving) }
        let partners = new.map { $0.partners.relationshipPartners() }
        for (state, partners) in zip(new, partners) {
            unit.detachment.detach(state, partners)
            if let model = state.model { unit.recording.journal?.didDetach(model) }
        }
        for state in new { unit.removal.forgetPending(state) }
    }
}
