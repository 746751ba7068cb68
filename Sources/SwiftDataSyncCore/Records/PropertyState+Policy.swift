/// Reading and writing under a policy.
extension PropertyState {
    /// Returns the value under a policy, or nil where nothing was written.
    ///
    /// Where an app version with another policy has written, its part counts as well: `.lastWriter` takes the latest of the
    /// values with a clock, `.max` and `.min` the greatest or least of them, and `.counter` adds the counts to the integer
    /// that was written last.
    package func value(_ policy: MergePolicy) -> SyncValue? {
        value(policy, counts: counts.entries.values.map(\.count))
    }

    /// Returns the value of a row that several records are joined in: their registers are merged, and their counts are
    /// added, since a device may have counted in each of them.
    package static func value(_ policy: MergePolicy, joining states: [PropertyState]) -> SyncValue? {
        guard var joined = states.first else { return nil }
        for state in states.dropFirst() { joined.merge(state) }
        return joined.value(policy, counts: states.flatMap { $0.counts.entries.values.map(\.count) })
    }

    private func value(_ policy: MergePolicy, counts: [Int64]) -> SyncValue? {
        let last = later(later(written, greatest), least)?.value
        let counted = counts.isEmpty ? nil : SyncValue.int(CounterState.total(base + counts))
        return switch policy {
        case .lastWriter: last ?? counted
        case .max: extremum(.greatest) ?? counted
        case .min: extremum(.least) ?? counted
        case .counter: counted ?? last
        }
    }

    private func extremum(_ side: Extremum) -> SyncValue? {
        side.winner(side.winner(written, greatest), least)?.value
    }

    /// The integer that was written before the property was a counter.
    private var base: [Int64] {
        if case .int(let number)? = written?.value { [number] } else { [] }
    }

    /// Returns the part of the state that an assignment writes.
    ///
    /// `others` are the states of the property in the other records that are one row with this one: an assignment under
    /// `.counter` replaces the sum of all of them. Throws ``SyncCoreError/Code/counter`` for a value under `.counter` that
    /// is neither null nor a signed integer, and where the value that it replaces is neither.
    package func assignment(
        of value: SyncValue,
        joining others: [PropertyState] = [],
        policy: MergePolicy,
        clock: HybridClock
    ) throws(SyncCoreError) -> PropertyState {
        let register = Register(clock: clock, value: value)
        switch policy {
        case .lastWriter: return PropertyState(written: register)
        case .max: return PropertyState(greatest: register)
        case .min: return PropertyState(least: register)
        case .counter:
            let states = [self] + others
            var joined = self
            for state in others { joined.merge(state) }
            _ = try Self.count(Self.value(.counter, joining: states) ?? .null)
            let old = joined.base + states.flatMap { $0.counts.entries.values.map(\.count) }
            return PropertyState(counts: try counts.edit(from: old, to: try Self.count(value), device: clock.device))
        }
    }

    private static func count(_ value: SyncValue) throws(SyncCoreError) -> Int64 {
        switch value {
        case .null: return 0
        case .int(let number): return number
        default:
            throw SyncCoreError(.counter, "The policy .counter is for signed integers. Choose another policy.")
        }
    }
}
