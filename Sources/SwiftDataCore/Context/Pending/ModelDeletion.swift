/// Marks models for deletion, and follows their delete rules in memory.
///
/// Changes the pending changes, the identity map and the journal. Leaves to ``CascadeFollowing`` what the store can follow.
package struct ModelDeletion {
    let unit: UnitOfWork

    private var observers: ObserverRegistry? { unit.observers }

    /// Marks a model for deletion and follows its delete rules in memory. `.deny` is checked at the save, when it is
    /// known what else is deleted.
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
        observers?.tellUnisolated()
    }

    /// Deletes one model; answers the models that its cascades delete too.
    private func deleteOne(_ state: ModelState, _ model: any PersistentModel) -> [any PersistentModel] {
        guard state.phase == .inserted || state.phase == .registered else { return [] }
        guard state.unit === unit else {
            unit.foreignReports.report("deleted", state)
            return []
        }
        guard state.isThereAfterOthersChanges() else { return [] }
        // The relationships of its delete rules are read, even if the program was shown stand-ins for them.
        state.failedReads?.shown = []
        unit.recording.journal?.willDelete(model)
        let isSaved = state.phase == .registered
        let unread = unit.cascades.slotsForStore(state)
        let partners = state.relationshipPartners(except: unread)
        var cascaded: [any PersistentModel] = []
        for (slot, models) in partners {
            if case .cascade = state.deleteRule(slot) { cascaded.append(contentsOf: models) }
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
            if isSaved, case .noAction = state.deleteRule(slot) { continue }
            for partner in models where partner._$modelState.phase != .deleted {
                partner._$modelState.removePartner(state, slot: inverse.slot)
            }
        }
        unit.cascades.leaveToStore(unread, of: state)
        return cascaded
    }

    /// Follows the delete rule of a relationship of a deleted model, which was put off.
    func followRule(of state: ModelState, _ slot: Int) {
        let models = state.partners(at: slot)
        if let inverse = state.inverse(of: slot) {
            for partner in models where partner._$modelState.phase != .deleted {
                partner._$modelState.removePartner(state, slot: inverse.slot)
            }
        }
        if case .cascade = state.deleteRule(slot) { delete(all: models) }
    }

    /// Notes the other sides that do not note themselves which member leaves them: where they lead, and the members that
    /// the model stays among until the deletion is saved.
    private func notePartners(of state: ModelState, _ partners: [(slot: Int, models: [any PersistentModel])]) {
        for (slot, models) in partners {
            guard let inverse = state.inverse(of: slot) else { continue }
            var isKept = false
            if state.phase == .registered, case .noAction = state.deleteRule(slot) { isKept = true }
            for partner in models.map(\._$modelState) where isKept || !partner.isToMany(inverse.slot) {
                partner.noteForUndo(inverse.slot)
            }
        }
    }
}

extension ModelState {
    /// The model at the other end of a relationship that may hold back a deletion.
    /// - Parameter inverse: The slot of the other side; nil where there is none.
    func asPartner(inverse: Int?) -> DenyingRelationship.Partner {
        let isDeleted = phase == .deleted || phase == .gone
        var owner: PersistentIdentifier?
        if !isDeleted, let inverse, !isToMany(inverse), case .identifier(let other) = trueValue(at: inverse) {
            owner = other.resolved
        }
        return .init(identifier: identifier, entityName: layout.entityName, isDeleted: isDeleted, owner: owner)
    }

    package func deleteRule(_ slot: Int) -> Schema.Relationship.DeleteRule {
        switch layout.properties[slot].shape {
        case .toOne(let relationship, _), .toMany(let relationship, _): relationship.deleteRule
        case .attribute: .noAction
        }
    }

    /// The models at the other end of each relationship, by slot.
    package func relationshipPartners(
        except unread: [Int] = []
    ) -> [(slot: Int, models: [any PersistentModel])] {
        layout.relationshipSlots.compactMap { slot in
            if unread.contains(slot) { return nil }
            if case .toOne = layout.properties[slot].shape { return destination(at: slot).map { (slot, [$0]) } }
            return (slot, destinations(at: slot))
        }
    }

    /// The models at the other end of a relationship.
    func partners(at slot: Int) -> [any PersistentModel] {
        if case .toOne = layout.properties[slot].shape { return destination(at: slot).map { [$0] } ?? [] }
        return destinations(at: slot)
    }
}
