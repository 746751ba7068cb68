import SwiftDataSyncCore
import Testing

@Suite struct UniqueValuesTests {
    var graph = GraphBuilder()
    private let first = RecordID("Tag", 1)
    private let second = RecordID("Tag", 2)
    private let third = RecordID("Tag", 3)
    private let trip = RecordID("Trip", 9)

    @Test mutating func twoRecordsWithAUniqueValueAreOneRow() {
        graph.insert(second, ["name": .string("work"), "color": .string("red")])
        graph.insert(first, ["name": .string("work"), "size": .int(1)])
        graph.insert(trip)
        graph.add(second, to: trip, nil)
        let view = graph.view
        #expect(view.rows == [first, trip] && view.row(of: second) == first)
        #expect(view.value("color", of: first) == .string("red") && view.value("size", of: first) == .int(1))
        #expect(view.members("tags", of: trip) == [first])
        #expect(graph.joins == [second: RecordState(aliases: [first])])
    }

    @Test mutating func lateEditsOfAJoinedRecordReachTheRow() {
        graph.insert(second, ["name": .string("work")])
        graph.insert(first, ["name": .string("work")])
        graph.writeJoins()
        graph.set(second, "color", .string("blue"))
        graph.set(second, "name", .string("job"))
        #expect(graph.view.rows == [first])
        #expect(graph.view.value("color", of: first) == .string("blue"))
        #expect(graph.view.value("name", of: first) == .string("job"))
        // The old value is free again.
        graph.insert(third, ["name": .string("work")])
        #expect(graph.view.rows == [first, third])
    }

    @Test mutating func aJoinedRowLivesUntilAllOfItsRecordsAreDeleted() {
        graph.insert(second, ["name": .string("work")])
        graph.insert(first, ["name": .string("work"), "color": .string("red")])
        graph.writeJoins()
        graph.delete(first)
        #expect(graph.view.rows == [second] && graph.view.row(of: first) == second)
        #expect(graph.view.value("color", of: second) == nil)
        graph.delete(second)
        #expect(graph.view.rows == [])
    }

    @Test mutating func nullAndDeletedRowsClashWithNothing() {
        graph.insert(first, ["name": .null])
        graph.insert(second, ["name": .null])
        #expect(graph.view.rows == [first, second])
        graph.set(first, "name", .string("e\u{301}"))
        graph.set(second, "name", .string("é"))
        #expect(graph.view.rows == [first, second], "strings clash byte for byte")
        graph.insert(third, ["name": .string("é")])
        graph.delete(third)
        #expect(graph.joins.isEmpty)
    }

    @Test mutating func oneJoinLeadsToTheNext() {
        let stops = [RecordID("Stop", 11), RecordID("Stop", 12)]
        let trips = [RecordID("Trip", 21), RecordID("Trip", 22)]
        graph.insert(trips[0], ["code": .int(1)])
        graph.insert(trips[1], ["code": .int(1)])
        graph.insert(stops[0], ["trip": .reference(trips[0]), "day": .int(5)])
        graph.insert(stops[1], ["trip": .reference(trips[1]), "day": .int(5)])
        #expect(graph.view.rows == [trips[0], stops[0]])
        #expect(Set(graph.joins.keys) == [trips[1], stops[1]])
        let before = graph.view
        graph.writeJoins()
        #expect(graph.view.rows == before.rows && graph.joins.isEmpty)
    }

    /// One device gives a tag another name, and another device, which has seen that, gives the old name to a new tag.
    @Test mutating func rowsThatNeverClashedAreNotJoinedForGood() throws {
        let (left, right) = (DeviceNumber(1), DeviceNumber(2))
        func name(_ text: String, _ time: UInt64) -> [SyncName: PropertyState] {
            ["name": PropertyState(written: Register(clock: HybridClock(time), value: .string(text)))]
        }
        func inserted(_ text: String, _ time: UInt64) -> RecordState {
            RecordState(life: Life(length: 1, clock: HybridClock(time)), properties: name(text, time))
        }
        let base = ChangeSet(device: left, sequence: 1, records: [second: inserted("work", 5)])
        let renamed = ChangeSet(device: left, sequence: 2, records: [second: RecordState(properties: name("job", 10))])
        let added = ChangeSet(device: right, sequence: 1, seen: [left: 2], records: [first: inserted("work", 20)])
        #expect(try ChangeSet(decoding: added.encoded) == added)
        var deliveries = Deliveries()
        for changes in [base, added] {
            graph.state.apply(changes)
            deliveries.add(changes)
        }
        #expect(!deliveries.isComplete)
        #expect(graph.view.joins(of: deliveries) == nil)
        graph.state.apply(renamed)
        deliveries.add(renamed)
        deliveries.add(renamed)
        #expect(deliveries.isComplete && deliveries.complete == [left: 2, right: 1])
        #expect(graph.view.joins(of: deliveries) == [:] && graph.view.rows == [first, second])
        deliveries.add(ChangeSet(device: right, sequence: 3))
        #expect(!deliveries.isComplete)
        deliveries.add(ChangeSet(device: right, sequence: 2))
        #expect(deliveries.isComplete)
    }

    @Test mutating func anEditOfAJoinedRowSurvivesADeletionWithAllValues() throws {
        graph.insert(second, ["name": .string("work"), "color": .string("red")])
        graph.insert(first, ["name": .string("work")])
        graph.writeJoins()
        graph.state = try SyncState(decoding: graph.state.encoded)
        let row = graph.state.records.filter { graph.view.records(of: first).contains($0.key) }
        #expect(row.count == 2)
        var (left, right) = (
            RecordEditor(clock: DeviceClock(device: DeviceNumber(8))),
            RecordEditor(clock: DeviceClock(device: DeviceNumber(9)))
        )
        var deaths: [RecordID: RecordState] = [:]
        for (id, state) in row { deaths[id] = try left.delete(state, now: 1_000) }
        let edit = try right.assign(.int(3), to: "size", ofRow: row, now: 2_000)
        graph.state.merge(SyncState(deaths))
        #expect(graph.view.rows == [])
        graph.state.merge(SyncState(edit))
        #expect(graph.view.rows == [first])
        #expect(graph.view.value("size", of: first) == .int(3))
        #expect(graph.view.value("color", of: first) == .string("red"))
    }

    @Test mutating func countsOfJoinedRecordsAddUp() throws {
        var policies = MergePolicies()
        policies.set(.counter, entity: "Tag", property: "uses")
        let rules = SyncRules(GraphBuilder.rules.entities, policies: policies)
        for (id, count) in [(first, 3 as Int64), (second, 4)] {
            graph.insert(id, ["name": .string("work")])
            // One device has counted in both records.
            let counts = try CounterState().edit(from: 0, to: count, device: DeviceNumber(1))
            graph.state.merge(SyncState([id: RecordState(properties: ["uses": PropertyState(counts: counts)])]))
        }
        #expect(GraphView(graph.state, rules).value("uses", of: first) == .int(7))
    }
}
