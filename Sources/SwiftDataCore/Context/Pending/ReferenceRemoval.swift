// A deletion takes the deleted model from its partners on the other side of its relationships. The rest are
// relationships without another side, and edits that no other context could have seen.

/// Takes deleted models out of the relationships of the models in memory.
///
/// Changes models alone. Asks the pending changes and the identity map for the models that may lead to deleted ones.
struct ReferenceRemoval {
    let unit: UnitOfWork

    private var oneSided: OneSidedRelationships { OneSidedRelationships(core: unit.core) }

    /// Takes deleted models out of the relationships of the models in memory.
    func forgetReferences(to deleted: [PersistentIdentifier]) {
        guard !deleted.isEmpty else { return }
        if !unit.pending.inserted.isEmpty || !unit.pending.changed.isEmpty {
            let deleted = Set(deleted)
            for states in [unit.pending.inserted.values, unit.pending.changed.values] {
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
        let slots = oneSided.slots(leadingTo: entityNames(of: gone))
        guard !slots.isEmpty else { return }
        let gone = Set(gone)
        for state in unit.identityMap.all {
            if let slots = slots[state.layout.entityName] { state.references.forgetReferences(to: gone, in: slots) }
        }
    }

    /// The same for models that were never saved: only models with unsaved changes can lead to them.
    func forgetOneSidedReferences(toNeverSaved gone: [PersistentIdentifier]) {
        guard !gone.isEmpty else { return }
        let slots = oneSided.slots(leadingTo: entityNames(of: gone))
        guard !slots.isEmpty else { return }
        let gone = Set(gone)
        for (name, slots) in slots {
            guard let layout = unit.core.schema.entitiesByName[name]?.modelType?._$modelLayout else { continue }
            let states =
                unit.pending.inserted(of: layout) + unit.pending.changed(of: layout) + unit.pending.deleted(of: layout)
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
        guard unit.recording.journal != nil, oneSided.hasAny else { return }
        let doomed = identifiersDeleted(with: model)
        let slots = oneSided.slots(leadingTo: Set(doomed.map(\.entityName)))
        guard !slots.isEmpty else { return }
        for state in unit.identityMap.all {
            for slot in slots[state.layout.entityName] ?? [] where state.values[slot].removing(doomed) != nil {
                state.undo.noteForUndo(slot)
            }
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
