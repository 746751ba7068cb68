import Foundation
import SwiftDataTesting
import Testing

/// Long random scripts beside a reference model.
///
/// `SCRIPT_COUNT`, `SCRIPT_STEPS` and `SCRIPT_SEED` in the environment ask for other ones.
@Suite struct RandomScriptTests {
    private static func number(_ name: String, _ standard: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? standard
    }

    private static let parts = 4

    @Test(arguments: 0..<parts) func scriptsGoAsTheReferenceModelSays(part: Int) {
        let count = Self.number("SCRIPT_COUNT", 2_000)
        let steps = Int(Self.number("SCRIPT_STEPS", 50))
        let first = Self.number("SCRIPT_SEED", 1)
        let trial = ScriptTrial()
        var summary = ScriptSummary(firstSeed: first)
        for seed in first..<(first + count) where seed % UInt64(Self.parts) == UInt64(part) {
            summary.note { try trial.run(seed: seed, steps: steps) }
            if summary.failures.count >= 3 { break }
        }
        print("random scripts, part \(part + 1) of \(Self.parts): \(summary)")
        for failure in summary.failures { Issue.record("\(failure)") }
    }
}
