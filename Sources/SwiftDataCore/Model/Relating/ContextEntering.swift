/// The preparation of a model that comes into a context, as a new row.
///
/// Changes the values and the held partners of the state. Asks ``WrittenSides``, and the inverses of the stores.
struct ContextEntering {
    let state: ModelState

    /// Makes the state one of a new row: without partners, and with empty values in place of unread ones.
    func resetForInsertion() {
        for slot in state.values.indices {
            // The save says that it could not be read.
            if case .unloaded = state.values[slot], state.failedReads == nil {
                state.empty(slot)
            }
            switch state.layout.properties[slot].shape {
            case .toOne: state.put(.null, at: slot)
            case .toMany: state.put(.identifiers([]), at: slot)
            case .attribute: break
            }
        }
    }

    /// Calls partners by the identifiers that they have now: one that was deleted and inserted again has another.
    func renameMembers(_ slot: Int, _ partners: [any PersistentModel]) {
        switch state.values[slot] {
        case .identifier(let identifier):
            guard let partner = partners.first?._$modelState, partner.identifier != identifier else { return }
            state.put(.identifier(partner.identifier), at: slot)
        case .identifiers(let members):
            guard !zip(members, partners).allSatisfy({ $0 == $1._$modelState.identifier }) else { return }
            state.put(.identifiers(partners.map(\._$modelState.identifier)), at: slot)
        default:
            break
        }
    }

    /// Brings the relationships of a model that comes into its context in line with the inverses of the stores, where
    /// these are not the inverses of the classes.
    ///
    /// To be called while the partners are held.
    func followStoredInverses() {
        for slot in state.layout.relationshipSlots {
            let (stored, declared) = (state.inverse(of: slot), state.layout.inverse(of: slot))
            guard stored?.layout !== declared?.layout || stored?.slot != declared?.slot else { continue }
            if let declared { keepApart(slot, from: declared.slot) }
            guard let stored else { continue }
            for partner in state.held[slot] ?? [] {
                partner._$modelState.otherSide.addPartner(state, slot: stored.slot)
            }
        }
    }

    /// Reverts the partners that a relationship has only because another one was written that the classes take for its
    /// inverse.
    private func keepApart(_ slot: Int, from other: Int) {
        if state.layout.properties[slot].isToOne {
            guard state.toOne.writtenSide(slot) == .other else { return }
            state.put(.null, at: slot)
            state.held[slot] = nil
            return
        }
        for partner in (state.held[slot] ?? []).map(\._$modelState) where partner.layout.properties[other].isToOne {
            guard case .identifier(let owner) = partner.values[other], owner == state.identifier,
                partner.toOne.writtenSide(other) == .toOne
            else { continue }
            state.knownMembers(slot).remove(partner.identifier)
            state.held[slot]?.removeAll { $0._$modelState === partner }
        }
    }
}
