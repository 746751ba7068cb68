/// The state of a property: one part for each policy, of which most properties have a single one.
///
/// The parts are merged each for itself, and no policy is needed for it. See ``MergePolicies``.
package struct PropertyState: Hashable, Sendable {
    /// The last edit under `.lastWriter`.
    package var written: Register<SyncValue>?
    /// The greatest edit under `.max`.
    package var greatest: Register<SyncValue>?
    /// The least edit under `.min`.
    package var least: Register<SyncValue>?
    /// The counts of the devices under `.counter`.
    package var counts: CounterState
    /// The candidates of the devices under `.max` and `.min`, and their counts, where values are sealed.
    package var greatestCandidates: Candidates
    package var leastCandidates: Candidates
    package var sealedCounts: SealedCounts
    package var unknown: UnknownFields

    package init(
        written: Register<SyncValue>? = nil,
        greatest: Register<SyncValue>? = nil,
        least: Register<SyncValue>? = nil,
        counts: CounterState = CounterState(),
        greatestCandidates: Candidates = Candidates(),
        leastCandidates: Candidates = Candidates(),
        sealedCounts: SealedCounts = SealedCounts(),
        unknown: UnknownFields = UnknownFields()
    ) {
        self.written = written
        self.greatest = greatest
        self.least = least
        self.counts = counts
        self.greatestCandidates = greatestCandidates
        self.leastCandidates = leastCandidates
        self.sealedCounts = sealedCounts
        self.unknown = unknown
    }

    package mutating func merge(_ other: PropertyState) {
        written = later(written, other.written)
        greatest = Extremum.greatest.winner(greatest, other.greatest)
        least = Extremum.least.winner(least, other.least)
        counts.merge(other.counts)
        greatestCandidates.merge(other.greatestCandidates)
        leastCandidates.merge(other.leastCandidates)
        sealedCounts.merge(other.sealedCounts)
        unknown.merge(other.unknown)
    }

    /// The latest clock of the parts that have one.
    package var clock: HybridClock? {
        let clock = later(later(written?.clock, greatest?.clock), least?.clock)
        return hasCandidates ? registers.reduce(clock) { later($0, $1.clock) } : clock
    }

    /// The values of all parts that have a clock.
    var registers: [Register<SyncValue>] {
        let registers = [written, greatest, least].compactMap { $0 }
        guard hasCandidates else { return registers }
        return registers + greatestCandidates.entries.values + leastCandidates.entries.values
    }

    var hasCandidates: Bool { !greatestCandidates.entries.isEmpty || !leastCandidates.entries.isEmpty }

    /// True where version 1 of the wire format has no place for a part of the property.
    var needsVersion2: Bool { hasCandidates || !sealedCounts.entries.isEmpty }

    var isEmpty: Bool {
        written == nil && greatest == nil && least == nil && counts.entries.isEmpty && unknown.items.isEmpty
            && !needsVersion2
    }
}
