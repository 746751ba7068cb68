package import Foundation

/// A program of the system, run by tests as a witness that shares no code with ours.
package struct Program: Sendable {
    package let url: URL

    package static let sqlite3 = Program(named: "sqlite3")
    package static let python3 = Program(named: "python3")
    package static let bash = Program(named: "bash")

    /// True if `strace` is there and this process may trace programs, which containers mostly forbid.
    package static let canTrace: Bool = {
        guard let strace = Program(named: "strace"), let shell = Program(named: "sh") else { return false }
        return (try? strace.run(["-f", "-qq", "-o", "/dev/null", shell.url.path, "-c", ":"])) != nil
    }()

    package init?(named name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let candidates = folders.map { URL(filePath: $0).appending(path: name) }
        guard let url = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
        else { return nil }
        self.url = url
    }

    /// A program that the package itself builds.
    package init?(at url: URL) {
        guard FileManager.default.isExecutableFile(atPath: url.path) else { return nil }
        self.url = url
    }

    package struct Failure: Error { package let status: Int32 }

    /// Returns the output of the program; throws if it ends with a status other than 0.
    @discardableResult
    package func run(_ arguments: [String], input: String = "") throws -> String {
        let process = Process()
        let (stdin, stdout) = (Pipe(), Pipe())
        process.executableURL = url
        process.arguments = arguments
        process.standardInput = stdin
        process.standardOutput = stdout
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw Failure(status: process.terminationStatus) }
        return String(decoding: output, as: UTF8.self)
    }
}
