extension UnitOfWork {
    /// Marks a model for deletion and follows its delete rules in memory. `.deny` is checked at the save, when it is
    /// known what else is deleted.
    package func delete(_ model: any PersistentModel) {
        noteOneSidedReferences(toAllDeletedWith: model)
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
        forgetOneSidedReferences(toNeverSaved: neverSaved)
        noteChange()
        observers?.tellUnisolated()
    }

    /// Deletes one model; answers the models that its cascades delete too.
    private func deleteOne(_ state: ModelState, _ model: any PersistentModel) -> [any PersistentModel] {
        guard state.phase == .inserted || state.phase == .registered else { return [] }
        guard state.unit === self else {
            reportForeign("deleted", state)
            return []
        }
        guard state.reading.isThereAfterOthersChanges() else { return [] }
        // The relationships of its delete rules are read, even if the program was shown stand-ins for them.
        state.failedReads?.shown = []
        recording.journal?.willDelete(model)
        let isSaved = state.phase == .registered
        let unread = slotsForStore(state)
        let partners = state.partners.relationshipPartners(except: unread)
        var cascaded: [any PersistentModel] = []
        for (slot, models) in partners {
            if case .cascade = state.layout.deleteRule(slot) { cascaded.append(contentsOf: models) }
        }
        if recording.journal != nil { notePartners(of: state, partners) }
        observers?.leave(state)
        if state.phase == .inserted {
            identityMap.forget(state.identifier, state)
            state.move(to: .gone)
            forgetPending(state)
        } else {
            state.move(to: .deleted)
            let left = pending.remove(state)
            pending.noteDeleted(state, model)
            withExtendedLifetime(left) {}
            noteUnfollowedRules(of: state, except: unread)
        }
        for (slot, models) in partners {
            guard let inverse = state.inverse(of: slot) else { continue }
            // There will never be a row that a relationship left alone could lead to.
            if isSaved, case .noAction = state.layout.deleteRule(slot) { continue }
            for partner in models where partner._$modelState.phase != .deleted {
                partner._$modelState.otherSide.removePartner(state, slot: inverse.slot)
            }
        }
        leaveToStore(unread, of: state)
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

extension UnitOfWork {
    /// Reads the other end of a relationship of a deleted model whose rule is `.deny`; nil where no model is there.
    /// - Throws: ``StoreError`` with code `unreadable`.
    func denyingRelationship(of state: ModelState, _ slot: Int) throws -> DenyingRelationship? {
        try checkReadable(state, slot)
        let inverse = state.inverse(of: slot)
        let partners = state.partners.models(at: slot).map(\._$modelState)
        guard !partners.isEmpty else { return nil }
        return DenyingRelationship(
            owner: state.identifier,
            layout: state.layout,
            slot: slot,
            partners: partners.map { $0.references.asPartner(inverse: inverse?.slot) }
        )
    }

    /// - Throws: ``StoreError`` with code `unreadable` where it is not known which models are on the other side of a
    ///   relationship.
    private func checkReadable(_ state: ModelState, _ slot: Int) throws {
        let cause = "the relationship could not be read, so that its delete rule could not be followed. Save again."
        if case .unloaded = state.reading.trueValue(at: slot) {
            throw state.standIns.unreadable(slot, cause, reads.lastError)
        }
        guard let inverse = state.inverse(of: slot) else { return }
        for partner in state.partners.models(at: slot).map(\._$modelState) where !partner.isToMany(inverse.slot) {
            guard partner.phase == .registered, case .unloaded = partner.reading.trueValue(at: inverse.slot) else {
                continue
            }
            throw partner.standIns.unreadable(inverse.slot, cause, reads.lastError)
        }
    }
}
