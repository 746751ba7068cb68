import Foundation
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// The server of `peer.py`, in a process of its own, with the faults that a test asks for.
///
/// `@unchecked Sendable`: the process and its pipes are changed under `lock`.
final class HTTPPeer: @unchecked Sendable {
    static let isAvailable = interpreter != nil
    /// The interpreter itself, where `python3` is a script that looks for it.
    static let interpreter: URL? = {
        let path = try? Program.python3?.run(["-c", "import sys; print(sys.executable)"])
        return path.map { URL(filePath: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }()

    let port: Int
    private let folder: TemporaryFolder
    private let token: String?
    /// The file with the certificate of the server, which speaks TLS if there is one.
    let certificate: URL?
    private let lock = NSLock()
    private var process: Process
    private var input: Pipe
    private var output: Pipe

    /// - Parameter name: The name that the server has a certificate for, such as `IP:127.0.0.1`; nil for a server without TLS.
    init(token: String? = nil, certificateFor name: String? = nil) throws {
        self.token = token
        folder = try TemporaryFolder()
        certificate = try name.map { [folder] in try Self.makeCertificate($0, folder) }
        (process, input, output, port) = try Self.launch(folder, 0, token)
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    private static func launch(
        _ folder: TemporaryFolder,
        _ port: Int,
        _ token: String?
    ) throws -> (Process, Pipe, Pipe, Int) {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = interpreter
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "peer.py")
        process.arguments = [script.path, folder.url.path, String(port)] + (token.map { [$0] } ?? [])
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try line(output), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return (process, input, output, try #require(Int(text)))
    }

    private static func makeCertificate(_ name: String, _ folder: TemporaryFolder) throws -> URL {
        let file = folder.url.appending(path: "certificate.pem")
        _ = try openssl?.run([
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=peer",
            "-addext", "subjectAltName=\(name)",
            "-keyout", folder.url.appending(path: "key.pem").path, "-out", file.path,
        ])
        return file
    }

    /// Makes the certificates of tests.
    static let openssl = Program(named: "openssl")

    private struct Problem: Error { let text: String }

    var url: URL {
        var parts = URLComponents()
        (parts.scheme, parts.host, parts.port) = (certificate == nil ? "http" : "https", "127.0.0.1", port)
        return parts.url ?? URL(filePath: "/")
    }

    /// Kills the server.
    func stop() {
        lock.withLock {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    /// Starts the server again, with its folder and its port.
    func start() throws {
        try lock.withLock { (process, input, output, _) = try Self.launch(folder, port, token) }
    }

    func transport(
        token: String? = nil,
        _ configure: (inout HTTPTransport.Configuration) -> Void = { _ in }
    ) throws -> HTTPTransport {
        var configuration = HTTPTransport.Configuration()
        // Other tests may keep the machine busy for longer than a user would wait.
        configuration.idleTimeout = .seconds(300)
        configuration.callTimeout = .seconds(600)
        configuration.firstReconnectDelay = .milliseconds(50)
        configuration.longestReconnectDelay = .milliseconds(500)
        configure(&configuration)
        return try HTTPTransport(url: url, zone: "harbors", configuration: configuration) { _ in token }
    }

    // MARK: Faults

    /// Asks for a fault of the next requests of a kind, such as `POST packets`.
    func fail(_ request: String, _ fault: String, _ more: [String: any Sendable] = [:], times: Int = 1) throws {
        let values: [String: any Sendable] = ["of": request, "do": fault, "times": times]
        try control("faults", [values.merging(more) { $1 }])
    }

    /// Lets the server answer the next request of a kind with bytes, after which it closes the connection.
    func answer(_ request: String, _ bytes: some Sequence<UInt8>) throws {
        try fail(request, "raw", ["bytes": Data(bytes).base64EncodedString()])
    }

    func set(_ settings: [String: any Sendable]) throws { try control("settings", settings) }
    func allow(_ tokens: [String]) throws { try control("tokens", tokens) }

    struct Request: Decodable {
        let name: String
        let path: String
        /// The client's port, which is another one for each connection.
        let port: Int
        let headers: [String: String]
    }

    /// The requests of clients until now.
    func requests(_ name: String? = nil) throws -> [Request] {
        try JSONDecoder().decode([Request].self, from: control("requests", [Int]()))
            .filter { name == nil || $0.name == name }
    }

    /// Gives the server a command over its input, and returns the line of its output.
    @discardableResult
    private func control(_ command: String, _ value: any Sendable) throws -> Data {
        let line = try JSONSerialization.data(withJSONObject: [command, value]) + Data("\n".utf8)
        return try lock.withLock {
            try input.fileHandleForWriting.write(contentsOf: line)
            return try Self.line(output)
        }
    }

    private static func line(_ output: Pipe) throws -> Data {
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Problem(text: "peer.py has ended") }
            line += data
        }
        return line
    }
}

/// The device that fetches in tests of one transport.
let httpReader = DeviceNumber(7)

extension HTTPTransport {
    /// All packets from the start.
    func all(limit: Int = 1 << 20) async throws -> [SyncPacket] {
        var (packets, cursor) = ([SyncPacket](), nil as SyncCursor?)
        while true {
            let fetched = try await fetch(after: cursor, for: httpReader, limit: limit)
            packets += fetched.packets
            cursor = fetched.cursor
            if !fetched.moreComing { return packets }
        }
    }
}

/// A packet with bytes that compress badly, or not at all.
func httpPacket(_ sequence: UInt64, size: Int = 200, device: UInt64 = 1) -> SyncPacket {
    SyncPacket(
        device: DeviceNumber(device),
        sequence: sequence,
        bytes: [UInt8](httpBytes(size, seed: device << 32 + sequence))
    )
}

/// Bytes without repetitions, the same for each seed.
func httpBytes(_ count: Int, seed: UInt64 = 1) -> Data {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return Data(
        (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 24)
        }
    )
}

/// The error of a call that must fail.
func httpError(_ body: () async throws -> Void) async -> SyncTransportError? {
    do {
        try await body()
        return nil
    } catch { return error as? SyncTransportError }
}
