/// The state of a record on a device, or a part of it that an edit has written.
///
/// ``merge(_:)`` joins two states. It is commutative, associative and idempotent: devices that have seen the same edits, in
/// any order and any number of times, have equal states. Properties, relationships and fields that the app's schema does not
/// have are part of the state too.
public struct RecordState: Hashable, Sendable {
    /// The life, or nil where no step of it has arrived.
    package var life: Life? {
        didSet { noteLife() }
    }
    /// True where the insertion has arrived. Only an insertion, which has the causal length 1, makes it true.
    package internal(set) var isInserted: Bool
    /// The latest clock of an insertion, an undeletion, or an edit of the record's properties and places.
    package var edited: HybridClock?
    /// The latest clock of all deletions, which the life alone does not keep: a longer life may have an earlier clock.
    package var died: HybridClock?
    package var properties: [SyncName: PropertyState]
    /// The places of the record in ordered relationships, by the name of the relationship.
    package var orders: [SyncName: Register<OrderKey>]
    /// The pairs of the many-to-many relationships that this record keeps. A relationship without pairs has no entry.
    package internal(set) var members: [SyncName: [RecordID: MemberState]]
    /// The records that are one row with this one, since they had the same unique values.
    package var aliases: Set<RecordID>
    package var unknown: UnknownFields

    package init(
        life: Life? = nil,
        isInserted: Bool = false,
        edited: HybridClock? = nil,
        died: HybridClock? = nil,
        properties: [SyncName: PropertyState] = [:],
        orders: [SyncName: Register<OrderKey>] = [:],
        members: [SyncName: [RecordID: MemberState]] = [:],
        aliases: Set<RecordID> = [],
        unknown: UnknownFields = UnknownFields()
    ) {
        self.life = life
        self.isInserted = isInserted && life != nil
        self.died = died
        self.properties = properties.filter { !$0.value.isEmpty }
        self.orders = orders
        self.members = members.filter { !$0.value.isEmpty }
        self.aliases = aliases
        self.unknown = unknown
        self.edited = later(edited, Self.latest(properties, orders))
        noteLife()
    }

    private mutating func noteLife() {
        if life?.length == 1 { isInserted = true }
        died = later(died, life?.deathClock)
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

    /// The latest clock in the record: of its insertions, deletions and edits, and of the places of pairs.
    public var latestClock: HybridClock? {
        var clock = later(later(edited, died), life?.clock)
        for pair in members.values.flatMap(\.values) {
            clock = later(clock, later(pair.order?.clock, pair.inverseOrder?.clock))
        }
        return clock
    }

    /// True where the record's insertion has arrived.
    public var hasArrived: Bool { isInserted && life != nil }

    /// True where the record is alive: it has arrived, and its causal length is odd or an edit has a later clock than each
    /// deletion.
    ///
    /// A deletion thus covers the edits that it has seen, and concurrent edits with earlier clocks. A concurrent edit
    /// with a later clock brings the record back with all of its values.
    public var isAlive: Bool {
        guard hasArrived, let life else { return false }
        return life.isOdd || isEditedAfterDeletion
    }

    private var isEditedAfterDeletion: Bool {
        guard let died, let edited else { return false }
        return edited > died
    }

    /// The causal length, which an edit after the deletion makes longer by one.
    package var effectiveLength: UInt64 {
        guard let life else { return 0 }
        return !life.isOdd && isEditedAfterDeletion ? life.length + 1 : life.length
    }
}
