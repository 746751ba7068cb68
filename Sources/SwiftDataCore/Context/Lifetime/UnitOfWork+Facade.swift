// A context may go while its models live on: they hold the unit, and get a context again when they ask for one.

extension UnitOfWork {
    /// The context over this unit; a new one where the first has gone.
    package func facade() -> ModelContext { context ?? ModelContext(self) }

    /// Saves as the last thing that a context does. The changes are lost if it fails, so the failure is logged.
    package func saveWhenContextGoes() {
        guard hasChanges else { return }
        do {
            try saving.save(posting: nil)
        } catch {
            log.error("the context went away with changes that could not be saved: \(error)")
            ModelContext.postSaveFailure(error, of: nil)
        }
    }

    /// The context has gone: changed models are kept by the program, not by the unit.
    package func letGo() {
        closeMembers()
        // Its actions hold models, and those hold the unit.
        let undoManager = recording.register(with: nil)
        undoManager?.removeAllActions(withTarget: self)
        withExtendedLifetime(pending.letModelsGo()) {}
    }

    /// A new context over a unit whose models have changes: they are kept again.
    package func adoptChanges() {
        end.revoke()
        pending.keepModels()
    }
}
