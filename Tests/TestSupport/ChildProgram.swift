import Foundation

/// The program of Tests/ChildProgram, which tests run as another process.
package enum ChildProgram {
    package struct NotBuilt: Error {
        package let path: String
    }

    /// Beside the test program, where the package's products are built.
    package static var path: String {
        get throws {
            let folder = Bundle.main.executableURL?.deletingLastPathComponent()
            let path = folder?.appending(path: "ChildProgram").path ?? "ChildProgram"
            guard FileManager.default.isExecutableFile(atPath: path) else { throw NotBuilt(path: path) }
            return path
        }
    }

    /// Runs a command of the program, and answers what it printed and its status as `wait(2)` has it: 0 for success.
    package static func run(_ command: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
        try ChildProcess.run(path, [command] + arguments)
    }

    /// Runs a command that takes seconds, without keeping other tests from running.
    package static func runAside(
        _ command: String,
        _ arguments: [String]
    ) async throws -> (output: String, status: Int32) {
        try await ChildProcess.runAside(path, [command] + arguments)
    }

    /// Runs a command several times at once, each with arguments of its own.
    package static func runTogether(
        _ command: String,
        _ lists: [[String]]
    ) async throws -> [(output: String, status: Int32)] {
        try await ChildProcess.runTogether(path, lists.map { [command] + $0 })
    }
}
