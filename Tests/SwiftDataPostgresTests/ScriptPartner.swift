#if PostgreSQL
import Foundation
import Testing

/// Another process, which does steps of scripts: `PostgresProgram script`.
///
/// `@unchecked Sendable`: `lock` guards the process, its pipes, `received` and `stepCount`.
final class ScriptPartner: @unchecked Sendable {
    struct Failed: Error, CustomStringConvertible { let description: String }

    private let lock = NSLock()
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var received = Data()
    private var steps = 0

    init(url: String) throws {
        process.executableURL = try #require(ProgramFolder.url).appending(path: "PostgresProgram")
        process.arguments = ["script", "--url", url]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// The number of steps that were done or refused.
    var stepCount: Int { lock.withLock { steps } }

    /// Does a step in the tables of a namespace.
    /// - Returns: The answer of the step; nil where the store refuses.
    func perform(_ step: [String], in namespace: String) throws -> String? {
        try lock.withLock {
            let answer = try ask([namespace] + step)
            steps += 1
            switch answer.first {
            case "done" where answer.count == 2: return answer[1]
            case "refused": return nil
            default: throw Failed(description: "the other process failed: \(answer)")
            }
        }
    }

    /// Lets go of the tables.
    func close() throws { _ = try lock.withLock { try ask([]) } }

    /// Ends the process.
    func end() {
        lock.withLock {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }

    private func ask(_ words: [String]) throws -> [String] {
        try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(words) + Data("\n".utf8))
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received = Data(received[received.index(after: end)...]) }
                return try JSONDecoder().decode([String].self, from: Data(received[..<end]))
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Failed(description: "the other process has ended") }
            received += more
        }
    }
}
#endif
