import Foundation
import SwiftDataTesting
import TestSupport
import Testing

/// Long random scripts beside a reference model.
///
/// `SCRIPT_COUNT`, `SCRIPT_STEPS` and `SCRIPT_SEED` in the environment ask for other ones.
@Suite struct RandomScriptTests {
    private static func number(_ name: String, _ standard: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? standard
    }

    @Test func scriptsGoAsTheReferenceModelSays() async {
        let count = Self.number("SCRIPT_COUNT", 2_000)
        let steps = Int(Self.number("SCRIPT_STEPS", 50))
        let first = Self.number("SCRIPT_SEED", 1)
        let parts = 4 as UInt64
        var summary = ScriptSummary(firstSeed: first)
        await withTaskGroup(of: ScriptSummary.self) { group in
            for part in 0..<parts {
                group.addTask {
                    var summary = ScriptSummary(firstSeed: first)
                    for seed in first..<(first + count) where seed % parts == part {
                        summary.note { try ScriptTrial().run(seed: seed, steps: steps) }
                        if summary.failures.count >= 3 { break }
                    }
                    return summary
                }
            }
            for await part in group { summary.join(part) }
        }
        print("random scripts: \(summary)")
        for failure in summary.failures { Issue.record("\(failure)") }
    }

    @Test func theOtherProgramOfScriptsIsBuilt() {
        #expect(ScriptProgram.file != nil)
    }
}
