/// Reads the relationships of deleted models that may hold back their deletion. Changes nothing but unread values,
/// which it reads.
struct DenyRules {
    let unit: UnitOfWork

    /// Reads the other end of a relationship of a deleted model whose rule is `.deny`; nil where there is no model.
    /// - Throws: ``StoreError`` with code `unreadable`.
    func denyingRelationship(of state: ModelState, _ slot: Int) throws -> DenyingRelationship? {
        try checkReadable(state, slot)
        let inverse = state.inverse(of: slot)
        let partners = state.partners.models(at: slot).map(\._$modelState)
        guard !partners.isEmpty else { return nil }
        return DenyingRelationship(
            owner: state.identifier,
            layout: state.layout,
            slot: slot,
            partners: partners.map { $0.references.asPartner(inverse: inverse?.slot) }
        )
    }

    /// - Throws: ``StoreError`` with code `unreadable` where it is not known which models are on the other side of a
    ///   relationship.
    private func checkReadable(_ state: ModelState, _ slot: Int) throws {
        let cause = "the relationship could not be read, so that its delete rule could not be followed. Save again."
        if case .unloaded = state.reading.trueValue(at: slot) {
            throw state.standIns.unreadable(slot, cause, unit.reads.lastError)
        }
        guard let inverse = state.inverse(of: slot) else { return }
        for partner in state.partners.models(at: slot).map(\._$modelState) where !partner.isToMany(inverse.slot) {
            guard partner.phase == .registered, case .unloaded = partner.reading.trueValue(at: inverse.slot) else {
                continue
            }
            throw partner.standIns.unreadable(inverse.slot, cause, unit.reads.lastError)
        }
    }
}
