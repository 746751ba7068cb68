import Foundation
import ClientModels

/// Migrates the store of a scenario and prints how many statements that took: `migrate FILE SCENARIO [NUMBER [LIMIT]]`.
///
/// With a number, it kills itself before the statement of that number. With a limit, it waits for another migration for
/// no longer than so many seconds.
enum Migrating {
    static func run(_ arguments: [String]) throws {
        guard arguments.count >= 2, let scenario = KillScenario(rawValue: arguments[1]) else {
            print("usage: ChildProgram migrate FILE SCENARIO [NUMBER [LIMIT]]")
            exit(64)
        }
        let end = arguments.count > 2 ? Int(arguments[2]) : nil
        let limit = arguments.count > 3 ? TimeInterval(arguments[3]) : nil
        do {
            let count = try scenario.migrate(URL(fileURLWithPath: arguments[0]), wait: limit) { number in
                if number == end { kill(getpid(), SIGKILL) }
            }
            print(count)
        } catch {
            print("\(error)")
            exit(1)
        }
    }
}
