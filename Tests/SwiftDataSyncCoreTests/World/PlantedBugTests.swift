import SwiftDataSyncCore
import TestSupport
import Testing

/// The checks of worlds find merges that are wrong. A check that finds none of them proves nothing about the right one.
@Suite struct PlantedBugTests {
    @Test(arguments: PlantedBugs.all.indices)
    func theChecksFindAPlantedBug(_ index: Int) throws {
        let bug = PlantedBugs.all[index]
        for seed in (1 as UInt64)...1_000 {
            let difference: String?
            do {
                difference = try World.difference(seed: seed, steps: 80, merge: bug.merge)
            } catch {
                difference = "\(error)"
            }
            guard difference != nil else { continue }
            // The world has no difference of its own.
            let own = try World.difference(seed: seed, steps: 80) { $0.merged(with: $1) }
            #expect(own == nil)
            print("• planted: \(bug.name), found by seed \(seed)")
            return
        }
        Issue.record("\(bug.name): not found")
    }
}
