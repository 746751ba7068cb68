extension ModelState {
    /// Brings the relationships of a model that comes into its context in line with the inverses of the stores, where
    /// these are not what the classes say.
    ///
    /// To be called while the partners are held.
    func followStoredInverses() {
        for slot in layout.relationshipSlots {
            let (stored, declared) = (inverse(of: slot), layout.inverse(of: slot))
            guard stored?.layout !== declared?.layout || stored?.slot != declared?.slot else { continue }
            if let declared { keepApart(slot, from: declared.slot) }
            guard let stored else { continue }
            for partner in held[slot] ?? [] { partner._$modelState.addPartner(self, slot: stored.slot) }
        }
    }

    /// Takes back what a relationship has only because another one was written that the classes take for its inverse.
    private func keepApart(_ slot: Int, from other: Int) {
        if layout.properties[slot].isToOne {
            guard writtenSide(slot) == .other else { return }
            values[slot] = .null
            held[slot] = nil
            return
        }
        for partner in (held[slot] ?? []).map(\._$modelState) where partner.layout.properties[other].isToOne {
            guard case .identifier(let owner) = partner.values[other], owner == identifier,
                partner.writtenSide(other) == .toOne
            else { continue }
            removeMember(partner.identifier, from: slot)
            held[slot]?.removeAll { $0._$modelState === partner }
        }
    }
}
