/// The edits of one device as parts of states, each with a clock that is later than the one that it replaces.
///
/// The editor owns the clock of the device. Each function returns the part that the edit writes, and changes no state: the
/// caller merges the part into its own state and sends it.
package struct RecordEditor: Sendable {
    package var clock: DeviceClock
    package let policies: MergePolicies

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
        return RecordState(life: Life(length: 1, clock: clock), edited: clock)
    }

    /// Deletes a living record. Its clock is later than all edits of the record that the device has seen.
    package mutating func delete(_ state: RecordState, now: UInt64) throws(SyncCoreError) -> RecordState {
        guard state.isAlive else {
            throw SyncCoreError(.edit, "A record is deleted that is not alive. Leave it as it is.")
        }
        return RecordState(life: try step(state, now: now))
    }

    /// Brings a deleted record back, with the values that it has.
    package mutating func undelete(_ state: RecordState, now: UInt64) throws(SyncCoreError) -> RecordState {
        guard state.hasArrived, !state.isAlive else {
            throw SyncCoreError(.edit, "A record is undeleted that is not deleted. Insert it, or leave it as it is.")
        }
        return RecordState(life: try step(state, now: now))
    }

    private mutating func step(_ state: RecordState, now: UInt64) throws(SyncCoreError) -> Life {
        Life(
            length: try successor(ofLength: state.effectiveLength),
            clock: try clock.tick(now: now, after: state.latestClock)
        )
    }

    /// Assigns a property. `shown` is the value that the edit replaces, where the row shows another one than the state.
    package mutating func assign(
        _ value: SyncValue,
        to property: SyncName,
        of state: RecordState,
        _ id: RecordID,
        shown: SyncValue? = nil,
        after seen: HybridClock? = nil,
        now: UInt64
    ) throws(SyncCoreError) -> RecordState {
        let current = state.properties[property] ?? PropertyState()
        let policy = policies.policy(entity: id.entity, property: property)
        let clock = try clock.tick(now: now, after: later(current.clock, seen))
        let part = try current.assignment(
            of: value,
            replacing: shown ?? current.value(policy),
            policy: policy,
            clock: clock
        )
        return RecordState(edited: clock, properties: [property: part])
    }

    /// Places a record in an ordered relationship.
    package mutating func place(
        _ key: OrderKey,
        in relationship: SyncName,
        of state: RecordState,
        now: UInt64
    ) throws(SyncCoreError) -> RecordState {
        let clock = try clock.tick(now: now, after: state.orders[relationship]?.clock)
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

    /// Places a member of an ordered many-to-many relationship.
    package mutating func placeMember(
        _ key: OrderKey,
        _ member: RecordID,
        in relationship: SyncName,
        of state: RecordState,
        now: UInt64
    ) throws(SyncCoreError) -> RecordState {
        let pair = state.members[relationship]?[member]
        let clock = try clock.tick(now: now, after: pair?.order?.clock)
        let order = Register(clock: clock, value: key)
        return RecordState(members: [relationship: [member: MemberState(length: pair?.length ?? 0, order: order)]])
    }
}
