/// The edits of one device as parts of states, each with a clock that is later than the one that it replaces.
///
/// The editor owns the clock of the device. Each function returns the part that the edit writes, and changes no state: the
/// caller merges the part into its own state and sends it.
package struct RecordEditor: Sendable {
    package var clock: DeviceClock
    package let policies: MergePolicies
    /// True where values are sealed, so that a server cannot compare them. See ``Candidates``.
    package var writesCandidates = false

    package init(clock: DeviceClock, policies: MergePolicies = MergePolicies()) {
        self.clock = clock
        self.policies = policies
    }

    /// Inserts a record. Throws ``SyncCoreError/Code/edit`` where it has been inserted.
    package mutating func insert(_ state: RecordState, now: UInt64) throws(SyncCoreError) -> RecordState {
        guard !state.hasArrived else {
            throw SyncCoreError(.edit, "A record is inserted twice. Insert it under a new identity, or undelete it.")
        }
        let clock = try clock.tick(now: now, after: state.latestClock)
        return RecordState(life: Life(length: 1, clock: clock), isInserted: true, edited: clock)
    }

    /// Deletes a living record. Its clock is later than all edits of the record that the device has seen, or equal to the
    /// last of them where no later time exists. At the greatest causal length the length stays.
    package mutating func delete(_ state: RecordState, now: UInt64) throws(SyncCoreError) -> RecordState {
        guard state.isAlive else {
            throw SyncCoreError(.edit, "A record is deleted that is not alive. Leave it as it is.")
        }
        let length = min(state.effectiveLength + 1, Life.greatestLength)
        return RecordState(life: Life(length: length, clock: try stepClock(state, now: now)))
    }

    /// Brings a deleted record back, with the values that it has. An undeletion counts as an edit, so that it wins over
    /// concurrent deletions with earlier clocks. Throws ``SyncCoreError/Code/exhausted`` at the greatest causal length.
    package mutating func undelete(_ state: RecordState, now: UInt64) throws(SyncCoreError) -> RecordState {
        guard state.hasArrived, !state.isAlive else {
            throw SyncCoreError(.edit, "A record is undeleted that is not deleted. Insert it, or leave it as it is.")
        }
        let length = try successor(ofLength: state.effectiveLength)
        let clock = try stepClock(state, now: now)
        return RecordState(life: Life(length: length, clock: clock), edited: clock)
    }

    /// Returns the clock of a deletion or an undeletion. Where the record has the last time that a clock can have, its own
    /// clock serves again: a deletion takes edits with equal clocks too.
    private mutating func stepClock(_ state: RecordState, now: UInt64) throws(SyncCoreError) -> HybridClock {
        if let latest = state.latestClock, latest.time == .max { return latest }
        return try clock.tick(now: now, after: state.latestClock)
    }

    /// Returns the clock that an edit of a record must exceed so that it brings back a record that is deleted, such as one
    /// that a delete rule keeps.
    func deletionClock(_ state: RecordState) -> HybridClock? { state.isAlive ? nil : state.latestClock }

    /// Assigns a property. `others` are the states of the other records that are one row with this one.
    ///
    /// An edit of a joined row uses ``assign(_:to:ofRow:now:)``.
    package mutating func assign(
        _ value: SyncValue,
        to property: SyncName,
        of state: RecordState,
        _ id: RecordID,
        joining others: [RecordState] = [],
        now: UInt64
    ) throws(SyncCoreError) -> RecordState {
        let current = state.properties[property] ?? PropertyState()
        let policy = policies.policy(entity: id.entity, property: property)
        let joined = others.compactMap { $0.properties[property] }
        var seen = ([current] + joined).map(\.clock).reduce(nil, later)
        for state in [state] + others { seen = later(seen, deletionClock(state)) }
        let clock = try clock.tick(now: now, after: seen)
        let part = try current.assignment(
            of: value,
            joining: joined,
            policy: policy,
            clock: clock,
            writesCandidates: writesCandidates
        )
        return RecordState(edited: clock, properties: [property: part])
    }

    /// Places a record in an ordered relationship.
    package mutating func place(
        _ key: OrderKey,
        in relationship: SyncName,
        of state: RecordState,
        joining others: [RecordState] = [],
        now: UInt64
    ) throws(SyncCoreError) -> RecordState {
        var seen: HybridClock?
        for state in [state] + others {
            seen = later(seen, later(state.orders[relationship]?.clock, deletionClock(state)))
        }
        let clock = try clock.tick(now: now, after: seen)
        return RecordState(orders: [relationship: Register(clock: clock, value: key)])
    }

    /// Adds a member to a many-to-many relationship or removes it. Returns nil where it is so already.
    package func setMember(
        _ isPresent: Bool,
        _ member: RecordID,
        in relationship: SyncName,
        of state: RecordState
    ) throws(SyncCoreError) -> RecordState? {
        let length = state.members[relationship]?[member]?.length ?? 0
        guard (length % 2 == 1) != isPresent else { return nil }
        return RecordState(members: [relationship: [member: MemberState(length: try successor(ofLength: length))]])
    }

    /// Places a member of an ordered many-to-many relationship. The place is an edit of the record, as that of ``place`` is.
    ///
    /// A member of a joined row is placed by ``placeMember(_:_:in:ofRow:now:)``.
    package mutating func placeMember(
        _ key: OrderKey,
        _ member: RecordID,
        in relationship: SyncName,
        of state: RecordState,
        joining others: [RecordState] = [],
        now: UInt64
    ) throws(SyncCoreError) -> RecordState {
        var seen: HybridClock?
        for state in [state] + others {
            seen = later(seen, later(state.members[relationship]?[member]?.order?.clock, deletionClock(state)))
        }
        let clock = try clock.tick(now: now, after: seen)
        let length = state.members[relationship]?[member]?.length ?? 0
        let pair = MemberState(length: length, order: Register(clock: clock, value: key))
        return RecordState(edited: clock, members: [relationship: [member: pair]])
    }
}
