import Foundation
import SwiftDataSync
import SyncServer
import Synchronization
import Testing

/// The program `openswiftdata-sync serve`, in a process of its own.
///
/// `@unchecked Sendable`: the process is changed under `lock`.
final class ServerProcess: @unchecked Sendable {
    let place: TestPlace
    let port: Int
    private let options: [String]
    private let lock = NSLock()
    private var process: Process
    private let log: URL

    /// Starts the server.
    static func run(_ place: TestPlace, _ options: [String] = []) async throws -> ServerProcess {
        try await Blocking.run { try ServerProcess(place, options) }
    }

    private init(_ place: TestPlace, _ options: [String]) throws {
        (self.place, self.options) = (place, options)
        log = place.folder.appendingPathComponent("log-\(UInt32.random(in: 0 ... .max))")
        (process, port) = try Self.launch(place, 0, options, log)
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    private static func launch(_ place: TestPlace, _ port: Int, _ options: [String], _ log: URL) throws -> (
        Process, Int
    ) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Command.sync
        process.arguments = ["serve", "--store", place.store, "--port", String(port)] + options
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
        let errors = try FileHandle(forWritingTo: log)
        try errors.seekToEnd()
        process.standardError = errors
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw Command.Failure(status: -1, output: try String(contentsOf: log, encoding: .utf8)) }
            line += data
        }
        let text = String(decoding: line, as: UTF8.self)
        let digits = text.split(separator: ":").last.map { $0.prefix { $0.isNumber } } ?? ""
        return (process, try #require(Int(digits)))
    }

    var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/") }

    /// What the server has logged.
    var logged: String { get throws { try String(contentsOf: log, encoding: .utf8) } }

    /// Kills the server, which does not notice.
    func stop() async {
        await Blocking.run { [self] in
            lock.withLock {
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
        }
    }

    /// Asks the server to end, and returns its status.
    func end() async -> Int32 {
        await Blocking.run { [self] in
            lock.withLock {
                process.terminate()
                process.waitUntilExit()
                return process.terminationStatus
            }
        }
    }

    /// Starts the server again, at the same port.
    func start() async throws {
        try await Blocking.run { [self] in
            try lock.withLock { (process, _) = try Self.launch(place, port, options, log) }
        }
    }

    func transport(
        _ token: String,
        zone: String = "trips",
        _ configure: (inout HTTPTransport.Configuration) -> Void = { _ in }
    ) throws -> HTTPTransport {
        try testTransport(url, token, zone, configure)
    }
}

/// A transport with short times.
func testTransport(
    _ url: URL,
    _ token: String,
    _ zone: String = "trips",
    _ configure: (inout HTTPTransport.Configuration) -> Void = { _ in }
) throws -> HTTPTransport {
    var configuration = HTTPTransport.Configuration()
    configuration.idleTimeout = .seconds(20)
    configuration.firstReconnectDelay = .milliseconds(50)
    configuration.longestReconnectDelay = .milliseconds(500)
    configure(&configuration)
    return try HTTPTransport(url: url, zone: zone, configuration: configuration) { _ in token }
}

extension Store {
    /// Adds a user with a zone, and returns a token.
    @discardableResult
    func addUser(_ name: String, zone: String?) async throws -> String {
        try await addUser(name)
        if let zone { try await addZone(zone, of: name) }
        return try await addToken(of: name, label: "test", expires: nil).text
    }
}

/// Waits until a condition holds, for twenty seconds at most.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<400 {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(50))
    }
    return false
}
