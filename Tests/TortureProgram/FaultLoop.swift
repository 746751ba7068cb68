import FaultyVFS
import Foundation

/// Runs a script once for each of its calls, which fails.
struct FaultLoop {
    /// The calls that are counted, and fail.
    enum Kind: String {
        /// The calls of SQLite's file system and of the library's own files.
        case faults
        /// The memory that SQLite asks for, after the stores were opened: GRDB ends the process where SQLite has none for a
        /// new connection.
        case allocations
    }

    let kind: Kind
    let workplace: Workplace
    /// The maximum number of trials, spread over all of them; nil for all.
    let budget: Int?
    /// The number of the one call to fail, to look closer at it.
    var call: Int64?

    private struct Fault {
        let number: Int64
        /// Nil for an allocation.
        var cause: faulty_cause?
        let isForGood: Bool

        func arm() {
            if let cause { faulty_arm(number, isForGood, cause) } else { faulty_arm_allocations(number, isForGood) }
        }

        var place: String {
            "call \(number)\(cause.map { " cause \($0.rawValue)" } ?? "")\(isForGood ? " for good" : "")"
        }
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
            let folder = try workplace.fresh()
            let trial = Trial(workplace, folder)
            trial.isVerbose = call != nil
            run(trial, folder, fault)
            let afterwards = workplace.problemsAfterOpening(
                folder,
                allowed: trial.isDone ? [trial.position] : trial.allowed
            )
            findings.add(trial.problems + afterwards.map { "afterwards: \($0)" }, fault.place)
            if call != nil {
                print("\(fault.place): \(trial.problems) \(afterwards)")
                print(try Workplace.rawStates(workplace.script, folder))
            }
            try workplace.discard(folder)
        }
        findings.report(kind.rawValue, name, count)
    }

    private func run(_ trial: Trial, _ folder: URL, _ fault: Fault) {
        if workplace.script.isOfSystem { faulty_watch(folder.path) }
        if kind == .allocations { trial.willPerform = { fault.arm() } } else { fault.arm() }
        trial.run()
        faulty_disarm()
        faulty_watch(nil)
    }

    /// Every fault that the script can meet.
    private func faults(_ findings: inout Findings) throws -> [Fault] {
        let folder = try workplace.fresh()
        let trial = Trial(workplace, folder)
        run(trial, folder, Fault(number: 0, cause: kind == .faults ? faulty_io : nil, isForGood: false))
        let calls = kind == .faults ? faulty_calls() : faulty_allocations()
        findings.add(trial.problems + workplace.problemsAfterOpening(folder, allowed: [trial.position]), "no fault")
        try workplace.discard(folder)
        guard calls > 0 else { return [] }
        return (1...calls).flatMap { number -> [Fault] in
            guard kind == .faults else {
                return [false, true].map { Fault(number: number, isForGood: $0) }
            }
            let method = faulty_method(rawValue: UInt32(faulty_method_of(number)))
            return Self.causes.filter { faulty_is_distinct(method, $0) }.flatMap { cause in
                [false, true].map { Fault(number: number, cause: cause, isForGood: $0) }
            }
        }
    }
}
