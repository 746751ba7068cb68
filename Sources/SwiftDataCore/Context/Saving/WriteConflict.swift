/// A save that found a row that another context or process had changed. Nothing was written.
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
