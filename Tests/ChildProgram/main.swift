// The other process of tests: each of its commands does one thing and ends. Scripts run the long ones.
//
// Usage: `ChildProgram COMMAND ARGUMENT…`, where each command says what its arguments are.
import Dispatch
import Foundation
import SwiftDataTesting

let arguments = Array(CommandLine.arguments.dropFirst(2))

/// Ends the program with the status of a command that waits.
///
/// The turns of the main actor begin here: the other commands end as a program without them does.
func serve(_ command: @escaping @MainActor @Sendable () async throws -> Int32) -> Never {
    Task { @MainActor in
        do {
            exit(try await command())
        } catch {
            print(error)
            exit(1)
        }
    }
    dispatchMain()
}

switch CommandLine.arguments.dropFirst().first {
case "write": try Writing.run(arguments)
case "end": try Ending.run(arguments)
case "open": try Opening.run(arguments)
case "migrate": try Migrating.run(arguments)
case "script": exit(ScriptProgram.main([CommandLine.arguments[0]] + arguments))
case "kills": exit(try Kills.run(arguments))
case "visit":
    serve {
        try await Visiting.run(arguments)
        return 0
    }
case "count":
    serve {
        try await Counting.run(arguments)
        return 0
    }
case "releases": serve { try await Releases.run(arguments) }
case "soak": serve { try await Soaking.run() }
default: exit(64)
}
