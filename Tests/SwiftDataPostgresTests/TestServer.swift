#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres

/// The server that `make test-postgres` starts.
enum TestServer {
    struct Missing: Error {}
    /// A program of PostgreSQL has failed; its message is on the standard error.
    struct Failed: Error {}

    /// The connection string of a database that takes the place of the server's usual one.
    @TaskLocal static var other: String?
    /// The features that the stores of a test do not use.
    @TaskLocal static var avoided: PostgresFeatures = []

    /// Its connection string.
    static var url: String {
        get throws {
            if let other { return other }
            guard let url = ProcessInfo.processInfo.environment["OPENSWIFTDATA_POSTGRES_URL"] else {
                throw Missing()
            }
            return url
        }
    }
}

/// A PostgreSQL schema of a test, which goes with it.
final class TemporaryNamespace: Sendable {
    let name = "t_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    let url: String

    init() throws { url = try TestServer.url }
    init(url: String) { self.url = url }

    deinit {
        // A test that fails may have left a connection in a transaction that uses the tables.
        guard let connection = try? PostgresConnection(url) else { return }
        _ = try? connection.script("SET lock_timeout TO 2000; DROP SCHEMA IF EXISTS \"\(name)\" CASCADE")
    }

    func configuration(_ schema: Schema? = nil) -> PostgresConfiguration {
        var configuration = PostgresConfiguration(url, schema: schema, namespace: name)
        configuration.avoidedFeatures = TestServer.avoided
        return configuration
    }

    /// The answer of psql, which knows nothing of the library.
    func psql(_ sql: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["psql", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", sql]
        process.environment = ProcessInfo.processInfo.environment.merging(["PGOPTIONS": "-c search_path=\(name)"]) {
            $1
        }
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // An answer of nothing would otherwise be equal to another one.
        guard process.terminationStatus == 0 else { throw TestServer.Failed() }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// The schema as pg_dump writes it.
    func dump(_ options: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pg_dump", "-d", url, "-n", name] + options
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0, !data.isEmpty else { throw TestServer.Failed() }
        // A key of these lines is random in versions of 2025 and later.
        return String(decoding: data, as: UTF8.self).split(separator: "\n").filter { !$0.contains("restrict ") }
            .joined(separator: "\n")
    }
}
#endif
