import Dispatch

/// Carries a unit of work to the isolation that it belongs to.
///
/// `@unchecked Sendable` without a lock: it is opened once, in that isolation.
final class EndingUnit: @unchecked Sendable {
    private let unit: UnitOfWork

    init(_ unit: UnitOfWork) { self.unit = unit }

    func end() { unit.endWhenFree() }
}

extension UnitOfWork {
    /// The context is being released, on whatever thread that is. Pending changes are saved where the context belongs,
    /// which is here where that is not known.
    func contextIsGoing() {
        let ending = EndingUnit(self)
        switch home.placeOfEnd(gate) {
        // A save in a block of an isolated transaction would wait for the lock that its own thread holds.
        case .here: if !PostponedEnds.add(ending) { endWhenFree() }
        case .mainActor: Task { @MainActor in ending.end() }
        case .queue(let queue): queue.async { ending.end() }
        case .executor(let executor):
            let number = EndsOnTheWay.add(ending)
            executor.run { EndsOnTheWay.take(number)?.end() }
        }
    }

    fileprivate func endWhenFree() {
        gate.askForEnd()
        gate.endIfAsked(endWithContext)
    }

    /// Saves where the context saves by itself, and lets go of what it kept. No other thread is inside the gate.
    func endWithContext() {
        // A model may have asked for a context in the meantime.
        guard context == nil else { return }
        if !end.hasLetGo {
            if autosave.isEnabled { saveWhenContextGoes() }
            end.begin()
            letGo()
        }
        endWithModels()
    }

    /// Unsaved changes are of use as long as any model leads to them. The states that have them hold the unit, and are
    /// released with the last model.
    private func endWithModels() {
        guard !pending.isEmpty else { return }
        // Before any model is asked whether it is there: see ``ModelEnding/leave()``.
        end.waitForModels()
        if end.hasSurvivor(in: identityMap.all, isHeld: isHeldByProgram) { return }
        // The remaining models were inserted after the context had gone, and the program may hold them as well.
        closeMembers()
        withExtendedLifetime(pending.letModelsGo()) {}
        if !end.hasSurvivor(in: identityMap.all, isHeld: isHeldByProgram) { _ = takePending() }
    }

    /// True if a state has a model in memory that the unit does not keep itself.
    private func isHeldByProgram(_ state: ModelState) -> Bool { state.model != nil && keptModel(of: state) == nil }

    /// A model has ended after the context of its unit. Called on whatever thread releases the model.
    func modelHasEnded() { endWhenFree() }
}
