/// The partners of a model that leaves a context or comes back into it.
///
/// Changes both sides of its relationships, by ``OtherSide``. Asks ``PartnerReading`` which they are.
struct PartnerParting {
    let state: ModelState

    /// Restores the links of a model to its partners once its deletion is reverted. A partner that is deleted itself,
    /// or has found another model since, is not a partner any more.
    func rejoinPartners() {
        forgetLostPartners()
        state.taking.forgetTakenMembers()
        for (slot, partners) in state.partners.relationshipPartners() {
            guard let inverse = state.inverse(of: slot) else { continue }
            for partner in partners.map(\._$modelState) where partner !== state {
                let isTaken =
                    !partner.isToMany(inverse.slot) && partner.partners.destination(at: inverse.slot) != nil
                    && partner.partners.destination(at: inverse.slot)?._$modelState !== state
                if partner.isAttached != state.isAttached || partner.phase == .deleted || isTaken {
                    state.otherSide.removePartner(partner, slot: slot)
                } else {
                    partner.otherSide.addPartner(state, slot: inverse.slot)
                }
            }
        }
    }

    /// Drops the partners that were never saved and have left the context since.
    private func forgetLostPartners() {
        guard let unit = state.unit else { return }
        for slot in state.values.indices {
            switch state.values[slot] {
            case .identifier(let identifier) where unit.lookup.isForgotten(identifier):
                state.writing.assign(slot, .null)
            case .identifiers(let members) where members.contains(where: unit.lookup.isForgotten):
                state.writing.recordChange(slot)
                for identifier in members where unit.lookup.isForgotten(identifier) {
                    state.changes?.recordRemoved(identifier, slot: slot)
                }
                state.put(.identifiers(members.filter { !unit.lookup.isForgotten($0) }), at: slot)
            default:
                break
            }
        }
    }

    /// Takes a model that comes back into a context from the partners that do not come with it.
    func leaveOutsiders(except returning: Set<ObjectIdentifier>) {
        guard state.phase == .detached else { return }
        for (slot, partners) in state.partners.relationshipPartners() {
            for partner in partners where partner._$modelState.phase == .detached {
                guard !returning.contains(ObjectIdentifier(partner)) else { continue }
                if let inverse = state.inverse(of: slot) {
                    partner._$modelState.otherSide.removePartner(state, slot: inverse.slot)
                }
                state.otherSide.removePartner(partner._$modelState, slot: slot)
            }
        }
    }

    /// Takes the model from partners that stay in the context.
    func leavePartners(except leaving: Set<ObjectIdentifier>) {
        for (slot, partners) in state.partners.relationshipPartners() {
            guard let inverse = state.inverse(of: slot) else { continue }
            for partner in partners.map(\._$modelState) where !leaving.contains(ObjectIdentifier(partner)) {
                partner.otherSide.removePartner(state, slot: inverse.slot)
                state.otherSide.removePartner(partner, slot: slot)
            }
        }
    }
}
