import SwiftDataSyncCore
import TestSupport
import Testing

/// The records that a maintained view reads for a change, among 10,000 children of one row.
@Suite(.serialized) struct MaintainedCostTests {
    private static let rules = SyncRules([
        "Trip": .init(pairs: ["tags": .init(), "marks": .init(onMemberDeletion: .deny)]),
        "Stop": .init(
            references: ["trip": .init(onDeletion: .cascade), "place": .init(isRequired: true)],
            unique: [.init(scope: "Stop", properties: ["trip", "day"])]
        ),
        "Place": .init(),
        "Tag": .init(unique: [.init(scope: "Tag", properties: ["name"])]),
    ])
    private static let count = 10_000
    private static let trips = [RecordID("Trip", 1), RecordID("Trip", 2)]
    private static let place = RecordID("Place", 3)

    private static func stop(_ number: Int) -> RecordID { RecordID("Stop", 100 + number) }

    private static func tag(_ number: Int) -> RecordID { RecordID("Tag", 50_000 + number) }

    private static func written(_ value: SyncValue, _ time: UInt64) -> PropertyState {
        PropertyState(written: Register(clock: HybridClock(time), value: value))
    }

    private static func inserted(_ properties: [SyncName: PropertyState] = [:]) -> RecordState {
        RecordState(life: Life(length: 1, clock: HybridClock(1)), properties: properties)
    }

    private static func newStop(_ number: Int, day: Int) -> RecordState {
        inserted([
            "trip": written(.reference(trips[0]), 1), "place": written(.reference(place), 1),
            "day": written(.int(Int64(day)), 1),
        ])
    }

    private static func world(_ count: Int) throws -> MaintainedWorld {
        var records: [RecordID: RecordState] = [place: inserted(), trips[1]: inserted()]
        var pairs: [RecordID: MemberState] = [:]
        for number in 0..<count {
            records[stop(number)] = newStop(number, day: number)
            guard number < count / 10 else { continue }
            records[tag(number)] = inserted(["name": written(.int(Int64(number)), 1)])
            if number < count / 11 { pairs[tag(number)] = MemberState(length: 1) }
        }
        records[trips[0]] = inserted().merged(with: RecordState(members: ["tags": pairs, "marks": pairs]))
        var world = MaintainedWorld(rules)
        try world.apply(records)
        return world
    }

    /// Applies a part and returns the numbers of records that were read and written.
    private static func cost(
        _ world: inout MaintainedWorld,
        _ id: RecordID,
        _ part: RecordState
    ) throws -> (reads: Int, writes: Int) {
        let (reads, writes) = (world.storage.counts.all, world.storage.writes)
        try world.apply([id: part])
        return (world.storage.counts.all - reads, world.storage.writes - writes)
    }

    @Test func aChangeReadsTheRecordsThatItAffects() throws {
        var world = try Self.world(Self.count)
        #expect(world.shown.count == Self.count + Self.count / 10 + 3)
        let name = RecordState(properties: ["name": Self.written(.string("Oslo"), 5)])
        let moved = RecordState(properties: ["trip": Self.written(.reference(Self.trips[1]), 5)])
        func pair(_ name: SyncName, _ number: Int, _ length: UInt64) -> RecordState {
            RecordState(members: [name: [Self.tag(number): MemberState(length: length)]])
        }
        let died = RecordState(life: Life(length: 2, clock: HybridClock(9)))
        let cases: [(String, RecordID, RecordState, Int)] = [
            ("an edit of a child", Self.stop(7), name, 12),
            ("an edit of the parent", Self.trips[0], name, 12),
            ("a new child", Self.stop(Self.count), Self.newStop(Self.count, day: Self.count), 12),
            ("another parent of a child", Self.stop(8), moved, 16),
            ("a new pair", Self.trips[0], pair("tags", 950, 1), 12),
            ("a pair that is removed", Self.trips[0], pair("tags", 3, 2), 12),
            ("a new pair that denies", Self.trips[0], pair("marks", 950, 1), 12),
            ("a member that is deleted", Self.tag(4), died, 24),
            ("a child that is deleted", Self.stop(9), died, 16),
            ("a place that 10,000 children keep", Self.place, died, 24),
            ("a new child of the kept place", Self.stop(20_000), Self.newStop(20_000, day: 20_000), 24),
            ("an edit of a child of the kept place", Self.stop(7), moved, 24),
        ]
        for (text, id, part, limit) in cases {
            let cost = try Self.cost(&world, id, part)
            print("• maintained view, \(text): \(cost.reads) records read, \(cost.writes) written")
            #expect(cost.reads <= limit, "\(text)")
        }
    }

    @Test func theDeletionOfAParentReadsItsChildren() throws {
        var world = try Self.world(500)
        #expect(try world.difference() == nil)
        let died = RecordState(life: Life(length: 2, clock: HybridClock(9)))
        let cost = try Self.cost(&world, Self.trips[0], died)
        print("• maintained view, the parent of 500 is deleted: \(cost.reads) records read, \(cost.writes) written")
        #expect(cost.writes > 500 && world.shown.count < 100)
        #expect(try world.difference() == nil)
    }

    @Test func longChainsNeedFewRounds() throws {
        let rules = SyncRules(["Node": .init(references: ["parent": .init(onDeletion: .cascade)])])
        var world = MaintainedWorld(rules)
        var records: [RecordID: RecordState] = [:]
        for number in 0..<2_000 {
            let parent = number == 0 ? SyncValue.null : .reference(RecordID("Node", number - 1))
            records[RecordID("Node", number)] = Self.inserted(["parent": Self.written(parent, 1)])
        }
        try world.apply(records)
        let start = ContinuousClock.now
        let died = RecordState(life: Life(length: 2, clock: HybridClock(9)))
        let cost = try Self.cost(&world, RecordID("Node", 0), died)
        print("• maintained view, a chain of 2,000 is deleted: \(cost.reads) reads, \(ContinuousClock.now - start)")
        #expect(world.shown.isEmpty && cost.reads < 40_000)
    }
}
