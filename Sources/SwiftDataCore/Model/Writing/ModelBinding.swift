/// The moment at which a model is complete enough to be referred to.
///
/// Changes the model of the state, and the values that its initialiser has set: relationships are linked, and partners
/// that cannot be related are dropped. Asks ``ContextJoining`` and ``OtherSide``.
struct ModelBinding {
    let state: ModelState

    /// Remembers the model, once it is complete enough to be referred to.
    func bind(_ model: any PersistentModel) {
        guard !state.isBound else { return }
        state.isBound = true
        state.model = model
        state.extend(to: type(of: model)._$modelLayout)
        let slots = state.extras?.unlinked ?? 0..<state.layout.slotCount
        state.extras?.unlinked = nil
        if !state.held.isEmpty { linkRelationships(in: slots) }
    }

    /// The state to use instead of this one, if there is one; the model is its model unless it has another already.
    func successor(for model: any PersistentModel) -> ModelState? {
        guard var last = state.successor else { return nil }
        while let next = last.successor { last = next }
        if last.model == nil { last.model = model }
        return last
    }

    /// Links the partners that an initialiser set, now that the model can be referred to.
    private func linkRelationships(in slots: Range<Int>) {
        // Joining a partner's context releases the held partners.
        let held = state.held
        guard !held.isEmpty, state.phase == .detached else { return }
        let partner = held.models.first { $0._$modelState.isAttached }
        state.joining.exclusively(with: partner?._$modelState) {
            state.undo.undoable(joining: partner?._$modelState) { link(slots, held) }
        }
    }

    private func link(_ slots: Range<Int>, _ held: HeldPartners) {
        for slot in slots {
            guard let partners = held[slot] else { continue }
            for partner in partners {
                let other = partner._$modelState
                guard state.joining.mayJoin(other) else {
                    if state.isToMany(slot) {
                        state.knownMembers(slot).remove(other.identifier)
                    } else {
                        state.put(.null, at: slot)
                    }
                    state.held[slot]?.removeAll { $0 === partner }
                    continue
                }
                if let inverse = state.inverse(of: slot, beside: other) {
                    other.otherSide.addPartner(state, slot: inverse.slot)
                }
                state.joining.join(other)
            }
        }
    }
}
