/// Reading and writing under a policy.
extension PropertyState {
    /// Returns the value under a policy, or nil where nothing was written.
    ///
    /// Where an app version with another policy has written, its part counts as well: `.lastWriter` takes the latest of the
    /// values with a clock, `.max` and `.min` the greatest or least of them, and `.counter` adds the counts to the integer
    /// that was written last.
    package func value(_ policy: MergePolicy) -> SyncValue? {
        Self.value(policy, joining: [self])
    }

    /// Returns the value of a row that several records are joined in: their registers are merged, and their counts are
    /// added, since a device may have counted in each of them.
    ///
    /// Where the value depends on a part that is sealed, that part is returned.
    package static func value(_ policy: MergePolicy, joining states: [PropertyState]) -> SyncValue? {
        guard let joined = joined(states) else { return nil }
        // The case of nearly all properties.
        if policy == .lastWriter, let written = joined.written, joined.greatest == nil, joined.least == nil,
            !joined.hasCandidates
        {
            return written.value
        }
        return joined.unread(policy, states) ?? joined.readableValue(policy, counts(of: states))
    }

    private static func joined(_ states: [PropertyState]) -> PropertyState? {
        guard var joined = states.first else { return nil }
        for state in states.dropFirst() { joined.merge(state) }
        return joined
    }

    private static func counts(of states: [PropertyState]) -> [Int64] {
        states.flatMap { $0.counts.entries.values.map(\.count) }
    }

    /// Returns the value of the parts that can be read. The state has the registers of several records.
    private func readableValue(_ policy: MergePolicy, _ counts: [Int64]) -> SyncValue? {
        let last = readable.max()?.value
        let counted = counts.isEmpty ? nil : SyncValue.int(CounterState.total(base + counts))
        return switch policy {
        case .lastWriter: last ?? counted
        case .max: extremum(.greatest)?.value ?? counted
        case .min: extremum(.least)?.value ?? counted
        case .counter: counted ?? last
        }
    }

    /// Returns the winner of all registers that can be read.
    private func extremum(_ side: Extremum) -> Register<SyncValue>? {
        readable.reduce(nil) { side.winner($0, $1) }
    }

    private var readable: [Register<SyncValue>] { registers.filter { !$0.value.isSealed } }

    /// Returns a part that the value depends on and that cannot be read; nil where there is none.
    private func unread(_ policy: MergePolicy, _ states: [PropertyState]) -> SyncValue? {
        let counts = states.lazy.compactMap { $0.sealedCounts.unread(behind: $0.counts) }.first.map(SyncValue.sealed)
        let latest = registers.max()?.value
        let hasCounts = counts != nil || states.contains { !$0.counts.entries.isEmpty }
        switch policy {
        case .lastWriter:
            if let latest { return latest.isSealed ? latest : nil }
            return counts
        case .max, .min:
            let sealed = registers.first { $0.value.isSealed }?.value
            return sealed ?? (registers.isEmpty ? counts : nil)
        case .counter:
            if let counts { return counts }
            let first = hasCounts ? written?.value : latest
            return first?.isSealed == true ? first : nil
        }
    }

    /// The integer that was written before the property was a counter.
    private var base: [Int64] {
        if case .int(let number)? = written?.value { [number] } else { [] }
    }

    /// Returns the part of the state that an assignment writes.
    ///
    /// `others` are the states of the property in the other records that are one row with this one: an assignment under
    /// `.counter` replaces the sum of all of them. With `writesCandidates` an assignment under `.max` or `.min` writes
    /// the winner of the value and of all candidates of the state, so that it stands for the earlier candidates of the
    /// device.
    ///
    /// Throws ``SyncCoreError/Code/counter`` for a value under `.counter` that is neither null nor a signed integer,
    /// and where the value that it replaces is neither. Parts that cannot be read count as the value before them.
    package func assignment(
        of value: SyncValue,
        joining others: [PropertyState] = [],
        policy: MergePolicy,
        clock: HybridClock,
        writesCandidates: Bool = false
    ) throws(SyncCoreError) -> PropertyState {
        let register = Register(clock: clock, value: value)
        let states = [self] + others
        let joined = Self.joined(states) ?? self
        func candidates(_ side: Extremum) -> Candidates {
            let winner = side.winner(register, joined.extremum(side)) ?? register
            return Candidates([Register(clock: clock, value: winner.value)])
        }
        switch policy {
        case .lastWriter: return PropertyState(written: register)
        case .max where writesCandidates: return PropertyState(greatestCandidates: candidates(.greatest))
        case .min where writesCandidates: return PropertyState(leastCandidates: candidates(.least))
        case .max: return PropertyState(greatest: register)
        case .min: return PropertyState(least: register)
        case .counter:
            let counts = Self.counts(of: states)
            _ = try Self.count(joined.readableValue(.counter, counts) ?? .null)
            let part = try self.counts.edit(
                from: joined.base + counts,
                to: try Self.count(value),
                device: clock.device
            )
            return PropertyState(counts: part)
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
