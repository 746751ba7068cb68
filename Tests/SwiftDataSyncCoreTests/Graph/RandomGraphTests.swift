import SwiftDataSyncCore
import TestSupport
import Testing

/// Random graphs, whose parts reach several devices in different orders. Each device shows the rows now and then and writes
/// the joins that it sees then.
@Suite struct RandomGraphTests {
    @Test func allDevicesShowTheSameRowsAndTheRulesHold() throws {
        var (joined, kept, cascaded) = (0, 0, 0)
        for seed in Trials.seeds(250) {
            var numbers = SeededNumbers(seed)
            let parts = try Self.parts(&numbers)
            var states: [SyncState] = []
            for _ in 0..<3 {
                var state = SyncState()
                for (id, part) in parts.shuffled(using: &numbers) {
                    state.merge(SyncState([id: part]))
                    guard numbers.chance(10) else { continue }
                    let view = GraphView(state, GraphBuilder.rules)
                    Self.check(view, state, "seed \(seed), under way")
                    state.merge(SyncState(view.joins(of: Deliveries()) ?? [:]))
                    let again = GraphView(state, GraphBuilder.rules)
                    #expect(again.rows == view.rows && again.joins(of: Deliveries()) == [:], "seed \(seed)")
                }
                states.append(state)
            }
            let all = states.reduce(into: SyncState()) { $0.merge($1) }
            let view = GraphView(all, GraphBuilder.rules)
            Self.check(view, all, "seed \(seed)")
            for order in [[2, 0, 1], [1, 2, 0, 0]] {
                let other = order.reduce(into: SyncState()) { $0.merge(states[$1]) }
                #expect(other.encoded == all.encoded)
                #expect(GraphView(other, GraphBuilder.rules).rows == view.rows)
            }
            joined += all.records.keys.filter { view.row(of: $0) != $0 }.count
            kept += view.rows.filter { all.records[$0]?.isAlive == false }.count
            cascaded +=
                all.records.filter { $0.value.isAlive && !view.rows.contains($0.key) && view.row(of: $0.key) == $0.key }
                .count
        }
        print("• random graphs: \(joined) joined records, \(kept) kept rows, \(cascaded) rows of cascades or waiting")
        #expect(joined > 50 && kept > 10 && cascaded > 50)
    }

    /// Each reference leads to a row, each unique value has one row, and each absence has a reason.
    private static func check(_ view: GraphView, _ state: SyncState, _ place: Comment) {
        var keys: Set<[SyncValue]> = []
        for row in view.rows {
            let rules = GraphBuilder.rules.entities[row.entity] ?? .init()
            for (name, reference) in rules.references {
                guard case .reference(let target)? = written(name, row, view, state) else { continue }
                let parent = view.row(of: target)
                let isShown = parent.map { view.rows.contains($0) } ?? false
                if reference.onDeletion == .cascade || reference.isRequired { #expect(isShown, place) }
                #expect(view.value(name, of: row) == (isShown ? parent.map(SyncValue.reference) : .null), place)
            }
            for constraint in rules.unique {
                let values = constraint.properties.compactMap { view.value($0, of: row) }.filter { $0 != .null }
                guard values.count == constraint.properties.count else { continue }
                #expect(keys.insert([.string(constraint.scope.text)] + values).inserted, place)
            }
        }
        for (id, record) in state.records where record.isAlive {
            guard let row = view.row(of: id), !view.rows.contains(row), !view.waiting.contains(row) else { continue }
            let references = GraphBuilder.rules.entities[row.entity]?.references ?? [:]
            let isCascaded = references.contains { name, reference in
                guard reference.onDeletion == .cascade, case .reference(let target)? = written(name, row, view, state),
                    let parent = view.row(of: target)
                else { return false }
                return !view.rows.contains(parent) && !view.waiting.contains(parent)
            }
            #expect(isCascaded, place)
        }
    }

    private static func written(_ name: SyncName, _ row: RecordID, _ view: GraphView, _ state: SyncState) -> SyncValue?
    {
        view.records(of: row).compactMap { state.records[$0]?.properties[name]?.written }.max { $0.clock < $1.clock }?
            .value
    }

    /// Edits of a dozen records, each as a part.
    private static func parts(_ numbers: inout SeededNumbers) throws -> [(RecordID, RecordState)] {
        let ids = try ["Trip", "Trip", "Trip", "Stop", "Stop", "Stop", "Place", "Place", "Land", "Note", "Tag", "Tag"]
            .enumerated().map { RecordID(try SyncName($1), $0) }
        func pick(_ entity: SyncName) -> RecordID { numbers.pick(ids.filter { $0.entity == entity }) }
        var parts: [(RecordID, RecordState)] = []
        var time: UInt64 = 0
        func clock() -> HybridClock {
            time += 1
            return HybridClock(time, UInt64(numbers.below(3)))
        }
        func set(_ id: RecordID, _ name: SyncName, _ value: SyncValue) {
            let register = Register(clock: clock(), value: value)
            parts.append((id, RecordState(properties: [name: PropertyState(written: register)])))
        }
        for id in ids { parts.append((id, RecordState(life: Life(length: 1, clock: clock())))) }
        for _ in 0..<45 {
            let id = numbers.pick(ids)
            switch id.entity {
            case _ where numbers.chance(22):
                parts.append((id, RecordState(life: Life(length: UInt64(numbers.below(3) + 1), clock: clock()))))
            case "Trip": set(id, "code", numbers.chance(20) ? .null : .int(Int64(numbers.below(4))))
            case "Stop":
                set(id, "trip", .reference(pick("Trip")))
                set(id, "day", .int(Int64(numbers.below(3))))
                if numbers.chance(60) { set(id, "place", .reference(pick("Place"))) }
            case "Place": set(id, "land", .reference(pick("Land")))
            case "Note": set(id, "stop", .reference(pick("Stop")))
            case "Tag": set(id, "name", .int(Int64(numbers.below(3))))
            default: set(id, "name", .int(1))
            }
        }
        return parts
    }
}
