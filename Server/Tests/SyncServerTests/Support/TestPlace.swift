import Foundation
import SyncServer

/// Where the data of a test is: a folder of its own and a store in it, or tables of its own on a PostgreSQL server.
final class TestPlace: Sendable {
    /// The kinds of stores that tests run on.
    enum Kind: String, CaseIterable, Sendable {
        case sqlite
        case postgres

        /// SQLite, and PostgreSQL where the build and the environment have it.
        static var all: [Kind] {
            #if PostgreSQL
                server == nil ? [.sqlite] : [.sqlite, .postgres]
            #else
                [.sqlite]
            #endif
        }

        static var server: String? { ProcessInfo.processInfo.environment["OPENSWIFTDATA_POSTGRES_URL"] }
    }

    let folder: URL
    /// The store as options and ``StoreAddress`` take it.
    let store: String

    init(_ kind: Kind = .sqlite) throws {
        let name = "sync\(UInt64.random(in: .min ... .max))"
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store =
            switch kind {
            case .sqlite: folder.appendingPathComponent("sync.store").path
            case .postgres: "\(Kind.server ?? "")#\(name)"
            }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func open(now: @escaping @Sendable () -> Date = { Date() }) throws -> Store {
        try Store(StoreAddress(store), now: now)
    }
}

/// A program, run to its end.
enum Command {
    struct Failure: Error { let status: Int32, output: String }

    /// The program of this package, beside that of the tests.
    static var sync: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("openswiftdata-sync")
    }

    static func find(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Returns what a program prints, on both of its outputs.
    @discardableResult
    static func run(
        _ program: URL,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) async throws -> String {
        try await Blocking.run { try collect(program, arguments, environment) }
    }

    private static func collect(
        _ program: URL,
        _ arguments: [String],
        _ environment: [String: String]
    ) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus, output: text) }
        return text
    }
}
