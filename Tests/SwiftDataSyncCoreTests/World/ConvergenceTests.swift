import SwiftDataSyncCore
import TestSupport
import Testing

/// `TRIAL_SEED=7 TRIALS=1 swift test --filter ConvergenceTests` repeats one world.
@Suite struct ConvergenceTests {
    @Test func worldsAgreeWithTheReferenceModel() async throws {
        let seeds = Trials.seeds(100)
        let steps = Trials.steps(80)
        let start = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for part in 0..<(4 as UInt64) {
                group.addTask {
                    for seed in seeds where seed % 4 == part {
                        do {
                            let difference = try World.difference(seed: seed, steps: steps) { $0.merged(with: $1) }
                            if let difference { Issue.record("seed \(seed): \(difference)") }
                        } catch {
                            Issue.record("seed \(seed): \(error)")
                        }
                    }
                }
            }
        }
        print("• sync worlds: \(seeds.count) of \(steps) steps in \(ContinuousClock.now - start)")
    }

    @Test func sealedWorldsAgreeWithTheReferenceModel() throws {
        for seed in Trials.seeds(60) {
            let difference = try World.difference(seed: seed, steps: 80, isSealed: true) { $0.merged(with: $1) }
            #expect(difference == nil, "seed \(seed)")
        }
    }

    /// The states of two devices, merged, are the parts that either has seen, merged.
    @Test func partsMergeToTheSameAsWholeStates() throws {
        for seed in Trials.seeds(60) {
            var world = World(seed: seed)
            for _ in 0..<70 { try world.step() }
            for left in world.devices {
                for right in world.devices {
                    var whole = SyncState(left.records)
                    whole.merge(SyncState(right.records))
                    var parts = SyncState()
                    for index in left.seen.union(right.seen).sorted(by: >) {
                        let edit = world.log[index]
                        parts.merge(SyncState([edit.record: edit.part]))
                    }
                    #expect(whole == parts, "seed \(seed)")
                }
            }
        }
    }

    @Test func applyingReturnsTheRecordsThatChanged() throws {
        var editor = RecordEditor(clock: DeviceClock(device: DeviceNumber(1)))
        var changes = ChangeSet(device: DeviceNumber(1), sequence: 1)
        let id = RecordID("Trip", 1)
        changes.add(try editor.insert(RecordState(), now: 5), to: id)
        var state = SyncState()
        #expect(state.apply(changes) == [id])
        #expect(state.apply(changes) == [])
        #expect(changes.latestClock?.milliseconds == 5)
    }
}
