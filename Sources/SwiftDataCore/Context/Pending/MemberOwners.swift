// A to-many relationship without another side may be kept by a key in the rows of its members. A member then has one
// owner, in memory as on disk: an addition takes it from the owner that it had.

/// The known owners of the members of relationships without an inverse.
package struct MemberOwners {
    package struct Key: Hashable {
        let member: PersistentIdentifier
        let layout: ObjectIdentifier
        let slot: Int

        package init(member: PersistentIdentifier, layout: ObjectIdentifier, slot: Int) {
            self.member = member
            self.layout = layout
            self.slot = slot
        }
    }

    /// The owners that unsaved additions give to members.
    package private(set) var pending: [Key: PersistentIdentifier] = [:]
    /// True if owners could not be looked up. The save looks them up again, for members of ``unknownEntity``.
    package private(set) var hasUnknown = false
    package private(set) var unknownEntity: String?
    /// The owners in the store; valid as long as the context's generation is the same.
    private var stored: [Key: PersistentIdentifier?] = [:]
    private var generation = 0
    /// The relationships of a class of which members have one owner.
    private var slots: [ObjectIdentifier: [Int]] = [:]
    /// The class that was asked about last.
    private var lastSlots: (layout: ModelLayout, slots: [Int])?
    /// The class of the model that was inserted last.
    package private(set) var lastInserted: ModelLayout?

    package init() {}

    /// Nothing is pending any more.
    package mutating func forgetPending() {
        if !pending.isEmpty { pending = [:] }
        hasUnknown = false
    }

    /// The relationships of a class of which members have one owner, where they are known.
    package mutating func knownSlots(_ layout: ModelLayout) -> [Int]? {
        if let lastSlots, lastSlots.layout === layout { return lastSlots.slots }
        guard let known = slots[ObjectIdentifier(layout)] else { return nil }
        lastSlots = (layout, known)
        return known
    }

    /// Notes the relationships of a class, which was asked about last.
    package mutating func noteSlots(_ slots: [Int], of layout: ModelLayout) {
        lastSlots = (layout, slots)
        self.slots[ObjectIdentifier(layout)] = slots
    }

    /// Notes the class of a model that is being inserted.
    package mutating func noteInserted(_ layout: ModelLayout) { lastInserted = layout }

    /// Notes that an unsaved addition gives a member to an owner.
    package mutating func notePending(_ owner: PersistentIdentifier, _ key: Key) { pending[key] = owner }

    /// Notes that owners of members of an entity could not be looked up.
    package mutating func noteUnknown(_ entityName: String) {
        hasUnknown = true
        unknownEntity = entityName
    }

    /// The owners that could not be looked up are about to be looked up again.
    package mutating func forgetUnknown() { hasUnknown = false }

    package func stored(_ key: Key, generation: Int) -> PersistentIdentifier?? {
        self.generation == generation ? stored[key] : nil
    }

    package mutating func keep(_ owner: PersistentIdentifier?, _ key: Key, generation: Int) {
        if self.generation != generation { stored = [:] }
        self.generation = generation
        stored[key] = .some(owner)
    }
}
