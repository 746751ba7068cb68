/// Finds the owners that members of relationships without another side have, so that an addition takes them from these.
///
/// Changes ``MemberOwners``, and counts the attempts that fail in ``ReadLog``. Asks the stores, and the identity map for the
/// members.
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
                state.taking.takeMembers(added.compactMap { unit.identityMap[$0.resolved] }, slot: slot)
            }
        }
    }

    /// The owners that some members have in the store, together with the owners of members that were fetched with them.
    func storedOwner(of member: ModelState, _ key: MemberOwners.Key, _ layout: ModelLayout)
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
