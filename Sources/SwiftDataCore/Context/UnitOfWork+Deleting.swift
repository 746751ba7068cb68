import OrderedCollections

extension UnitOfWork {
    /// Marks a model for deletion and follows its delete rules in memory. `.deny` is checked at the save, when it is
    /// known what else is deleted.
    package func delete(_ model: any PersistentModel) {
        var waiting: [any PersistentModel] = [model]
        var neverSaved: [PersistentIdentifier] = []
        noteOneSidedReferences(toAllDeletedWith: model)
        while let next = waiting.popLast() {
            let state = next._$modelState
            if state.phase == .inserted { neverSaved.append(state.identifier) }
            waiting.append(contentsOf: deleteOne(state, next))
        }
        forgetOneSidedReferences(to: neverSaved)
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
        journal?.willDelete(model)
        let key = ObjectIdentifier(state)
        let isSaved = state.phase == .registered
        let partners = state.relationshipPartners()
        var cascaded: [any PersistentModel] = []
        for (slot, models) in partners {
            if case .cascade = state.deleteRule(slot) { cascaded.append(contentsOf: models) }
        }
        if journal != nil { notePartners(of: state, partners) }
        observers?.leave(state)
        if state.phase == .inserted {
            identityMap.forget(state.identifier, state)
            state.phase = .gone
            forgetPending(state)
        } else {
            state.phase = .deleted
            _ = changed.removeValue(forKey: key)
            deleted[key] = state
            kept[key] = model
        }
        for (slot, models) in partners {
            guard let inverse = state.layout.inverse(of: slot) else { continue }
            // There will never be a row that a relationship left alone could lead to.
            if isSaved, case .noAction = state.deleteRule(slot) { continue }
            for partner in models where partner._$modelState.phase != .deleted {
                partner._$modelState.removePartner(state, slot: inverse.slot)
            }
        }
        return cascaded
    }

    /// Notes the other sides while the model is still a member of them.
    private func notePartners(of state: ModelState, _ partners: [(slot: Int, models: [any PersistentModel])]) {
        for (slot, models) in partners {
            guard let inverse = state.layout.inverse(of: slot) else { continue }
            for partner in models { partner._$modelState.noteForUndo(inverse.slot) }
        }
    }

    /// Throws where a `.deny` rule holds back a deletion: somebody is left on the other side.
    package func checkDenyRules() throws {
        for state in deleted.values {
            for (slot, models) in state.relationshipPartners() {
                guard case .deny = state.deleteRule(slot) else { continue }
                let left = models.map(\._$modelState).filter { state.isHeld(by: $0, slot: slot) }
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

/// Names a few models by their identifiers.
private func describe(_ states: [ModelState]) -> String {
    let names = states.prefix(3).map { "\($0.layout.entityName) (\($0.identifier.uriRepresentation))" }
    let others = states.count - names.count
    return names.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
}

extension ModelState {
    /// Whether a partner of this deleted model is still one: neither deleted itself, nor moved to another model since.
    fileprivate func isHeld(by partner: ModelState, slot: Int) -> Bool {
        guard partner.phase != .deleted, partner.phase != .gone else { return false }
        guard let inverse = layout.inverse(of: slot), !partner.isToMany(inverse.slot) else { return true }
        guard case .identifier(let owner) = partner.value(at: inverse.slot) else { return true }
        return owner.resolved == identifier
    }

    package func deleteRule(_ slot: Int) -> Schema.Relationship.DeleteRule {
        switch layout.properties[slot].shape {
        case .toOne(let relationship, _), .toMany(let relationship, _): relationship.deleteRule
        case .attribute: .noAction
        }
    }

    /// The models at the other end of each relationship, by slot.
    package func relationshipPartners() -> [(slot: Int, models: [any PersistentModel])] {
        layout.properties.compactMap { property in
            switch property.shape {
            case .attribute: return nil
            case .toOne: return destination(at: property.slot).map { (property.slot, [$0]) }
            case .toMany: return (property.slot, destinations(at: property.slot))
            }
        }
    }
}
