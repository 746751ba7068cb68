/// Prepares for new models that turned out to be stored rows.
///
/// Changes the models alone: the notes for undo, and relationships, which are to be read again.
struct UpsertJoining {
    let unit: UnitOfWork

    /// Notes the old values of the rows that new models turned out to be, where their insertion may be undone. The old
    /// values of a row without a model, and unread values, are unknown: they stay as the save has written them.
    func noteReplaced(_ upserts: [Upsert], _ outcome: SaveOutcome, _ parts: [PlannedSave.Part]) -> [ChangeJournal] {
        guard unit.recording.undoManager != nil else { return [] }
        // A new row may come back with values of the store's making: where nothing is unique, it is new all the same.
        for state in parts.flatMap(\.inserted)
        where outcome.reregistered[state.identifier] != nil && !outcome.wasChangedByStore(state) {
            state.replaced = ChangeJournal()
        }
        return upserts.map { upsert in
            let journal = upsert.existing.images.loadedImages()
            upsert.newcomer.replaced = journal
            return journal
        }
    }

    /// Marks relationships with rows that new models turned out to be as unread: such a row has other partners than
    /// before, and more members than the new model had.
    func rereadRelationships(with joined: Set<PersistentIdentifier>) {
        guard !joined.isEmpty else { return }
        for state in unit.identityMap.all where state.phase == .registered {
            state.faulting.rereadRelationships(with: joined)
        }
    }
}
