/// The one owner of each member of a relationship without another side.
///
/// Changes ``MemberOwners`` of the unit, and takes members from their former owners by ``OtherSide``.
struct MemberTaking {
    let state: ModelState

    /// Takes members of a relationship without another side from the owners that they had.
    func takeMembers(_ members: [ModelState], slot: Int) {
        guard let unit = state.unit, state.isAttached, !members.isEmpty,
            unit.owning.ownedSlots(state.layout).contains(slot)
        else { return }
        let declaring = state.layout.declaring(slot)
        for member in members {
            let key = MemberOwners.Key(member: member.identifier, layout: ObjectIdentifier(declaring), slot: slot)
            let former = [unit.owners.pending[key], unit.owning.storedOwner(of: member, key, declaring)]
            for owner in former.compactMap({ $0 }) {
                // Held until the change is noted: it may have no other holder.
                guard let model = unit.lookup.model(for: owner), model._$modelState !== state else { continue }
                withExtendedLifetime(model) { model._$modelState.taking.lose(member, slot: slot) }
            }
            unit.owners.notePending(state.identifier, key)
        }
    }

    private func lose(_ member: ModelState, slot: Int) {
        guard state.phase == .inserted || state.phase == .registered else { return }
        switch state.values[slot] {
        case .identifiers(let members):
            guard members.contains(where: { $0.resolved == member.identifier }) else { return }
        default:
            guard state.changes?.toMany[slot]?.removed.contains(member.identifier) != true else { return }
        }
        state.otherSide.removePartner(member, slot: slot)
    }

    /// Drops the members that found another owner while this one was deleted.
    func forgetTakenMembers() {
        guard let unit = state.unit else { return }
        for slot in unit.owning.ownedSlots(state.layout) {
            let declaring = ObjectIdentifier(state.layout.declaring(slot))
            for model in state.partners.destinations(at: slot) {
                let key = MemberOwners.Key(member: model._$modelState.identifier, layout: declaring, slot: slot)
                guard let owner = unit.owners.pending[key], owner.resolved != state.identifier,
                    case .identifiers(let members)? = unit.identityMap[owner.resolved]?.values[slot],
                    members.contains(where: { $0.resolved == model._$modelState.identifier })
                else { continue }
                state.otherSide.removePartner(model._$modelState, slot: slot)
            }
        }
    }
}
