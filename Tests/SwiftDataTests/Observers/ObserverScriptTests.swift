import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Observers in random scripts show what a fresh fetch gives.
///
/// `TRIAL_SEED=7 TRIALS=1 swift test --filter ObserverScriptTests` runs one script.
@Suite struct ObserverScriptTests {
    @Test func observersShowWhatAFreshFetchGives() throws {
        for seed in Trials.seeds(12) {
            let container = try shipmentContext().container
            var script = try ObserverScript(seed: seed, container: container)
            let failure = try script.run(steps: 120)
            #expect(failure == nil, "seed \(seed), step \(script.trail.count): \(script.trail.suffix(12))")
            if failure != nil { return }
        }
    }
}
