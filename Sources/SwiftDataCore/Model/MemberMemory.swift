/// The parts of a model's to-many relationships that were looked up once, each by slot: none of them is data, and each
/// finds out by itself whether it is still right.
struct MemberMemory {
    /// The batches of the destinations, with the place where this model's begin.
    var batches: [Int: (FaultBatch, Int)] = [:]
    /// The members as they were last read.
    var caches: [Int: MemberCache] = [:]
    /// The members of large relationships.
    var sets: [Int: MemberSet] = [:]
    /// The members of the relationship that was added to last.
    var open: OpenMembers?

    /// The model leaves its context. The caches are references to what that context has registered.
    mutating func leaveContext() {
        if !caches.isEmpty { caches = [:] }
    }
}
