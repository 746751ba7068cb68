import SwiftDataSyncCore

/// A state that is built edit by edit, with a clock that goes on by one millisecond each time, and its rows.
struct GraphBuilder {
    var state = SyncState()
    private var time: UInt64 = 0

    static let rules = SyncRules([
        "Trip": .init(
            references: ["leader": .init()],
            pairs: ["tags": .init()],
            unique: [.init(scope: "Trip", properties: ["code"])]
        ),
        "Stop": .init(
            references: ["trip": .init(onDeletion: .cascade), "place": .init(isRequired: true)],
            unique: [.init(scope: "Stop", properties: ["trip", "day"])]
        ),
        "Place": .init(references: ["land": .init(onDeletion: .cascade)]),
        "Note": .init(references: ["stop": .init(onDeletion: .cascade)]),
        "Tag": .init(unique: [.init(scope: "Tag", properties: ["name"])]),
    ])

    var view: GraphView { GraphView(state, Self.rules) }

    private mutating func clock() -> HybridClock {
        time += 1
        return HybridClock(time)
    }

    private mutating func merge(_ part: RecordState, _ id: RecordID) { state.merge(SyncState([id: part])) }

    mutating func insert(_ id: RecordID, _ values: [SyncName: SyncValue] = [:]) {
        merge(RecordState(life: Life(length: 1, clock: clock())), id)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { set(id, name, value) }
    }

    mutating func set(_ id: RecordID, _ name: SyncName, _ value: SyncValue) {
        let register = Register(clock: clock(), value: value)
        merge(RecordState(properties: [name: PropertyState(written: register)]), id)
    }

    mutating func delete(_ id: RecordID) { step(id) }

    mutating func undelete(_ id: RecordID) { step(id) }

    private mutating func step(_ id: RecordID) {
        let length = state.records[id]?.effectiveLength ?? 0
        merge(RecordState(life: Life(length: length + 1, clock: clock())), id)
    }

    mutating func add(_ tag: RecordID, to trip: RecordID, _ key: OrderKey?) {
        let order = key.map { Register(clock: clock(), value: $0) }
        merge(RecordState(members: ["tags": [tag: MemberState(length: 1, order: order)]]), trip)
    }

    /// The joins of a state that has all change sets.
    var joins: [RecordID: RecordState] { view.joins(of: Deliveries()) ?? [:] }

    /// Merges what a device writes when it shows rows that became one.
    mutating func writeJoins() {
        state.merge(SyncState(joins))
    }
}
