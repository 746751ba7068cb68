// The other process of tests, which does one thing and ends.
//
// Usage: `ChildProgram COMMAND ARGUMENT…`, where each command says what its arguments are.
import Dispatch
import Foundation
import SwiftDataTesting

let arguments = Array(CommandLine.arguments.dropFirst(2))

switch CommandLine.arguments.dropFirst().first {
case "write": try Writing.run(arguments)
case "end": try Ending.run(arguments)
case "open": try Opening.run(arguments)
case "migrate": try Migrating.run(arguments)
case "script": exit(ScriptProgram.main([CommandLine.arguments[0]] + arguments))
case "visit":
    // The turns of the main actor begin here: the other commands end as a program without them does.
    Task { @MainActor in
        do {
            try await Visiting.run(arguments)
            exit(0)
        } catch {
            print(error)
            exit(1)
        }
    }
    dispatchMain()
default: exit(64)
}
