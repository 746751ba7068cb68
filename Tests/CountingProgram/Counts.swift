import CountedCalls

/// Calls that were made during some work.
struct Counts {
    var allocations: Int
    var bytes: Int
    var preparations: Int

    static func during(_ work: () throws -> Void) rethrows -> Counts {
        let before = counted_calls_now()
        try work()
        let after = counted_calls_now()
        return Counts(
            allocations: Int(after.allocations - before.allocations),
            bytes: Int(after.bytes - before.bytes),
            preparations: Int(after.preparations - before.preparations)
        )
    }

    /// The least of each: what other threads do meanwhile can only add to it.
    static func least(_ counts: [Counts]) -> Counts {
        Counts(
            allocations: counts.map(\.allocations).min() ?? 0,
            bytes: counts.map(\.bytes).min() ?? 0,
            preparations: counts.map(\.preparations).min() ?? 0
        )
    }
}
