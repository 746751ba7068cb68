import Foundation

/// A program that a test runs and waits for.
///
/// `Foundation.Process` learns of the end of a program by a socket. A process that an exit test starts at the same
/// moment inherits the socket, and as long as that one lives, `waitUntilExit()` may not return.
package enum ChildProcess {
    /// Runs a program, and answers what it printed and its status as `wait(2)` has it: 0 for success.
    package static func run(_ program: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
        output(of: try start(program, arguments))
    }

    private static func start(_ program: String, _ arguments: [String]) throws -> UnsafeMutablePointer<FILE> {
        let command = ([program] + arguments).map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }
        guard let stream = popen(command.joined(separator: " "), "r") else { throw POSIXError(.ECHILD) }
        return stream
    }

    private static func output(of stream: UnsafeMutablePointer<FILE>) -> (output: String, status: Int32) {
        var output = Data()
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = fread(&buffer, 1, buffer.count, stream)
            if count == 0 { break }
            output.append(contentsOf: buffer[..<count])
        }
        return (String(decoding: output, as: UTF8.self), pclose(stream))
    }

    /// The queue of child programs: one more at a time than there are processors, since some mostly wait for the disk.
    ///
    /// No actor and no task decides whose turn it is: the tasks of all tests share a few threads, in their order, and a
    /// program would begin when all tests that take no program are over.
    private static let queue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount + 1
        return queue
    }()

    /// Runs a program that takes seconds. A thread of its own waits for it, so that other tests run meanwhile.
    package static func runAside(
        _ program: String,
        _ arguments: [String]
    ) async throws -> (output: String, status: Int32) {
        try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Result { try run(program, arguments) }) }
        }
    }

    /// Runs a program several times at once, which wait for each other. What each prints must fit into a pipe.
    package static func runTogether(
        _ program: String,
        _ lists: [[String]]
    ) async throws -> [(output: String, status: Int32)] {
        try await withCheckedThrowingContinuation { continuation in
            queue.addOperation {
                continuation.resume(
                    with: Result { try lists.map { try start(program, $0) }.map { output(of: $0) } }
                )
            }
        }
    }
}
