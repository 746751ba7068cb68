import SwiftDataSyncCore
import TestSupport
import Testing

/// A maintained view has after each change what the view of all states has.
@Suite struct MaintainedViewTests {
    @Test func randomHistoriesKeepTheViewOfAllStates() throws {
        var (steps, kept, waiting, joined, unstable) = (0, 0, 0, 0, 0)
        for seed in Trials.seeds(200) {
            let found = try MaintainedHistory.difference(seed: seed) { world in
                steps += 1
                for facts in world.storage.facts.values {
                    if facts.last.standing == .kept { kept += 1 }
                    if facts.last.isWaiting { waiting += 1 }
                    if !facts.last.records.isEmpty { joined += 1 }
                    if !facts.isStable { unstable += 1 }
                }
            }
            #expect(found == nil, "seed \(seed)")
        }
        print(
            "• maintained views: \(steps) steps; records that are kept \(kept), waiting \(waiting), joined \(joined),",
            "changed by rounds \(unstable)"
        )
        #expect(kept > 100 && waiting > 100 && joined > 100 && unstable > 100)
    }

    /// The checks find a view that does not look for something.
    @Test(arguments: MemoryStorage.Fault.allCases)
    func theChecksFindAPlantedBug(_ fault: MemoryStorage.Fault) throws {
        for seed in (1 as UInt64)...400 {
            guard let found = try MaintainedHistory.difference(seed: seed, fault: fault) else { continue }
            #expect(try MaintainedHistory.difference(seed: seed) == nil)
            print("• planted in the maintained view: \(fault), found by seed \(seed), \(found)")
            return
        }
        Issue.record("\(fault): not found")
    }

    @Test func aJoinThatOnlyTheViewHasEndsWithTheEqualValue() throws {
        var world = MaintainedWorld(GraphBuilder.rules)
        let (first, second, trip) = (RecordID("Tag", 1), RecordID("Tag", 2), RecordID("Trip", 9))
        var graph = GraphBuilder()
        graph.insert(first, ["name": .string("work")])
        graph.insert(second, ["name": .string("work"), "color": .string("red")])
        graph.insert(trip)
        graph.add(second, to: trip, nil)
        try world.apply(graph.state.records)
        #expect(Set(world.shown.keys) == [first, trip] && world.shown[trip]?.members["tags"]?.keys.first == first)
        #expect(try world.view.joins(of: Deliveries(), in: world.storage) == [second: RecordState(aliases: [first])])
        graph.set(second, "name", .string("job"))
        try world.apply(graph.state.records)
        #expect(Set(world.shown.keys) == [first, second, trip])
        #expect(world.shown[trip]?.members["tags"]?.keys.first == second)
        #expect(world.shown[first]?.values["color"] == nil)
        #expect(try world.difference() == nil)
    }

    /// Of two stops that are one row, the one with the earlier clock keeps a deleted place in the first round only. A place
    /// with the name of the deleted one is joined with it in that round, and the join stays.
    @Test func aRowThatOnlyAnEarlierRoundKeepsIsJoined() throws {
        let rules = SyncRules([
            "Stop": .init(
                references: ["place": .init(isRequired: true)],
                unique: [.init(scope: "Stop", properties: ["code"])]
            ),
            "Place": .init(unique: [.init(scope: "Place", properties: ["name"])]),
        ])
        let places = (1...3).map { RecordID("Place", $0) }
        var world = MaintainedWorld(rules)
        var graph = GraphBuilder()
        graph.insert(places[0], ["name": .int(1)])
        graph.insert(places[1], ["name": .int(2)])
        graph.insert(RecordID("Stop", 11), ["code": .int(5), "place": .reference(places[0])])
        graph.insert(RecordID("Stop", 12), ["code": .int(5), "place": .reference(places[1])])
        graph.delete(places[0])
        try world.apply(graph.state.records)
        #expect(world.storage.facts[places[0]]?.isShown == false)
        #expect(try world.difference() == nil)
        graph.insert(places[2], ["name": .int(1)])
        try world.apply(graph.state.records)
        #expect(try world.difference() == nil)
        #expect(world.storage.facts[places[0]]?.row == places[2])
    }

    @Test func aPartThatChangesNothingWritesNothing() throws {
        var world = MaintainedWorld(GraphBuilder.rules)
        var graph = GraphBuilder()
        graph.insert(RecordID("Tag", 1), ["name": .string("work")])
        try world.apply(graph.state.records)
        let writes = world.storage.writes
        let change = try world.view.apply(graph.state.records, to: &world.storage)
        #expect(change == ViewChange() && world.storage.writes == writes)
    }
}
