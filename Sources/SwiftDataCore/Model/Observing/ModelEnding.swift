import Synchronization

/// The end of the model of a state, on any thread, and the work that is still allowed meanwhile.
///
/// Changes the flag ``ModelState/isDeinitialized``, and releases the model. Asks the gate of the unit which thread is inside.
struct ModelEnding {
    let state: ModelState

    /// A storage holds the state from now on.
    func begin() { state.isDeinitialized.store(false, ordering: .relaxed) }

    /// The storage of the model has ended. Called on whatever thread that is.
    func leave() {
        // Until the flag is set, no code changes the state: the unit is read before.
        //
        // A relaxed load is enough. The thread that ends the unit sets its flag, and then asks each model for a strong
        // reference. Where it got one of this model, it has released that before this thread released the last one,
        // which acquired the earlier writes: so the flag is seen here. Where it got none, it does not wait for this
        // model.
        if let unitReference = state.unitReference,
            unitReference._withUnsafeGuaranteedRef({ $0.end.endsWithModels })
        {
            state.unit?.ending.endWhenFree()
        }
        // After the last read of the state.
        state.isDeinitialized.store(true, ordering: .releasing)
    }

    /// True if the deinitialiser of the model has begun and its storage has not ended. Its code may be reading this
    /// state on another thread, so that no code may change the state or make another model of it.
    var isDeinitializing: Bool { state.hasModelBegunToEnd && !state.isDeinitialized.load(ordering: .acquiring) }

    /// True if the deinitialiser of the model runs on another thread, and for another actor, than the context was used
    /// on last. The deinitialiser does not own the context there: it has the values of its model that are in memory,
    /// and nothing else.
    var isEndingElsewhere: Bool {
        guard let unitReference = state.unitReference else { return false }
        return unitReference._withUnsafeGuaranteedRef { unit in
            !unit.gate.isOfThisThread && isDeinitializing && !unit.gate.isOfThisExecutor
        }
    }

    /// True if an access has no effect because the deinitialiser of the model runs elsewhere. A debug build reports it.
    var ignoresAccess: Bool {
        guard isEndingElsewhere else { return false }
        #if DEBUG
            if let unit = state.unit { IsolationReports.report(.deinitialiser(state.layout.entityName), unit) }
        #endif
        return true
    }

    /// Changes the state while its model is held, so that the model's deinitialiser cannot read it at the same time.
    /// Nothing is changed where that deinitialiser is running: the state has no further use then.
    @inline(__always)
    func whileHeld(_ change: () -> Void) {
        if let model = state.model {
            withExtendedLifetime(model, change)
        } else if !isDeinitializing || state.unit?.readByDeinitialiser === state {
            change()
        }
    }

    /// A model has another state from now on.
    func forgetModel(_ model: AnyObject) {
        var next: ModelState? = state
        while let known = next {
            if known.isReference(to: model) { known.model = nil }
            next = known.extras?.successor
        }
    }
}
