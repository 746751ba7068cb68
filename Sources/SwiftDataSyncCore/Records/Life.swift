/// The life of a record: the number of times that it was inserted, deleted and undeleted, and the clock of the last time.
///
/// These are the causal lengths of Yu and Rostad, “A Low-Cost Set CRDT Based on Causal Lengths” (2020): odd is alive, and
/// of two lengths the longer one remains, since its device has seen more. Two devices that delete the same record have
/// made the same step, of which the later clock remains.
package struct Life: Hashable, Comparable, Sendable {
    package let length: UInt64
    package let clock: HybridClock

    /// The greatest length, which is even. Only damaged or hostile bytes lead there.
    package static let greatestLength: UInt64 = 1 << 32

    package init(length: UInt64, clock: HybridClock) {
        self.length = length
        self.clock = clock
    }

    /// True where the record was inserted or undeleted last.
    var isOdd: Bool { length % 2 == 1 }

    /// The clock of the deletion, or nil where the last step was none.
    var deathClock: HybridClock? { isOdd ? nil : clock }

    package static func < (left: Life, right: Life) -> Bool {
        left.length != right.length ? left.length < right.length : left.clock < right.clock
    }
}

/// Returns the length after a step. Throws ``SyncCoreError/Code/exhausted`` at the greatest length.
func successor(ofLength length: UInt64) throws(SyncCoreError) -> UInt64 {
    guard length < Life.greatestLength else {
        throw SyncCoreError(
            .exhausted,
            "A causal length has reached its limit. Insert the record under a new identity."
        )
    }
    return length + 1
}
