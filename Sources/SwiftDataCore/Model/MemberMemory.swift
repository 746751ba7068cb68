/// The parts of a model's to-many relationships that were looked up once, each by slot: none of them is data, and each
/// detects by itself if it is still valid.
package struct MemberMemory {
    /// The batches of the destinations, with the place where this model's begin.
    package private(set) var batches: [Int: (FaultBatch, Int)] = [:]
    /// The members as they were last read.
    package private(set) var caches: [Int: MemberCache] = [:]
    /// The members of large relationships.
    package private(set) var sets: [Int: MemberSet] = [:]
    /// The members of the relationship that was added to last.
    package private(set) var open: OpenMembers?

    package init() {}

    // MARK: Batches

    /// Keeps the batch that the members of a relationship belong to.
    package mutating func keep(_ batch: FaultBatch, from start: Int, slot: Int) { batches[slot] = (batch, start) }
    package mutating func forgetBatch(_ slot: Int) { batches[slot] = nil }

    // MARK: Caches

    package mutating func keep(_ cache: MemberCache, slot: Int) { caches[slot] = cache }

    /// Adds a member at the end of a relationship that was read.
    package mutating func append(_ state: ModelState, slot: Int) { caches[slot]?.append(state) }

    // MARK: Sets

    package mutating func keep(_ set: consuming MemberSet, slot: Int) { sets[slot] = set }

    /// Takes out the set of a relationship whose members are being changed.
    package mutating func takeSet(_ slot: Int) -> MemberSet? { sets.removeValue(forKey: slot) }
    package mutating func forgetSet(_ slot: Int) { sets[slot] = nil }

    // MARK: Open members

    /// Keeps the members for the next addition.
    /// - Returns: The members that were kept so far. The caller releases them when no change is under way.
    package mutating func keep(open members: OpenMembers) -> OpenMembers? { exchange(&open, with: members) }

    /// Takes out the members that were kept for the next addition.
    /// - Returns: The object that holds them, to be released likewise.
    package mutating func takeOpen() -> OpenMembers? { open.take() }

    // MARK: Contexts

    /// Forgets the references to registered states of the context that the model leaves.
    package mutating func leaveContext() {
        if !caches.isEmpty { caches = [:] }
    }
}
