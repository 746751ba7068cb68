// A deletion takes the deleted model from its partners on the other side of its relationships. What is left are
// relationships without another side, and edits that no other context could know of.

extension UnitOfWork {
    /// Takes deleted models out of the relationships of the models in memory.
    func forgetReferences(to deleted: [PersistentIdentifier]) {
        guard !deleted.isEmpty else { return }
        if !pending.inserted.isEmpty || !pending.changed.isEmpty {
            let deleted = Set(deleted)
            for states in [pending.inserted.values, pending.changed.values] {
                for state in states {
                    state.references.forgetReferences(to: deleted, in: state.layout.relationshipSlots)
                }
            }
        }
        forgetOneSidedReferences(to: deleted)
    }

    /// Takes models out of the relationships without inverse of the models in memory.
    func forgetOneSidedReferences(to gone: [PersistentIdentifier]) {
        guard !gone.isEmpty else { return }
        let slots = oneSidedSlots(leadingTo: entityNames(of: gone))
        guard !slots.isEmpty else { return }
        let gone = Set(gone)
        for state in identityMap.all {
            if let slots = slots[state.layout.entityName] { state.references.forgetReferences(to: gone, in: slots) }
        }
    }

    /// The same for models that were never saved: only models with unsaved changes can lead to them.
    func forgetOneSidedReferences(toNeverSaved gone: [PersistentIdentifier]) {
        guard !gone.isEmpty else { return }
        let slots = oneSidedSlots(leadingTo: entityNames(of: gone))
        guard !slots.isEmpty else { return }
        let gone = Set(gone)
        for (name, slots) in slots {
            guard let layout = core.schema.entitiesByName[name]?.modelType?._$modelLayout else { continue }
            let states =
                pending.inserted(of: layout) + pending.changed(of: layout) + pending.deleted(of: layout)
            for state in states where state.layout.entityName == name {
                state.references.forgetReferences(to: gone, in: slots)
            }
        }
    }

    /// The entities of identifiers, of which many of one entity mostly follow each other.
    private func entityNames(of identifiers: [PersistentIdentifier]) -> Set<String> {
        var names: Set<String> = []
        var last: IdentifierSpace?
        for identifier in identifiers {
            let space = identifier.id.space
            guard space !== last || identifier.id.isForeign else { continue }
            last = space
            names.insert(identifier.entityName)
        }
        return names
    }

    /// Notes the relationships without inverse that lead to models that are being deleted: the save will change them.
    /// They are noted while they still lead there.
    func noteOneSidedReferences(toAllDeletedWith model: any PersistentModel) {
        guard recording.journal != nil, hasOneSidedRelationships else { return }
        let doomed = identifiersDeleted(with: model)
        let slots = oneSidedSlots(leadingTo: Set(doomed.map(\.entityName)))
        guard !slots.isEmpty else { return }
        for state in identityMap.all {
            for slot in slots[state.layout.entityName] ?? [] where state.values[slot].removing(doomed) != nil {
                state.undo.noteForUndo(slot)
            }
        }
    }

    private var hasOneSidedRelationships: Bool {
        core.schema.entities.contains { entity in
            guard let layout = entity.modelType?._$modelLayout else { return false }
            return layout.relationshipSlots.contains { core.inverse(of: $0, in: layout) == nil }
        }
    }

    /// The identifiers of a model and of all that its deletion deletes.
    private func identifiersDeleted(with model: any PersistentModel) -> Set<PersistentIdentifier> {
        var found: Set<PersistentIdentifier> = []
        var waiting = [model._$modelState]
        while let state = waiting.popLast() {
            guard state.isAttached, found.insert(state.identifier).inserted else { continue }
            for (slot, models) in state.partners.relationshipPartners() {
                if case .cascade = state.layout.deleteRule(slot) {
                    waiting.append(contentsOf: models.map(\._$modelState))
                }
            }
        }
        return found
    }

    /// The relationships without inverse that may lead to one of the entities, by the entity that has them.
    private func oneSidedSlots(leadingTo names: Set<String>) -> [String: [Int]] {
        var targets = Set<ObjectIdentifier>()
        for name in names {
            var layout = core.schema.entitiesByName[name]?.modelType?._$modelLayout
            while let current = layout {
                targets.insert(ObjectIdentifier(current))
                layout = current.superLayout
            }
        }
        var found: [String: [Int]] = [:]
        for entity in core.schema.entities {
            guard let layout = entity.modelType?._$modelLayout else { continue }
            let slots = layout.relationshipSlots.filter { slot in
                guard let destination = layout.properties[slot].relationship?.destination else { return false }
                return core.inverse(of: slot, in: layout) == nil
                    && targets.contains(ObjectIdentifier(destination._$modelLayout))
            }
            if !slots.isEmpty { found[layout.entityName] = slots }
        }
        return found
    }
}

extension StoredValue {
    /// The value without some destinations, or nil where it leads to none of them.
    func removing(_ deleted: Set<PersistentIdentifier>) -> StoredValue? {
        switch self {
        case .identifier(let identifier) where deleted.contains(identifier): .null
        case .identifiers(let members) where members.contains(where: deleted.contains):
            .identifiers(members.filter { !deleted.contains($0) })
        default: nil
        }
    }
}
