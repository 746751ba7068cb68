/// The state of a record on a device, or a part of it that an edit has written.
///
/// ``merge(_:)`` joins two states. It is commutative, associative and idempotent: devices that have seen the same edits, in
/// any order and any number of times, have equal states. Properties, relationships and fields that the app's schema does not
/// have are part of the state too.
public struct RecordState: Hashable, Sendable {
    /// The life, or nil where the insertion has not arrived.
    package var life: Life?
    /// The latest clock of an edit of the record's properties and places.
    package var edited: HybridClock?
    package var properties: [SyncName: PropertyState]
    /// The places of the record in ordered relationships, by the name of the relationship.
    package var orders: [SyncName: Register<OrderKey>]
    /// The pairs of the many-to-many relationships that this record keeps.
    package var members: [SyncName: [RecordID: MemberState]]
    /// The records that are one row with this one, since they had the same unique values.
    package var aliases: Set<RecordID>
    package var unknown: UnknownFields

    package init(
        life: Life? = nil,
        edited: HybridClock? = nil,
        properties: [SyncName: PropertyState] = [:],
        orders: [SyncName: Register<OrderKey>] = [:],
        members: [SyncName: [RecordID: MemberState]] = [:],
        aliases: Set<RecordID> = [],
        unknown: UnknownFields = UnknownFields()
    ) {
        self.life = life
        self.properties = properties
        self.orders = orders
        self.members = members
        self.aliases = aliases
        self.unknown = unknown
        self.edited = later(edited, Self.latest(properties, orders))
    }

    /// Creates the state of a record of which nothing has arrived.
    public init() {
        self.init(life: nil)
    }

    /// The latest clock that registers have. Counts have none.
    static func latest(
        _ properties: [SyncName: PropertyState],
        _ orders: [SyncName: Register<OrderKey>]
    ) -> HybridClock? {
        var clock: HybridClock?
        for property in properties.values { clock = later(clock, property.clock) }
        for order in orders.values { clock = later(clock, order.clock) }
        return clock
    }

    /// The latest clock of an edit of the record, its insertion and deletion included.
    public var latestClock: HybridClock? { later(edited, life?.clock) }

    /// True where the record's insertion has arrived.
    public var hasArrived: Bool { life != nil }

    /// True where the record is alive: its causal length is odd, or an edit has a later clock than the deletion.
    ///
    /// A deletion thus takes with it what it has seen, and concurrent edits with earlier clocks. A concurrent edit with a
    /// later clock brings the record back with all of its values.
    public var isAlive: Bool {
        guard let life else { return false }
        return life.length % 2 == 1 || isEditedAfterDeletion
    }

    private var isEditedAfterDeletion: Bool {
        guard let life, let edited else { return false }
        return edited > life.clock
    }

    /// The causal length, which an edit after the deletion makes longer by one.
    package var effectiveLength: UInt64 {
        guard let life else { return 0 }
        return life.length % 2 == 0 && isEditedAfterDeletion ? life.length + 1 : life.length
    }
}
