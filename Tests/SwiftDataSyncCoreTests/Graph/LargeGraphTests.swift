import SwiftDataSyncCore
import Testing

/// Views of deep and wide graphs. The times are printed, and no test depends on them.
@Suite(.serialized) struct LargeGraphTests {
    private static let rules = SyncRules([
        "Node": .init(
            references: ["parent": .init(onDeletion: .cascade)],
            unique: [.init(scope: "Node", properties: ["parent", "name"])]
        )
    ])

    private static func node(_ number: Int, parent: Int?, deleted: Bool = false) -> RecordState {
        let name = Register(clock: HybridClock(2), value: SyncValue.string("node"))
        var properties: [SyncName: PropertyState] = ["name": PropertyState(written: name)]
        if let parent {
            let value = SyncValue.reference(RecordID("Node", parent))
            properties["parent"] = PropertyState(written: Register(clock: HybridClock(2), value: value))
        } else {
            properties["name"]?.written = nil
        }
        var state = RecordState(life: Life(length: 1, clock: HybridClock(1)), properties: properties)
        if deleted { state.merge(RecordState(life: Life(length: 2, clock: HybridClock(3)))) }
        return state
    }

    private static func measured<Result>(_ name: String, _ work: () -> Result) -> Result {
        let start = ContinuousClock.now
        let result = work()
        print("• \(name): \(ContinuousClock.now - start)")
        return result
    }

    @Test func aLongChainOfCascadesIsDeleted() {
        let state = SyncState(
            Dictionary(
                uniqueKeysWithValues: (0..<2_000).map {
                    (RecordID("Node", $0), Self.node($0, parent: $0 == 0 ? nil : $0 - 1, deleted: $0 == 0))
                }
            )
        )
        let view = Self.measured("a chain of 2,000 cascades") { GraphView(state, Self.rules) }
        #expect(view.rows.isEmpty)
    }

    @Test func twoLongEqualChainsBecomeOne() {
        var records: [RecordID: RecordState] = [RecordID("Node", 0): Self.node(0, parent: nil)]
        for chain in [0, 1_000] {
            for number in 1...400 {
                let parent = number == 1 ? 0 : chain + number - 1
                records[RecordID("Node", chain + number)] = Self.node(chain + number, parent: parent)
            }
        }
        let state = SyncState(records)
        let view = Self.measured("2 equal chains of 400") { GraphView(state, Self.rules) }
        #expect(view.rows == Set((0...400).map { RecordID("Node", $0) }))
        for number in 1...400 { #expect(view.row(of: RecordID("Node", 1_000 + number)) == RecordID("Node", number)) }
    }

    @Test func theChildrenOfEachRowAreFound() {
        var records: [RecordID: RecordState] = [:]
        for number in 0..<2_000 {
            records[RecordID("Node", number)] = Self.node(number, parent: number == 0 ? nil : number - 1)
        }
        let view = GraphView(SyncState(records), Self.rules)
        let count = Self.measured("the children of 300 rows of 2,000") {
            (0..<300).reduce(0) {
                $0 + view.children("Node", by: "parent", of: RecordID("Node", $1), orderedBy: "children").count
            }
        }
        #expect(count == 300)
    }

    @Test func partsAreMergedIntoALargeRecord() {
        let tags = (0..<3_000).map { (RecordID("Tag", $0), MemberState(length: 1)) }
        let trip = RecordID("Trip", 1)
        var state = SyncState([trip: RecordState(members: ["tags": Dictionary(uniqueKeysWithValues: tags)])])
        Self.measured("300 pairs merged into 3,000") {
            for number in 3_000..<3_300 {
                let part = RecordState(members: ["tags": [RecordID("Tag", number): MemberState(length: 1)]])
                #expect(state.merge(SyncState([trip: part])) == [trip])
                #expect(state.merge(SyncState([trip: part])) == [])
            }
        }
        #expect(state.records[trip]?.members["tags"]?.count == 3_300)
    }
}
