/// A new model that turned out to be one that the context has: both have the same row from now on.
struct Upsert {
    let newcomer: ModelState
    let existing: ModelState

    /// Gives the values of the new model to the other one, through which the new one is read and written afterwards.
    func join() {
        newcomer.references.remapIdentifiers()
        let row = DefaultSnapshot(
            persistentIdentifier: existing.identifier,
            layout: newcomer.layout,
            values: newcomer.values
        )
        // First, since an observer of the other model may use this one.
        newcomer.unit?.observers?.leave(newcomer)
        newcomer.move(to: .gone)
        newcomer.successor = existing
        existing.refreshing.refresh(with: row)
        existing.faulting.forgetToMany()
        existing.unit?.observers?.enter(existing)
    }
}

extension UnitOfWork {
    /// Notes what rows had that new models turned out to be, where their insertion may be undone. Nothing is known of a
    /// row that has no model, or of what its model has not read: that stays as the save has made it.
    func noteReplaced(_ upserts: [Upsert], _ outcome: SaveOutcome, _ parts: [PlannedSave.Part]) -> [ChangeJournal] {
        guard recording.undoManager != nil else { return [] }
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
        for state in identityMap.all where state.phase == .registered {
            state.faulting.rereadRelationships(with: joined)
        }
    }
}
