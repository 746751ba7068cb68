/// Autosaves a context, in a turn of the main actor or when its isolation asks for it.
///
/// Changes ``Autosave``. Asks the gate which thread used the context last.
package struct Autosaving {
    let unit: UnitOfWork

    /// Turns autosave of the context on or off.
    package func enableAutosave(_ isEnabled: Bool) {
        unit.autosave.enable(isEnabled, for: unit)
        if isEnabled, unit.hasChanges { unit.noteChange() }
    }

    /// Runs something in a later turn of the main actor, which the unit belongs to.
    func inNextTurn(_ work: @escaping @MainActor @Sendable (UnitOfWork) -> Void) {
        let box = WeakUnit(unit)
        inLaterTurnOfMainActor {
            if let unit = box.unit { unit.exclusively { work(unit) } }
        }
    }

    /// Saves in the main actor's next turn, if the context is still the main thread's then: its isolation is not
    /// declared, and another one may have taken it over meanwhile.
    func saveOnMainThread(_ ticket: AutosaveTicket) {
        let box = WeakUnit(unit)
        inLaterTurnOfMainActor {
            ticket.turnComes()
            box.unit?.autosaving.saveIfMainThreadWasLast()
        }
    }

    /// Saves unless another thread is at work in the context, or was the last to be.
    private func saveIfMainThreadWasLast() {
        guard unit.gate.tryEnter() else { return }
        defer { if unit.gate.leave() { unit.gate.endIfRequested(unit.ending.endWithContext) } }
        // Held, so that it does not end in the middle of the save.
        guard unit.gate.wasLastUsedByMainThread, let context = unit.context else { return }
        withExtendedLifetime(context) { unit.exclusively { saveAutomatically() } }
    }

    /// Saves if the context asks for it. A failure is logged and announced, and the changes stay pending.
    package func saveAutomatically() {
        guard unit.autosave.isEnabled, !unit.recording.isInTransaction else { return }
        guard !unit.saveRun.isUnderWay else { return unit.saveRequests.requestSave() }
        guard unit.hasChanges else { return }
        do {
            try unit.saving.save(posting: unit.context)
        } catch {
            log.error("autosave failed, the changes stay pending: \(error)")
            ModelContext.postSaveFailure(error, of: unit.context)
        }
    }
}
