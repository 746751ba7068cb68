/// Leaves cascades of deleted models to the store, and follows them in memory as soon as that could make a difference.
///
/// Changes the cascades of ``PendingChanges``, and interrupts the journal of ``ChangeRecording``. Asks the identity map
/// whether any model concerned is in memory.
package struct CascadeFollowing {
    let unit: UnitOfWork

    private var core: ContainerCore { unit.core }

    /// The relationships of a model that is about to be deleted which the store can follow when that is saved.
    func slotsForStore(_ state: ModelState) -> [Int] {
        guard unit.recording.isOff, unit.observers == nil, state.phase == .registered,
            !unit.pending.unfollowed.isFollowing, !state.layout.cascadingSlots.isEmpty,
            let store = core.store(of: state.identifier), store.followsCascades
        else { return [] }
        return state.layout.cascadingSlots.filter { slot in
            guard state.isUnloaded(slot), state.changes?.toMany[slot] == nil,
                let reach = unit.pending.reach(of: state, slot, core), !isAnyKnown(of: reach, in: store)
            else { return false }
            return true
        }
    }

    /// Leaves relationships of a model that has been deleted to the store. Not before: reading another relationship of
    /// the model follows the cascades that there are, of deleted models alone.
    func leaveToStore(_ slots: [Int], of state: ModelState) {
        guard !slots.isEmpty, let store = core.store(of: state.identifier) else { return }
        for slot in slots { unit.pending.leaveToStore(.init(state: state, slot: slot), core) }
        // The models that have been read meanwhile may be some of those concerned.
        let isRead = slots.contains { slot in
            unit.pending.reach(of: state, slot, core).map { isAnyKnown(of: $0, in: store) } ?? false
        }
        if isRead { followCascades() }
    }

    private func isAnyKnown(of reach: CascadeReach, in store: any StoreAccess) -> Bool {
        reach.entityNames.contains { name in
            unit.identityMap.hasAny(of: .named(store: store.storeIdentifier, entity: name))
                || unit.identityMap.hasAny(of: .named(store: nil, entity: name))
        }
    }

    /// Makes the models that unfollowed cascades lead to, and deletes them.
    package func followCascades() {
        guard !unit.pending.unfollowed.isEmpty else { return }
        let items = unit.pending.beginFollowing()
        // They belong to the deletions, which no journal has noted.
        let outer = unit.recording.go(on: nil)
        defer {
            unit.recording.goBack(to: outer)
            unit.pending.endFollowing()
        }
        for item in items where item.state.phase == .deleted { unit.deletion.followRule(of: item.state, item.slot) }
        // Relationships that could not be read are left to the store after all.
        for item in items where item.state.phase == .deleted && item.state.isUnloaded(item.slot) {
            unit.pending.leaveToStore(item, core)
        }
    }
}
