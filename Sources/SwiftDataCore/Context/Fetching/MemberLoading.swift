/// Loads the members of a to-many relationship, and the members of the models that were fetched with its owner.
///
/// Changes: the owners that are in memory; the members that their batch keeps for the remaining owners. An owner of no
/// store vanishes. Asks: the stores; the identity map; the generation.
struct MemberLoading {
    let unit: UnitOfWork
    let state: ModelState
    let slot: Int

    /// - Throws: The error of the store.
    func load() throws {
        guard let store = unit.core.store(of: state.identifier) else { return unit.vanishing.vanish(state) }
        if let members = state.batch?.members(of: state.identifier, slot: slot, generation: unit.generation) {
            return state.filling.take(members, slot: slot)
        }
        let owners = [state.identifier] + neighbours()
        unit.noteFault(state, slot: slot, modelCount: owners.count)
        let found = try members(of: owners, from: store)
        take(found, of: owners)
        // So many members that those of other owners have come first.
        if owners.count > 1, found.ranges.first == .some(nil) {
            take(try members(of: [state.identifier], from: store), of: [state.identifier])
        }
    }

    private func members(of owners: [PersistentIdentifier], from store: any StoreAccess) throws -> MemberBatch {
        try SalvagingRead.run { salvages in
            try store.members(
                slot,
                of: state.layout,
                owners: owners,
                salvaging: salvages,
                limit: FaultBatch.memberLimit,
                unit.editing
            )
        }.rows
    }

    /// Gives members to their owners, or keeps them for owners that are not in memory.
    private func take(_ found: MemberBatch, of owners: [PersistentIdentifier]) {
        let batch = FaultBatch(found.rows, generation: unit.generation)
        for (owner, range) in zip(owners, found.ranges) {
            guard let range else { continue }
            let members = FaultBatch.Members(batch: batch, range: range)
            if let owner = unit.identityMap[owner] {
                owner.filling.take(members, slot: slot)
            } else {
                state.batch?.keep(members, of: owner, slot: slot, generation: unit.generation)
            }
        }
    }

    /// The owners whose relationship is loaded along.
    private func neighbours() -> [PersistentIdentifier] {
        guard let batch = state.batch else { return [] }
        let loads = batch.countLoad(slot: slot)
        let isWalk = loads > 0
        let window = batch.window(at: state.batchIndex, width: isWalk ? FaultBatch.wideWidth : FaultBatch.width)
        return window.filter { identifier in
            guard identifier != state.identifier else { return false }
            if let other = unit.identityMap[identifier] {
                return other.layout === state.layout && other.isUnloaded(slot)
            }
            return isWalk && identifier.entityName == state.layout.entityName && !identifier.isTemporary
                && batch.members(of: identifier, slot: slot, generation: unit.generation) == nil
        }
    }
}
