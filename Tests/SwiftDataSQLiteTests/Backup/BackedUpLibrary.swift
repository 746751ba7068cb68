import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// A store with large values in a folder, whose file calls a test can come between.
final class BackedUpLibrary {
    let folder: TemporaryFolder
    let files = HookedFiles()
    let container: ModelContainer
    private let store: DefaultStore

    /// Larger than what is kept in the row.
    static func scan(_ number: Int, count: Int = 120_000) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) })
    }

    init(_ folder: TemporaryFolder? = nil, name: String = "library.store", volumes: Int = 3) throws {
        self.folder = try folder ?? TemporaryFolder()
        let schema = Schema(Library.models)
        var configuration = ModelConfiguration(url: self.folder.url.appendingPathComponent(name))
        configuration.schema = schema
        store = try DefaultStore(configuration, settings: files.settings)
        let core = ContainerCore(
            schema: schema,
            migrationPlan: nil,
            stores: [TrustedStore(store)],
            configurations: [configuration]
        )
        container = core.container()
        try Self.add(1...max(1, volumes), to: container)
    }

    var path: String { store.connection.path ?? "" }
    var target: URL { folder.url.appendingPathComponent("copy") }
    var copied: URL { target.appendingPathComponent("library.store") }

    func close() throws { try store.connection.close() }

    static func add(_ numbers: ClosedRange<Int>, to container: ModelContainer) throws {
        let context = ModelContext(container)
        for number in numbers {
            let volume = Volume("volume \(number)", pages: number)
            volume.scan = scan(number)
            context.insert(volume)
        }
        try context.save()
    }

    /// Another container on the file, as another process has.
    func other(busyTimeout: TimeInterval = 10) throws -> ModelContainer {
        let schema = Schema(Library.models)
        var configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
        configuration.schema = schema
        let store = try DefaultStore(configuration, settings: ConnectionSettings(busyTimeout: busyTimeout))
        let stores = [TrustedStore(store)]
        return ContainerCore(schema: schema, migrationPlan: nil, stores: stores, configurations: [configuration])
            .container()
    }

    /// Reads the content of a store's rows, by a container that may not write.
    static func content(_ url: URL) throws -> [String: Data?] {
        let configuration = ModelConfiguration(url: url, allowsSave: false)
        let container = try ModelContainer(for: Schema(Library.models), configurations: configuration)
        let volumes = try ModelContext(container).fetch(FetchDescriptor<Volume>())
        return Dictionary(uniqueKeysWithValues: volumes.map { ($0.title, $0.scan) })
    }

    /// Returns the content of a file as the sqlite3 program prints it.
    static func dump(_ path: String) throws -> String {
        let program = try #require(Program.sqlite3, "needs sqlite3")
        return try program.run(["-cmd", ".timeout 10000", path, ".dump"])
    }

    static func check(_ path: String) throws -> String {
        try #require(Program.sqlite3, "needs sqlite3").run([path, "PRAGMA integrity_check"])
    }

    static func names(_ url: URL) -> Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [])
    }

    /// The files of large values beside a store, and those that its rows name, which the sqlite3 program says.
    static func externalFiles(_ path: String) throws -> (there: Set<String>, named: Set<String>) {
        let url = URL(fileURLWithPath: path)
        let stem = url.deletingPathExtension().lastPathComponent
        let folder = url.deletingLastPathComponent().appendingPathComponent(".\(stem)_SUPPORT/_EXTERNAL_DATA")
        let program = try #require(Program.sqlite3, "needs sqlite3")
        let sql = "SELECT CAST(substr(ZSCAN, 2, 36) AS TEXT) FROM ZVOLUME WHERE length(ZSCAN) = 38"
        let named = try program.run(["-cmd", ".timeout 10000", path, sql])
        return (names(folder), Set(named.split(separator: "\n").map(String.init)))
    }
}
