/// Unsaved edits beside rows that another writer has saved: the other side of an edited relationship, and the effects
/// of a deletion on its partners are brought in line with these rows.
///
/// Changes: the list of displaced edits; the partners; the models that delete rules delete. Asks: the models of
/// identifiers.
struct EditAligning {
    let unit: UnitOfWork

    /// Takes edited models from the partners that other writers gave them.
    func align() {
        while true {
            let displaced = unit.pending.takeDisplaced()
            if displaced.isEmpty { return }
            for next in displaced { align(next) }
        }
    }

    private func align(_ next: PendingChanges.Displacement) {
        guard next.state.phase == .registered || next.state.phase == .deleted,
            let inverse = next.state.inverse(of: next.slot),
            let partner = unit.lookup.model(for: next.destination), partner._$modelState.phase == .registered
        else { return }
        // Held until the change is noted: it may have no other holder.
        withExtendedLifetime(partner) {
            if next.state.phase == .deleted {
                applyRule(of: next.state, next.slot, to: partner, inverse.slot)
            } else {
                partner._$modelState.otherSide.removePartner(next.state, slot: inverse.slot)
            }
        }
    }

    /// Applies the delete rules of deleted models to the models that other contexts and processes have related to them
    /// since the deletion.
    func followRulesAgain(_ deleted: [ModelState]) {
        for state in deleted where state.phase == .deleted {
            for (slot, partners) in state.partners.relationshipPartners() {
                guard let inverse = state.inverse(of: slot) else { continue }
                for partner in partners where partner._$modelState.references.leads(to: state, slot: inverse.slot) {
                    applyRule(of: state, slot, to: partner, inverse.slot)
                }
            }
        }
    }

    private func applyRule(of state: ModelState, _ slot: Int, to partner: any PersistentModel, _ inverse: Int) {
        if case .cascade = state.layout.deleteRule(slot) { unit.deletion.delete(partner) }
        if case .noAction = state.layout.deleteRule(slot) { return }
        partner._$modelState.otherSide.removePartner(state, slot: inverse)
    }
}
