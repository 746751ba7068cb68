import Foundation
import TestSupport
import Testing

/// The proxy of `proxy.py`, in a process of its own.
final class HTTPProxy {
    let port: Int
    private let folder: TemporaryFolder
    private let process = Process()

    /// Starts a proxy, which asks for `user:password` if there is one.
    init(_ password: String? = nil) throws {
        folder = try TemporaryFolder()
        let output = Pipe()
        process.executableURL = HTTPPeer.interpreter
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "proxy.py")
        process.arguments = [script.path, folder.url.appending(path: "log").path] + (password.map { [$0] } ?? [])
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    deinit { process.terminate() }

    /// A line for each connection that was asked for until now.
    func connections() throws -> [String] {
        try String(contentsOf: folder.url.appending(path: "log"), encoding: .utf8).split(separator: "\n").map(
            String.init
        )
    }
}
