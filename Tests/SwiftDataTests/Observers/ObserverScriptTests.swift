import Foundation
import SwiftData
import SwiftDataCore
import Testing

/// Observers in random scripts show what a fresh fetch gives.
///
/// `OBSERVER_SEED=7 OBSERVER_COUNT=1 swift test --filter ObserverScriptTests` runs one script.
@Suite struct ObserverScriptTests {
    @Test func observersShowWhatAFreshFetchGives() throws {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["OBSERVER_SEED"].flatMap { UInt64($0) } ?? 1
        let count = environment["OBSERVER_COUNT"].flatMap { UInt64($0) } ?? 25
        for seed in first..<(first + count) {
            let container = try shipmentContext().container
            var script = try ObserverScript(seed: seed, container: container)
            let failure = try script.run(steps: 120)
            #expect(failure == nil, "seed \(seed), step \(script.trail.count): \(script.trail.suffix(12))")
            if failure != nil, environment["OBSERVER_COUNT"] == nil { return }
        }
    }
}
