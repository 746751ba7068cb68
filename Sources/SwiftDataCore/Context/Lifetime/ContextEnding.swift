import Dispatch

// A context may go while its models live on: they hold the unit, and get a context again when they ask for one.

/// Ends a context: saves if autosave is on, and releases its state.
///
/// Changes ``ContextEnd``, and the pending changes. Asks ``ActorIsolation`` for the place, and the gate whether a thread
/// is inside.
package struct ContextEnding {
    let unit: UnitOfWork

    /// The context is being released, on whatever thread that is. Pending changes are saved where the context belongs,
    /// which is here where that is not known.
    func contextIsGoing() {
        let ending = EndingUnit(unit)
        switch unit.actorIsolation.placeOfEnd(unit.gate) {
        // A save in a block of an isolated transaction would wait for the lock that its own thread holds.
        case .here: if !PostponedEnds.add(ending) { endWhenFree() }
        case .mainActor: inLaterTurnOfMainActor { ending.end() }
        case .queue(let queue): queue.async { ending.end() }
        case .executor(let executor):
            let number = PendingContextEnds.add(ending)
            executor.run { PendingContextEnds.take(number)?.end() }
        }
    }

    /// Ends the context now, or leaves that to the thread that is inside. Called on whatever thread releases the context,
    /// or a model after it.
    func endWhenFree() {
        unit.gate.requestEnd()
        unit.gate.endIfRequested(endWithContext)
    }

    /// Saves if autosave is on, and releases the state of the context. No other thread is inside the gate.
    func endWithContext() {
        // A model may have asked for a context in the meantime.
        guard unit.context == nil else { return }
        if !unit.end.hasLetGo {
            if unit.autosave.isEnabled { saveWhenContextGoes() }
            unit.end.begin()
            letGo()
        }
        endWithModels()
    }

    /// Unsaved changes are needed as long as any model leads to them. The states that have them hold the unit, and are
    /// released with the last model.
    private func endWithModels() {
        guard !unit.pending.isEmpty else { return }
        // Before any model is asked whether it is there: see ``ModelState/leave()``.
        unit.end.waitForModels()
        if unit.end.hasSurvivor(in: unit.identityMap.all, isHeld: isHeldByProgram) { return }
        // The remaining models were inserted after the context had gone, and the program may hold them as well.
        unit.closeMembers()
        withExtendedLifetime(unit.pending.letModelsGo()) {}
        if !unit.end.hasSurvivor(in: unit.identityMap.all, isHeld: isHeldByProgram) { _ = unit.removal.takePending() }
    }

    /// True if a state has a model in memory that the unit does not keep itself.
    private func isHeldByProgram(_ state: ModelState) -> Bool {
        state.model != nil && unit.pending.model(of: state) == nil
    }

    /// Saves as the last step of a context. The changes are lost if it fails, so the failure is logged.
    private func saveWhenContextGoes() {
        guard unit.hasChanges else { return }
        do {
            try unit.saving.save(posting: nil)
        } catch {
            log.error("the context was released with changes that could not be saved: \(error)")
            ModelContext.postSaveFailure(error, of: nil)
        }
    }

    /// The context is released: changed models are kept by the program, not by the unit.
    private func letGo() {
        unit.closeMembers()
        // Its actions hold models, and those hold the unit.
        let undoManager = unit.recording.register(with: nil)
        undoManager?.removeAllActions(withTarget: unit)
        withExtendedLifetime(unit.pending.letModelsGo()) {}
    }

    /// A new context over a unit whose models have changes: they are kept again.
    func adoptChanges() {
        unit.end.revoke()
        unit.pending.keepModels()
    }
}
