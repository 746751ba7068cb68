import Foundation
import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

/// Long random scripts beside a reference model.
///
/// `TRIALS`, `TRIAL_STEPS` and `TRIAL_SEED` in the environment ask for other ones.
@Suite struct RandomScriptTests {
    @Test func scriptsGoAsTheReferenceModelSays() async {
        let seeds = Trials.seeds(300)
        let steps = Trials.steps(50)
        let parts = 4 as UInt64
        var summary = ScriptSummary(firstSeed: seeds.lowerBound)
        await withTaskGroup(of: ScriptSummary.self) { group in
            for part in 0..<parts {
                group.addTask {
                    var summary = ScriptSummary(firstSeed: seeds.lowerBound)
                    for seed in seeds where seed % parts == part {
                        summary.note { try ScriptTrial().run(seed: seed, steps: steps) }
                        if summary.failures.count >= 3 { break }
                    }
                    return summary
                }
            }
            for await part in group { summary.join(part) }
        }
        print("• random scripts: \(summary)")
        for failure in summary.failures { Issue.record("\(failure)") }
        #expect(
            ModelState.Phase.unknownMoves == 0,
            "a model went from one phase to another that the table does not have"
        )
    }

    @Test func theOtherProgramOfScriptsIsBuilt() {
        #expect(ScriptProgram.file != nil)
    }
}
