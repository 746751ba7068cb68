import OrderedCollections

// A to-many relationship without another side may be kept by a key in the rows of its members. A member then has one
// owner, in memory as on disk: an addition takes it from the owner that it had.

/// The known owners of the members of relationships without an inverse.
struct MemberOwners {
    struct Key: Hashable {
        let member: PersistentIdentifier
        let layout: ObjectIdentifier
        let slot: Int
    }

    /// The owners that unsaved additions give to members.
    fileprivate(set) var pending: [Key: PersistentIdentifier] = [:]
    /// True if owners could not be looked up. The save looks them up again, for members of ``unknownEntity``.
    var hasUnknown = false
    fileprivate(set) var unknownEntity: String?
    /// The owners in the store; good as long as the context's generation is the same.
    private var stored: [Key: PersistentIdentifier?] = [:]
    private var generation = 0
    /// The relationships of a class of which members have one owner.
    fileprivate var slots: [ObjectIdentifier: [Int]] = [:]
    /// The class that was asked about last.
    fileprivate var lastSlots: (layout: ModelLayout, slots: [Int])?
    /// The class of the model that was inserted last.
    var lastInserted: ModelLayout?

    /// An unsaved addition gives a member to an owner.
    mutating func note(_ owner: PersistentIdentifier, of key: Key) { pending[key] = owner }

    /// Nothing is pending any more.
    mutating func forgetPending() {
        if !pending.isEmpty { pending = [:] }
        hasUnknown = false
    }

    fileprivate func stored(_ key: Key, generation: Int) -> PersistentIdentifier?? {
        self.generation == generation ? stored[key] : nil
    }

    fileprivate mutating func keep(_ owner: PersistentIdentifier?, _ key: Key, generation: Int) {
        if self.generation != generation { stored = [:] }
        self.generation = generation
        stored[key] = .some(owner)
    }
}

extension UnitOfWork {
    /// The relationships of a class of which each member has one owner.
    func ownedSlots(_ layout: ModelLayout) -> [Int] {
        if let last = owners.lastSlots, last.layout === layout { return last.slots }
        let slots = knownOwnedSlots(layout)
        owners.lastSlots = (layout, slots)
        return slots
    }

    private func knownOwnedSlots(_ layout: ModelLayout) -> [Int] {
        if let known = owners.slots[ObjectIdentifier(layout)] { return known }
        let isKept = core.store(forEntity: layout.entityName)?.keepsMembersByKey == true
        let slots = layout.properties.indices.filter { slot in
            guard isKept, case .toMany = layout.properties[slot].shape else { return false }
            return core.inverse(of: slot, in: layout) == nil
        }
        owners.slots[ObjectIdentifier(layout)] = slots
        return slots
    }

    /// Takes the members that unsaved edits give to owners from the owners that other writers gave them to.
    func alignOwners() {
        for state in Array(pending.inserted.values) + Array(pending.changed.values) {
            for slot in ownedSlots(state.layout) {
                guard case .identifiers(let members) = state.values[slot] else { continue }
                let added = state.phase == .inserted ? members : state.changes?.toMany[slot]?.added ?? []
                state.taking.takeMembers(added.compactMap { identityMap[$0.resolved] }, slot: slot)
            }
        }
    }

    /// The owners that some members have in the store, those of members that were fetched with them looked up along.
    func storedOwner(of member: ModelState, _ key: MemberOwners.Key, _ layout: ModelLayout)
        -> PersistentIdentifier?
    {
        guard member.phase == .registered, let store = core.store(of: member.identifier) else { return nil }
        if let known = owners.stored(key, generation: generation) { return known }
        var wanted = [member.identifier]
        if let batch = member.batch?.window(at: member.batchIndex), batch.contains(member.identifier) {
            wanted = Array(batch)
        }
        do {
            let found = try store.owners(of: wanted, slot: key.slot, of: layout, editing)
            for identifier in wanted {
                let key = MemberOwners.Key(member: identifier, layout: key.layout, slot: key.slot)
                owners.keep(found[identifier], key, generation: generation)
            }
            return found[member.identifier]
        } catch {
            let kind = "\(layout.entityName): the owners of members could not be looked up"
            log.limited(.error, kind, "\(kind): \(error)")
            reads.count(error)
            owners.hasUnknown = true
            owners.unknownEntity = layout.entityName
            return nil
        }
    }
}

extension ModelLayout {
    /// The class that declares a property.
    func declaring(_ slot: Int) -> ModelLayout {
        var layout = self
        while let parent = layout.superLayout, slot < parent.slotCount { layout = parent }
        return layout
    }
}
