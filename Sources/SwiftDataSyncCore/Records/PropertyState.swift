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
    package var unknown: UnknownFields

    package init(
        written: Register<SyncValue>? = nil,
        greatest: Register<SyncValue>? = nil,
        least: Register<SyncValue>? = nil,
        counts: CounterState = CounterState(),
        unknown: UnknownFields = UnknownFields()
    ) {
        self.written = written
        self.greatest = greatest
        self.least = least
        self.counts = counts
        self.unknown = unknown
    }

    package mutating func merge(_ other: PropertyState) {
        written = later(written, other.written)
        greatest = Extremum.greatest.winner(greatest, other.greatest)
        least = Extremum.least.winner(least, other.least)
        counts.merge(other.counts)
        unknown.merge(other.unknown)
    }

    /// The latest clock of the parts that have one.
    package var clock: HybridClock? {
        [written?.clock, greatest?.clock, least?.clock].reduce(nil, later)
    }

    var isEmpty: Bool {
        written == nil && greatest == nil && least == nil && counts.entries.isEmpty && unknown.items.isEmpty
    }
}
