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
        guard state.isThereAfterOthersChanges() else { return [] }
        // What its rules lead to is read, whatever the program has been shown of it.
        state.failedReads?.shown = []
        recording.journal?.willDelete(model)
        let isSaved = state.phase == .registered
        let unread = slotsForStore(state)
        let partners = state.relationshipPartners(except: unread)
        var cascaded: [any PersistentModel] = []
        for (slot, models) in partners {
            if case .cascade = state.deleteRule(slot) { cascaded.append(contentsOf: models) }
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
            if isSaved, case .noAction = state.deleteRule(slot) { continue }
            for partner in models where partner._$modelState.phase != .deleted {
                partner._$modelState.removePartner(state, slot: inverse.slot)
            }
        }
        leaveToStore(unread, of: state)
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

    /// Throws where a `.deny` rule holds back a deletion: a model is left on the other side.
    package func checkDenyRules() throws {
        for state in pending.deleted.values {
            for slot in state.layout.denyingSlots {
                try checkReadable(state, slot)
                let left = state.partners(at: slot).map(\._$modelState).filter { state.isHeld(by: $0, slot: slot) }
                guard !left.isEmpty else { continue }
                throw StoreError(
                    .deleteDenied,
                    "the delete rule is .deny, and it still has \(describe(left)). Delete or move them first.",
                    entity: state.layout.entityName,
                    property: state.layout.properties[slot].name,
                    model: state.identifier
                )
            }
        }
    }
}

extension UnitOfWork {
    /// - Throws: ``StoreError`` with code `unreadable` where it is not known which models are on the other side of a
    ///   relationship.
    private func checkReadable(_ state: ModelState, _ slot: Int) throws {
        let cause = "the relationship could not be read, so that its delete rule could not be followed. Save again."
        if case .unloaded = state.trueValue(at: slot) { throw state.unreadable(slot, cause, reads.lastError) }
        guard let inverse = state.inverse(of: slot) else { return }
        for partner in state.partners(at: slot).map(\._$modelState) where !partner.isToMany(inverse.slot) {
            guard partner.phase == .registered, case .unloaded = partner.trueValue(at: inverse.slot) else { continue }
            throw partner.unreadable(inverse.slot, cause, reads.lastError)
        }
    }
}

/// Names a few models by their identifiers.
private func describe(_ states: [ModelState]) -> String {
    let names = states.prefix(3).map { "\($0.layout.entityName) (\($0.identifier))" }
    let others = states.count - names.count
    return names.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
}

extension ModelState {
    /// True if a partner of this deleted model is still its partner: neither deleted itself, nor moved to another model
    /// since.
    fileprivate func isHeld(by partner: ModelState, slot: Int) -> Bool {
        guard partner.phase != .deleted, partner.phase != .gone else { return false }
        guard let inverse = inverse(of: slot), !partner.isToMany(inverse.slot) else { return true }
        guard case .identifier(let owner) = partner.trueValue(at: inverse.slot) else { return true }
        return owner.resolved == identifier
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
    fileprivate func partners(at slot: Int) -> [any PersistentModel] {
        if case .toOne = layout.properties[slot].shape { return destination(at: slot).map { [$0] } ?? [] }
        return destinations(at: slot)
    }
}
