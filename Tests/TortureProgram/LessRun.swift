import FaultyVFS
import Foundation

/// Runs a script once where each read and write of the system does a part of what it is asked for. Nothing may show of it.
struct LessRun {
    let workplace: Workplace

    func run() throws {
        var findings = Findings()
        let folder = try workplace.fresh()
        faulty_arm(0, false, faulty_io)
        faulty_do_less(true)
        let before = faulty_lesser_calls()
        let trial = Trial(workplace, folder)
        trial.run()
        let afterwards = workplace.problemsAfterOpening(folder, allowed: [trial.position])
        let count = faulty_lesser_calls() - before
        faulty_do_less(false)
        faulty_disarm()
        findings.add(
            trial.problems + (trial.isDone ? afterwards : afterwards + ["the script has not come to its end"]),
            "less"
        )
        try workplace.discard(folder)
        findings.report("less", workplace.script.name, Int(count))
    }
}
