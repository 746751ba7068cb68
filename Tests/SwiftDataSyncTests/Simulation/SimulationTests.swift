import Foundation
import SyncSimulation
import TestSupport
import Testing

/// Devices run the shipped engine and the default store, over a network, clocks and crashes that a seed decides.
///
/// `TRIAL_FACTOR=20 swift test --filter SimulationTests` runs 10,000 schedules, and `TRIAL_SEED=7 TRIALS=1` repeats one.
@Suite struct SimulationTests {
    /// The parts of the seeds, which run at the same time.
    private static let parts: UInt64 = 4

    @Test(arguments: 0..<parts) func quietDevicesShowTheRowsOfAllChangeSets(_ part: UInt64) async throws {
        let folder = try TemporaryFolder()
        let start = ContinuousClock.now
        var (schedules, rows, changeSets) = (0, 0, 0)
        // A quarter of them have encryption by their seeds, and more of them have it here.
        let sealed: [SimulatedSealing?] = [nil, nil, nil, nil, .sealed, .late]
        for seed in Trials.seeds(500) where seed % Self.parts == part {
            let schedule = SimulatedSchedule(seed: seed, sealing: sealed[Int(seed % 6)])
            let place = folder.url.appending(path: "\(seed)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            do {
                let result = try await SimulatedWorld.run(schedule, folder: place)
                (schedules, rows, changeSets) = (schedules + 1, rows + result.rows, changeSets + result.changeSets)
            } catch {
                let shrunk = await schedule.shrunk(folder: place)
                let steps = shrunk.map { "\($0.1)\n\($0.0.steps.map(\.description).joined(separator: "\n"))" } ?? ""
                Issue.record("seed \(seed): \(error)\nshrunk to \(steps)")
                return
            }
            try FileManager.default.removeItem(at: place)
        }
        print(
            "• sync: \(schedules) schedules, \(changeSets) change sets, \(rows) rows in \(ContinuousClock.now - start)"
        )
        #expect(rows >= schedules && changeSets >= schedules)
    }

    @Test func mergingKeepsToTheLaws() {
        #expect(MergeLaws.broken(seed: 1, triples: Trials.count(2_000)) == nil)
    }
}
