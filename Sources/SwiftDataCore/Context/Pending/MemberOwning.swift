/// Finds the owners that members of relationships without another side have, so that an addition takes them from these.
///
/// Changes ``MemberOwners``. Asks the stores, and the identity map for the members.
struct MemberOwning {
    let unit: UnitOfWork

    private var core: ContainerCore { unit.core }

    /// The relationships of a class of which each member has one owner.
    func ownedSlots(_ layout: ModelLayout) -> [Int] {
        if let known = unit.owners.knownSlots(layout) { return known }
        let isKept = core.store(forEntity: layout.entityName)?.keepsMembersByKey == true
        let slots = layout.properties.indices.filter { slot in
            guard isKept, case .toMany = layout.properties[slot].shape else { return false }
            return core.inverse(of: slot, in: layout) == nil
        }
        unit.owners.noteSlots(slots, of: layout)
        return slots
    }

    /// Takes the members that unsaved edits give to owners from the owners that other writers gave them to.
    func alignOwners() {
        for state in Array(unit.pending.inserted.values) + Array(unit.pending.changed.values) {
            for slot in ownedSlots(state.layout) {
                guard case .identifiers(let members) = state.values[slot] else { continue }
                let added = state.phase == .inserted ? members : state.changes?.toMany[slot]?.added ?? []
                state.takeMembers(added.compactMap { unit.identityMap[$0.resolved] }, slot: slot)
            }
        }
    }

    /// The owners that some members have in the store, those of members that were fetched with them looked up along.
    fileprivate func storedOwner(of member: ModelState, _ key: MemberOwners.Key, _ layout: ModelLayout)
        -> PersistentIdentifier?
    {
        guard member.phase == .registered, let store = core.store(of: member.identifier) else { return nil }
        if let known = unit.owners.stored(key, generation: unit.generation) { return known }
        var wanted = [member.identifier]
        if let batch = member.batch?.window(at: member.batchIndex), batch.contains(member.identifier) {
            wanted = Array(batch)
        }
        do {
            let found = try store.owners(of: wanted, slot: key.slot, of: layout, unit.editing)
            for identifier in wanted {
                let key = MemberOwners.Key(member: identifier, layout: key.layout, slot: key.slot)
                unit.owners.keep(found[identifier], key, generation: unit.generation)
            }
            return found[member.identifier]
        } catch {
            let kind = "\(layout.entityName): the owners of members could not be looked up"
            log.limited(.error, kind, "\(kind): \(error)")
            unit.reads.count(error)
            unit.owners.noteUnknown(layout.entityName)
            return nil
        }
    }
}

extension ModelState {
    /// Takes members of a relationship without another side from the owners that they had.
    func takeMembers(_ members: [ModelState], slot: Int) {
        guard let unit, isAttached, !members.isEmpty, unit.owning.ownedSlots(layout).contains(slot) else { return }
        let declaring = layout.declaring(slot)
        for member in members {
            let key = MemberOwners.Key(member: member.identifier, layout: ObjectIdentifier(declaring), slot: slot)
            let former = [unit.owners.pending[key], unit.owning.storedOwner(of: member, key, declaring)]
            for owner in former.compactMap({ $0 }) {
                // Held until the change is noted: it may have no other holder.
                guard let model = unit.lookup.model(for: owner), model._$modelState !== self else { continue }
                withExtendedLifetime(model) { model._$modelState.lose(member, slot: slot) }
            }
            unit.owners.notePending(identifier, key)
        }
    }

    private func lose(_ member: ModelState, slot: Int) {
        guard phase == .inserted || phase == .registered else { return }
        switch values[slot] {
        case .identifiers(let members):
            guard members.contains(where: { $0.resolved == member.identifier }) else { return }
        default:
            guard changes?.toMany[slot]?.removed.contains(member.identifier) != true else { return }
        }
        removePartner(member, slot: slot)
    }

    /// Drops the members that found another owner while this one was deleted.
    func forgetTakenMembers() {
        guard let unit else { return }
        for slot in unit.owning.ownedSlots(layout) {
            let declaring = ObjectIdentifier(layout.declaring(slot))
            for model in destinations(at: slot) {
                let key = MemberOwners.Key(member: model._$modelState.identifier, layout: declaring, slot: slot)
                guard let owner = unit.owners.pending[key], owner.resolved != identifier,
                    case .identifiers(let members)? = unit.identityMap[owner.resolved]?.values[slot],
                    members.contains(where: { $0.resolved == model._$modelState.identifier })
                else { continue }
                removePartner(model._$modelState, slot: slot)
            }
        }
    }
}

extension ModelLayout {
    /// The class that declares a property.
    fileprivate func declaring(_ slot: Int) -> ModelLayout {
        var layout = self
        while let parent = layout.superLayout, slot < parent.slotCount { layout = parent }
        return layout
    }
}
