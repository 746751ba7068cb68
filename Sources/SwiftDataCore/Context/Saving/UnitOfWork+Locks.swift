/// A save that met a row which another context or process had changed. Nothing was written.
struct WriteConflict {
    let error: StoreError
    let plan: PlannedSave

    /// Nil for any other error, and for one of a store without counters.
    init?(_ error: any Error, _ plan: PlannedSave, _ core: ContainerCore) {
        guard let error = error as? StoreError, error.code == .conflict, let row = error.persistentModelID,
            core.store(of: row)?.facts.contains(.countsLocks) == true
        else { return nil }
        self.error = error
        self.plan = plan
    }
}

extension UnitOfWork {
    /// The result of an attempt to write.
    enum Attempt {
        case saved(SaveOutcome)
        case conflict(WriteConflict)
    }

    /// Takes over the optimistic-lock counters of rows that a save has written although it was of other models, as far as
    /// their models know the rows as they were before.
    func noteLocks(_ outcome: SaveOutcome, of parts: [PlannedSave.Part]) {
        guard !outcome.locks.isEmpty else { return }
        let saved = Set(parts.flatMap { $0.inserted + $0.updated }.map { ObjectIdentifier($0) })
        for (identifier, lock) in outcome.locks {
            guard let state = identityMap[identifier], !saved.contains(ObjectIdentifier(state)),
                let newest = TakeOverStep.lock(ofOther: state.lock, told: lock)
            else { continue }
            state.lock = newest
        }
    }
}
