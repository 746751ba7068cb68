import FaultyVFS
import Foundation

/// Runs a script once for each of its calls, which fails.
struct FaultLoop {
    let workplace: Workplace
    /// How many trials there are at most, spread over all of them; nil for all.
    let budget: Int?
    /// The number of the one call to fail, to look closer at it.
    var call: Int64?

    private struct Fault {
        let number: Int64
        let cause: faulty_cause
        let isForGood: Bool
    }

    /// Without short reads: SQLite takes one for the end of the file, and a file whose first page is not there for empty.
    private static let causes = [
        faulty_io, faulty_full, faulty_busy, faulty_cannot_open, faulty_read_only, faulty_no_memory,
    ]

    func run() throws {
        let name = workplace.script.name
        var findings = Findings()
        let faults = try faults(&findings)
        // In no order that would choose one kind alone.
        var random = Seeded(state: 3)
        let chosen = budget.map { Array(faults.shuffled(using: &random).prefix($0)) } ?? faults
        var count = 0
        for fault in chosen {
            if let call, call != fault.number { continue }
            count += 1
            let place = "call \(fault.number) cause \(fault.cause.rawValue)\(fault.isForGood ? " for good" : "")"
            let folder = try workplace.fresh()
            faulty_arm(fault.number, fault.isForGood, fault.cause)
            let trial = Trial(workplace, folder)
            trial.isTold = call != nil
            trial.run()
            faulty_disarm()
            let settled = workplace.settle(folder, allowed: trial.isDone ? [trial.position] : trial.allowed)
            findings.add(trial.problems + settled.map { "afterwards: \($0)" }, place)
            if call != nil {
                print("\(place): \(trial.problems) \(settled)\n\(try Workplace.rawStates(workplace.script, folder))")
            }
            try workplace.discard(folder)
        }
        findings.report("faults", name, count)
    }

    /// Every fault that the script can meet.
    private func faults(_ findings: inout Findings) throws -> [Fault] {
        let folder = try workplace.fresh()
        faulty_arm(0, false, faulty_io)
        let trial = Trial(workplace, folder)
        trial.run()
        let calls = faulty_calls()
        faulty_disarm()
        findings.add(trial.problems + workplace.settle(folder, allowed: [trial.position]), "no fault")
        try workplace.discard(folder)
        var faults: [Fault] = []
        for number in 1...max(1, calls) {
            let method = faulty_method(rawValue: UInt32(faulty_method_of(number)))
            for cause in Self.causes where faulty_is_distinct(method, cause) {
                faults.append(Fault(number: number, cause: cause, isForGood: false))
                // A migration waits for a lock that another one has, however long that takes.
                if cause == faulty_busy, workplace.script.migration != nil { continue }
                faults.append(Fault(number: number, cause: cause, isForGood: true))
            }
        }
        return faults
    }
}
