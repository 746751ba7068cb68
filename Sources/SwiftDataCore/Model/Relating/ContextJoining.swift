/// The one context of models that are related.
///
/// Changes the partners that a model in no context holds, and inserts one by its partner's unit. Asks the phases and
/// units of both.
struct ContextJoining {
    let state: ModelState

    /// Runs a change of a relationship while no other thread is at work in the context that it belongs to.
    func exclusively(with partner: ModelState?, _ change: () -> Void) {
        // Values that a deinitialiser writes to its model are not saved, nor is the other side.
        guard !state.ending.ignoresAccess, !state.ending.isDeinitializing else { return }
        guard let unit = state.isAttached ? state.unit : partner?.unit ?? state.unit else { return change() }
        unit.exclusively(change)
    }

    /// True if two models can be related. False where they are in different contexts: the save reports it.
    func mayJoin(_ other: ModelState) -> Bool {
        if other.phase == .deleted || other.phase == .gone {
            let kind = "\(state.layout.entityName): a deleted \(other.layout.entityName) cannot be related to"
            log.limited(.warning, kind, "\(kind); ignored.")
            return false
        }
        if state.isAttached, other.isAttached, state.unit !== other.unit {
            state.unit?.foreignReports.report(state, other)
            return false
        }
        return true
    }

    /// Brings two models that have been related into the same context.
    func join(_ other: ModelState) {
        switch (state.isAttached, other.isAttached) {
        case (true, false):
            if let model = other.model { state.unit?.undo.insertUndoably(model) }
        case (false, true):
            if let model = state.model, state.phase == .detached { other.unit?.undo.insertUndoably(model) }
        default:
            break
        }
    }

    /// Keeps partners alive while no context does.
    func hold(_ slot: Int, _ partners: [any PersistentModel]) {
        if state.isAttached || partners.isEmpty {
            if !state.held.isEmpty { state.held[slot] = nil }
        } else {
            state.held[slot] = partners
        }
    }
}
