import SwiftDataSyncCore
import TestSupport
import Testing

/// `merge` is commutative, associative and idempotent.
///
/// `TRIAL_FACTOR=40 swift test --filter MergeAlgebraTests` tries a million triples.
@Suite struct MergeAlgebraTests {
    /// Returns the law that three states break, or nil.
    static func brokenLaw(
        _ first: RecordState,
        _ second: RecordState,
        _ third: RecordState,
        _ merge: (RecordState, RecordState) -> RecordState
    ) -> String? {
        let joined = merge(first, second)
        if joined != merge(second, first) { return "commutative" }
        if merge(joined, third) != merge(first, merge(second, third)) { return "associative" }
        if merge(first, first) != first || merge(joined, second) != joined { return "idempotent" }
        return nil
    }

    @Test func arbitraryStatesMergeByTheLaws() async {
        let count = Trials.count(25_000)
        let start = ContinuousClock.now
        let parts = 4
        let broken = await withTaskGroup(of: String?.self) { group in
            for part in 0..<parts {
                group.addTask {
                    var states = RandomStates(numbers: SeededNumbers(UInt64(part) + 1))
                    var (first, second) = (states.state(), states.state())
                    for _ in 0..<(count / parts) {
                        let third = states.state()
                        if let law = Self.brokenLaw(first, second, third, { $0.merged(with: $1) }) {
                            return "\(law): \(first), \(second), \(third)"
                        }
                        (first, second) = (second, third)
                    }
                    return nil
                }
            }
            return await group.reduce(nil) { $0 ?? $1 }
        }
        #expect(broken == nil)
        print("• merge: \(count) triples in \(ContinuousClock.now - start)")
    }

    /// Some of the planted bugs keep to the laws: the least value as the greatest is as good an order as the right one.
    @Test func mergesThatBreakTheLawsAreFound() {
        var broken: [String] = []
        for bug in PlantedBugs.all {
            var states = RandomStates(numbers: SeededNumbers(4))
            let isFound = (0..<2_000).contains { _ in
                Self.brokenLaw(states.state(), states.state(), states.state(), bug.merge) != nil
            }
            if isFound { broken.append(bug.name) }
        }
        print("• planted: \(broken.count) of \(PlantedBugs.all.count) break a law of merging")
        #expect(broken.count >= 8, "\(broken)")
        #expect(broken.contains("the register that arrives wins"))
    }

    @Test func reachableStatesMergeByTheLaws() throws {
        var tried = 0
        for seed in Trials.seeds(40) {
            var world = World(seed: seed)
            var states: [RecordID: [RecordState]] = [:]
            for _ in 0..<60 {
                try world.step()
                for device in world.devices {
                    for (id, state) in device.records { states[id, default: []].append(state) }
                }
            }
            var numbers = SeededNumbers(seed)
            for pool in states.values {
                for _ in 0..<40 {
                    let (first, second, third) = (numbers.pick(pool), numbers.pick(pool), numbers.pick(pool))
                    let law = Self.brokenLaw(first, second, third) { $0.merged(with: $1) }
                    #expect(law == nil, "seed \(seed)")
                    tried += 1
                }
            }
        }
        #expect(tried > 1_000)
    }

    @Test func theRateOfMergesIsPrinted() {
        var states = RandomStates(numbers: SeededNumbers(1))
        let pool = (0..<100).map { _ in states.state() }
        let start = ContinuousClock.now
        var merged = RecordState()
        let count = 20_000
        for index in 0..<count { merged = pool[index % 100].merged(with: pool[(index * 7 + 3) % 100]) }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print("• merges: \(Int(Double(count) / seconds)) a second in this build")
        #expect(merged.merged(with: merged) == merged)
    }
}
