/// Prepares for new models that turned out to be rows that were there.
///
/// Changes the models alone: what undo needs to know, and relationships, which are to be read anew.
struct UpsertJoining {
    let unit: UnitOfWork

    /// Notes what rows had that new models turned out to be, where their insertion may be undone. Nothing is known of a
    /// row that has no model, or of what its model has not read: that stays as the save has made it.
    func noteReplaced(_ upserts: [Upsert], _ outcome: SaveOutcome, _ parts: [PlannedSave.Part]) -> [ChangeJournal] {
        guard unit.recording.undoManager != nil else { return [] }
        // A new row may come back with values of the store's making: where nothing is unique, it is new all the same.
        for state in parts.flatMap(\.inserted)
        where outcome.reregistered[state.identifier] != nil && !outcome.hasBecomeOther(state) {
            state.replaced = ChangeJournal()
        }
        return upserts.map { upsert in
            let journal = upsert.existing.loadedImages()
            upsert.newcomer.replaced = journal
            return journal
        }
    }

    /// Lets relationships with rows that new models turned out to be be read anew: such a row has other partners than
    /// before, and more members than the new model knew of.
    func rereadRelationships(with joined: Set<PersistentIdentifier>) {
        guard !joined.isEmpty else { return }
        for state in unit.identityMap.all where state.phase == .registered { state.rereadRelationships(with: joined) }
    }
}

extension ModelState {
    /// Lets to-many relationships be read anew: a stored row that a new model turned out to be may have members that
    /// the new one did not know of.
    func forgetToMany() {
        for slot in values.indices where isToMany(slot) { reread(slot) }
    }

    fileprivate func rereadRelationships(with joined: Set<PersistentIdentifier>) {
        whileHeld { rereadHeldRelationships(with: joined) }
    }

    private func rereadHeldRelationships(with joined: Set<PersistentIdentifier>) {
        for property in layout.properties where property.relationship != nil {
            let slot = property.slot
            switch values[slot] {
            case .identifiers(let members):
                if joined.contains(identifier) || members.contains(where: joined.contains) { reread(slot) }
            case .identifier(let destination):
                // If the other side is to-many, it follows this one.
                guard joined.contains(destination), let inverse = inverse(of: slot),
                    case .toOne = inverse.layout.properties[inverse.slot].shape
                else { continue }
                reread(slot)
            default:
                continue
            }
        }
    }

    /// Makes a fault of a relationship. Unsaved edits stay, joined with what the store has.
    private func reread(_ slot: Int) {
        if let changes, changes.slots.contains(slot) {
            guard let change = changes.toMany[slot], !change.added.isEmpty || !change.removed.isEmpty else { return }
            changes.original[slot] = .unloaded
        }
        toManyBatches[slot] = nil
        mutateObserved(slot) { values[slot] = .unloaded }
    }
}
