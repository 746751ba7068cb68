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
            let journal = upsert.existing.images.loadedImages()
            upsert.newcomer.replaced = journal
            return journal
        }
    }

    /// Lets relationships with rows that new models turned out to be be read anew: such a row has other partners than
    /// before, and more members than the new model knew of.
    func rereadRelationships(with joined: Set<PersistentIdentifier>) {
        guard !joined.isEmpty else { return }
        for state in unit.identityMap.all where state.phase == .registered {
            state.faulting.rereadRelationships(with: joined)
        }
    }
}
