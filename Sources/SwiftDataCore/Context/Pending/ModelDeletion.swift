/// Marks models for deletion, and follows their delete rules in memory.
///
/// Changes the pending changes, the identity map and the journal. Leaves to ``CascadeFollowing`` the rules that the
/// store can follow.
package struct ModelDeletion {
    let unit: UnitOfWork

    private var observers: ObserverRegistry? { unit.observers }

    /// Marks a model for deletion and follows its delete rules in memory. `.deny` is checked at the save, when all
    /// deletions are known.
    package func delete(_ model: any PersistentModel) {
        unit.references.noteOneSidedReferences(toAllDeletedWith: model)
        delete(all: [model])
    }

    private func delete(all models: [any PersistentModel]) {
        var waiting = models
        var neverSaved: [PersistentIdentifier] = []
        while let next = waiting.popLast() {
            let state = next._$modelState
            if state.phase == .inserted { neverSaved.append(state.identifier) }
            waiting.append(contentsOf: deleteOne(state, next))
        }
        unit.references.forgetOneSidedReferences(toNeverSaved: neverSaved)
        unit.noteChange()
        observers?.notifyUnisolated()
    }

    /// Deletes one model; answers the models that its cascades delete too.
    private func deleteOne(_ state: ModelState, _ model: any PersistentModel) -> [any PersistentModel] {
        guard state.phase == .inserted || state.phase == .registered else { return [] }
        guard state.unit === unit else {
            unit.foreignReports.report("deleted", state)
            return []
        }
        guard state.reading.stillHasRow() else { return [] }
        // The relationships of its delete rules are read, even if the program was shown stand-ins for them.
        state.failedReads?.forgetAllShown()
        unit.recording.journal?.willDelete(model)
        let isSaved = state.phase == .registered
        let unread = unit.cascades.slotsForStore(state)
        let partners = state.partners.relationshipPartners(except: unread)
        var cascaded: [any PersistentModel] = []
        for (slot, models) in partners {
            if case .cascade = state.layout.deleteRule(slot) { cascaded.append(contentsOf: models) }
        }
        if unit.recording.journal != nil { notePartners(of: state, partners) }
        observers?.leave(state)
        if state.phase == .inserted {
            unit.identityMap.forget(state.identifier, state)
            state.move(to: .gone)
            unit.removal.forgetPending(state)
        } else {
            state.move(to: .deleted)
            let left = unit.pending.remove(state)
            unit.pending.noteDeleted(state, model)
            withExtendedLifetime(left) {}
            unit.postponedRules.note(of: state, except: unread)
        }
        for (slot, models) in partners {
            guard let inverse = state.inverse(of: slot) else { continue }
            // There will never be a row that a relationship left alone could lead to.
            if isSaved, case .noAction = state.layout.deleteRule(slot) { continue }
            for partner in models where partner._$modelState.phase != .deleted {
                partner._$modelState.otherSide.removePartner(state, slot: inverse.slot)
            }
        }
        unit.cascades.leaveToStore(unread, of: state)
        return cascaded
    }

    /// Follows the delete rule of a relationship of a deleted model, which was put off.
    func followRule(of state: ModelState, _ slot: Int) {
        let models = state.partners.models(at: slot)
        if let inverse = state.inverse(of: slot) {
            for partner in models where partner._$modelState.phase != .deleted {
                partner._$modelState.otherSide.removePartner(state, slot: inverse.slot)
            }
        }
        if case .cascade = state.layout.deleteRule(slot) { delete(all: models) }
    }

    /// Notes the other sides that do not note themselves which member leaves them: where they lead, and the members that
    /// the model stays among until the deletion is saved.
    private func notePartners(of state: ModelState, _ partners: [(slot: Int, models: [any PersistentModel])]) {
        for (slot, models) in partners {
            guard let inverse = state.inverse(of: slot) else { continue }
            var isKept = false
            if state.phase == .registered, case .noAction = state.layout.deleteRule(slot) { isKept = true }
            for partner in models.map(\._$modelState) where isKept || !partner.isToMany(inverse.slot) {
                partner.undo.noteForUndo(inverse.slot)
            }
        }
    }
}
