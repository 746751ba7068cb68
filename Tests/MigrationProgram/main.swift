import Foundation
import MigrationScenarios

// Usage: `MigrationProgram FILE SCENARIO [NUMBER]`
//
// Migrates the store of a scenario and prints how many statements that took. With a number, it kills itself before the
// statement of that number.

let arguments = CommandLine.arguments
guard arguments.count >= 3, let scenario = KillScenario(rawValue: arguments[2]) else {
    print("usage: MigrationProgram FILE SCENARIO [NUMBER]")
    exit(64)
}
let end = arguments.count > 3 ? Int(arguments[3]) : nil
let count = try scenario.migrate(URL(fileURLWithPath: arguments[1])) { number in
    if number == end { kill(getpid(), SIGKILL) }
}
print(count)
