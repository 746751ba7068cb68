import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// A store in a folder of its own that is written by the models of one version and migrated to another.
struct MigratedStore {
    let folder: TemporaryFolder
    var url: URL { folder.file }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Opens the store with the models of a version, and closes it again.
    @discardableResult
    func open<Result>(
        _ types: [any PersistentModel.Type],
        _ body: (ModelContext) throws -> Result
    ) throws -> Result {
        let schema = Schema(types)
        let container = try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: url)])
        let context = ModelContext(container)
        context.autosaveEnabled = false
        return try body(context)
    }

    /// The model that the file says it has.
    func model() throws -> ModelOutline {
        let connection = try StoreConnection.readOnlyFile(url.path, settings: ConnectionSettings())
        var content = Data()
        try connection.read { try $0.query("SELECT Z_CONTENT FROM Z_MODELCACHE") { content = $0.blob(0) } }
        try connection.close()
        return try ModelCache.model(content)
    }

    /// Migrates the store to the models of a version, with the model that is in the file as its past.
    @discardableResult
    func migrate(
        to types: [any PersistentModel.Type],
        report: (MigrationProgress) throws -> Void = { _ in }
    ) throws -> InferredMigration {
        try migrate(to: ModelOutline(Schema(types)), report: report)
    }

    @discardableResult
    func migrate(
        to target: ModelOutline,
        from source: ModelOutline? = nil,
        faults: ReadFaults? = nil,
        report: (MigrationProgress) throws -> Void = { _ in }
    ) throws -> InferredMigration {
        let migration = try InferredMigration(from: source ?? model(), to: target)
        let connection = try StoreConnection.file(url.path)
        connection.readFaults = faults
        let external = ExternalStorage(storePath: url.path)
        let outcome = try connection.write { try migration.run($0, external, report: report) }
        external.remove(outcome.obsoleteFiles, nil)
        try connection.close()
        return migration
    }

    /// Returns the output of `sqlite3`.
    func sql(_ statement: String) throws -> String { try folder.sqlite3(statement) }

    /// Lines of what `sqlite3` prints.
    func rows(_ statement: String) throws -> [String] { try sql(statement).split(separator: "\n").map(String.init) }

    /// The files of external values.
    func externalFiles() -> [String] {
        let path = folder.url.appending(path: ".test_SUPPORT/_EXTERNAL_DATA").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Checks that the file is what a fresh store of the models would be, up to the order of columns.
    func expectFresh(
        _ types: [any PersistentModel.Type],
        besides: Set<String> = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try sql("PRAGMA integrity_check") == "ok", sourceLocation: sourceLocation)
        let fresh = try MigratedStore()
        try fresh.open(types) { _ in }
        let tables = """
            SELECT m.name || ' ' || c.name || ' ' || c.type || ' ' || c.pk FROM sqlite_master m, pragma_table_info(m.name) c
            WHERE m.type = 'table' ORDER BY m.name, c.name
            """
        func columns(_ store: MigratedStore) throws -> [String] {
            try store.rows(tables).filter { line in !besides.contains { line.hasPrefix($0 + " ") } }
        }
        #expect(try columns(self) == columns(fresh), sourceLocation: sourceLocation)
        let indices =
            "SELECT replace(sql, '\"', '') FROM sqlite_master WHERE type = 'index' AND sql NOT NULL ORDER BY name"
        #expect(try rows(indices) == fresh.rows(indices), sourceLocation: sourceLocation)
        let entities = "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT"
        #expect(try rows(entities) == fresh.rows(entities), sourceLocation: sourceLocation)
        for line in try rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_SUPER = 0 AND Z_ENT < 16000") {
            let parts = line.split(separator: "|").map(String.init)
            let highest = try sql("SELECT coalesce(max(Z_PK), 0) FROM Z\(parts[0].uppercased())")
            #expect((Int(parts[1]) ?? -1) >= (Int(highest) ?? 0), sourceLocation: sourceLocation)
        }
        #expect(
            try InferredMigration(from: model(), to: ModelOutline(Schema(types))).steps.isEmpty,
            sourceLocation: sourceLocation
        )
    }
}
