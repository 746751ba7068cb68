/// Releases models whose rows turn out to be deleted.
///
/// Changes: the state, its place in the identity map, in the pending changes and among the observers; the list of lost
/// edits.
struct RowVanishing {
    let unit: UnitOfWork

    func vanish(_ state: ModelState) {
        unit.refusals.noteLostEdits(of: state)
        unit.observers?.leave(state)
        unit.identityMap.forget(state.identifier, state)
        state.faulting.vanish()
        unit.removal.forgetPending(state)
    }

    /// Releases the models of some rows, and removes the references to these rows.
    func vanish(_ gone: [PersistentIdentifier]) {
        for state in gone.compactMap({ unit.identityMap[$0] }) { vanish(state) }
        unit.references.forgetReferences(to: gone)
    }
}
