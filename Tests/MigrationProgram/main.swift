import Foundation
import MigrationScenarios

// Usage: `MigrationProgram FILE SCENARIO [NUMBER [LIMIT]]`
//
// Migrates the store of a scenario and prints how many statements that took. With a number, it kills itself before the
// statement of that number. With a limit, it waits for another migration for no longer than so many seconds.

let arguments = CommandLine.arguments
guard arguments.count >= 3, let scenario = KillScenario(rawValue: arguments[2]) else {
    print("usage: MigrationProgram FILE SCENARIO [NUMBER]")
    exit(64)
}
let end = arguments.count > 3 ? Int(arguments[3]) : nil
let limit = arguments.count > 4 ? TimeInterval(arguments[4]) : nil
do {
    let count = try scenario.migrate(URL(fileURLWithPath: arguments[1]), wait: limit) { number in
        if number == end { kill(getpid(), SIGKILL) }
    }
    print(count)
} catch {
    print("\(error)")
    exit(1)
}
