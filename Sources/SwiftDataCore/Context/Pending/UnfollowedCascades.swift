// Deleting a model deletes what its cascades lead to. Where none of these models is in memory, the store finds their
// rows when the deletion is saved: they need not be made only to be deleted. Anything that could tell the difference
// makes them first.

/// The cascades of deleted models that have not been followed.
struct UnfollowedCascades {
    struct Item {
        let state: ModelState
        let slot: Int
    }

    fileprivate(set) var items: [Item] = []
    /// The entities whose rows are concerned.
    fileprivate(set) var entityNames: Set<String> = []
    fileprivate var isFollowing = false
    private var reaches: [Way: CascadeReach?] = [:]

    private struct Way: Hashable {
        let layout: ObjectIdentifier
        let slot: Int
    }

    var isEmpty: Bool { items.isEmpty }

    /// Drops what was not followed: it was saved, or its models are not deleted any more.
    mutating func removeAll(where isRemoved: (ModelState) -> Bool = { _ in true }) {
        guard !items.isEmpty else { return }
        items.removeAll { isRemoved($0.state) }
        if items.isEmpty { entityNames = [] }
    }

    /// Leaves a cascade to the store.
    fileprivate mutating func keep(_ item: Item, _ core: ContainerCore) {
        items.append(item)
        entityNames.formUnion(reach(of: item.state, item.slot, core)?.entityNames ?? [])
    }

    fileprivate mutating func reach(of state: ModelState, _ slot: Int, _ core: ContainerCore) -> CascadeReach? {
        let way = Way(layout: ObjectIdentifier(state.layout), slot: slot)
        if let known = reaches[way] { return known }
        let reach = CascadeReach(state.layout, slot, core)
        reaches[way] = .some(reach)
        return reach
    }
}

extension UnitOfWork {
    /// The relationships of a model that is about to be deleted which the store can follow when that is saved.
    func slotsForStore(_ state: ModelState) -> [Int] {
        guard recording.isOff, observers == nil, state.phase == .registered,
            !pending.unfollowed.isFollowing, !state.layout.cascadingSlots.isEmpty,
            let store = core.store(of: state.identifier), store.followsCascades
        else { return [] }
        return state.layout.cascadingSlots.filter { slot in
            guard state.isUnloaded(slot), state.changes?.toMany[slot] == nil,
                let reach = pending.unfollowed.reach(of: state, slot, core), !isAnyKnown(of: reach, in: store)
            else { return false }
            return true
        }
    }

    /// Leaves relationships of a model that has been deleted to the store. Not before: reading another relationship of
    /// the model follows the cascades that there are, of deleted models alone.
    func leaveToStore(_ slots: [Int], of state: ModelState) {
        guard !slots.isEmpty, let store = core.store(of: state.identifier) else { return }
        for slot in slots { pending.unfollowed.keep(UnfollowedCascades.Item(state: state, slot: slot), core) }
        // The models that have been read meanwhile may be some of those concerned.
        let isRead = slots.contains { slot in
            pending.unfollowed.reach(of: state, slot, core).map { isAnyKnown(of: $0, in: store) } ?? false
        }
        if isRead { followCascades() }
    }

    private func isAnyKnown(of reach: CascadeReach, in store: any StoreAccess) -> Bool {
        reach.entityNames.contains { name in
            identityMap.hasAny(of: .named(store: store.storeIdentifier, entity: name))
                || identityMap.hasAny(of: .named(store: nil, entity: name))
        }
    }

    /// Makes the models that unfollowed cascades lead to, and deletes them.
    package func followCascades() {
        guard !pending.unfollowed.isEmpty else { return }
        let items = pending.unfollowed.items
        pending.unfollowed.removeAll()
        pending.unfollowed.isFollowing = true
        // They belong to the deletions, which no journal has noted.
        let outer = recording.go(on: nil)
        defer {
            recording.goBack(to: outer)
            pending.unfollowed.isFollowing = false
        }
        for item in items where item.state.phase == .deleted { followRule(of: item.state, item.slot) }
        // Relationships that could not be read are left to the store after all.
        for item in items where item.state.phase == .deleted && item.state.isUnloaded(item.slot) {
            pending.unfollowed.keep(item, core)
        }
    }
}

/// The entities that a cascade leads to, where nothing else has to do with their rows.
struct CascadeReach {
    private(set) var entityNames: Set<String> = []

    private struct Way: Hashable {
        let layout: ObjectIdentifier
        let slot: Int
    }

    /// Nil where deleting the rows would concern other rows: by a rule that holds a deletion back, or by a relationship
    /// with a model that stays.
    init?(_ layout: ModelLayout, _ slot: Int, _ core: ContainerCore) {
        let layouts = core.schema.entities.compactMap { $0.modelType?._$modelLayout }
        var ways: Set<Way> = []
        var reached: [ModelLayout] = []
        var waiting = [(layout, slot)]
        while let (source, slot) = waiting.popLast() {
            guard ways.insert(Way(layout: ObjectIdentifier(source), slot: slot)).inserted else { continue }
            guard case .toMany(_, let destination) = source.properties[slot].shape,
                let inverse = core.inverse(of: slot, in: source),
                case .toOne = inverse.layout.properties[inverse.slot].shape
            else { return nil }
            let target = destination._$modelLayout
            for layout in layouts where layout.isKind(of: target) && entityNames.insert(layout.entityName).inserted {
                reached.append(layout)
                for slot in layout.cascadingSlots { waiting.append((layout, slot)) }
            }
        }
        let isSimple = reached.allSatisfy { layout in
            layout.relationshipSlots.allSatisfy { slot in
                switch layout.properties[slot].shape {
                case .attribute: return true
                case .toMany: return layout.cascadingSlots.contains(slot)
                case .toOne(let relationship, _):
                    guard case .nullify = relationship.deleteRule,
                        let inverse = core.inverse(of: slot, in: layout)
                    else {
                        return false
                    }
                    return ways.contains(Way(layout: ObjectIdentifier(inverse.layout), slot: inverse.slot))
                }
            }
        }
        guard isSimple else { return nil }
        for layout in layouts {
            for slot in layout.relationshipSlots where core.inverse(of: slot, in: layout) == nil {
                guard let destination = layout.properties[slot].relationship?.destination._$modelLayout else {
                    return nil
                }
                if reached.contains(where: { $0.isKind(of: destination) }) { return nil }
            }
        }
    }
}
