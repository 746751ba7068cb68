import OrderedCollections

extension UnitOfWork {
    /// Marks a model for deletion and follows its delete rules in memory. `.deny` is checked at the save, when it is
    /// known what else is deleted.
    package func delete(_ model: any PersistentModel) {
        var waiting: [any PersistentModel] = [model]
        var neverSaved: [PersistentIdentifier] = []
        var doomed: [PersistentIdentifier] = []
        while let next = waiting.popLast() {
            let state = next._$modelState
            if state.phase == .inserted { neverSaved.append(state.identifier) }
            if undoRecord != nil { doomed.append(state.identifier) }
            waiting.append(contentsOf: deleteOne(state, next))
        }
        noteOneSidedReferences(to: doomed)
        forgetOneSidedReferences(to: neverSaved)
        noteChange()
    }

    /// Deletes one model; answers the models that its cascades delete too.
    private func deleteOne(_ state: ModelState, _ model: any PersistentModel) -> [any PersistentModel] {
        guard state.unit === self, state.phase == .inserted || state.phase == .registered else { return [] }
        let key = ObjectIdentifier(state)
        let isSaved = state.phase == .registered
        let partners = state.relationshipPartners()
        if let undoRecord {
            for slot in state.values.indices { _ = state.value(at: slot) }
            undoRecord.noteLife(state, model)
            // While they still have this one: what is loaded later has it no more.
            for (slot, models) in partners {
                guard let inverse = state.layout.inverse(of: slot) else { continue }
                for partner in models { undoRecord.note(partner._$modelState, inverse.slot) }
            }
        }
        var cascaded: [any PersistentModel] = []
        for (slot, models) in partners {
            if case .cascade = state.deleteRule(slot) { cascaded.append(contentsOf: models) }
        }
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

    /// Throws where a `.deny` rule holds back a deletion: somebody is left on the other side.
    package func checkDenyRules() throws {
        for state in deleted.values {
            for (slot, models) in state.relationshipPartners() {
                guard case .deny = state.deleteRule(slot) else { continue }
                let left = models.filter { $0._$modelState.phase != .deleted && $0._$modelState.phase != .gone }
                guard let holder = left.first else { continue }
                throw StoreError(
                    .deleteDenied,
                    "the delete rule is .deny and \(left.count) \(holder._$modelState.layout.entityName) are still "
                        + "related. Delete or move them first.",
                    entity: state.layout.entityName,
                    property: state.layout.properties[slot].name,
                    model: state.identifier
                )
            }
        }
    }
}

extension ModelState {
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
