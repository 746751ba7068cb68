// Makes each call of a script fail, or cuts the power at each of its events, and looks what has become of the store.
//
// Usage: `TortureProgram faults|allocations|less|cuts|trace [--budget NUMBER] [--call NUMBER] [--plant BUG] [SCRIPT…]`
//
// Prints `finding|…` for what should not be, and a line `row|name|count|findings|lost` for each script.
import FaultyVFS
import Foundation
import Logging

var arguments = Array(CommandLine.arguments.dropFirst())

/// Takes an option and its value out of the arguments.
@MainActor func option(_ name: String) -> String? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
    defer { arguments.removeSubrange(index...index + 1) }
    return arguments[index + 1]
}

let budget = option("--budget").flatMap { Int($0) }
let call = option("--call").flatMap { Int64($0) }
let plant = option("--plant").flatMap { FaultyFiles.Plant(rawValue: $0) }
let mode = arguments.isEmpty ? "" : arguments.removeFirst()
guard ["faults", "allocations", "less", "cuts", "trace"].contains(mode) else {
    print("usage: TortureProgram faults|allocations|less|cuts|trace [--budget NUMBER] [--plant BUG] [SCRIPT...]")
    exit(64)
}
// What the library says of each of thousands of faults is not read.
LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
guard faulty_install() == 0 else {
    print("SQLite does not take the faulty file system.")
    exit(1)
}
let names = arguments
for script in Script.all where names.isEmpty || names.contains(script.name) {
    // Memory fails where stores are open already. Foundation itself writes other bytes than it is given
    // where a write of the system does a part.
    if mode == "cuts" && !script.isCut || mode == "less" && script.isOfSystem { continue }
    if mode == "allocations" && script.steps.isEmpty { continue }
    let workplace = try Workplace(script)
    defer { workplace.discardAll() }
    switch mode {
    case "faults", "allocations":
        let kind = FaultLoop.Kind(rawValue: mode) ?? .faults
        try FaultLoop(kind: kind, workplace: workplace, budget: budget, call: call).run()
    case "less": try LessRun(workplace: workplace).run()
    case "cuts": try CutLoop(workplace: workplace, plant: plant, budget: budget).run()
    default: try TraceRun(workplace: workplace).run()
    }
    // A row is there as soon as its script has ended.
    fflush(nil)
}
