import Foundation
import SwiftData
import TestSupport

/// A file that containers of different versions open one after the other.
struct VersionedStore {
    let folder: TemporaryFolder
    var file: URL { folder.file }

    init() throws { folder = try TemporaryFolder() }

    /// A file that a version has filled.
    init(_ version: any VersionedSchema.Type, _ fill: (ModelContext) throws -> Void) throws {
        try self.init()
        let context = ModelContext(try container(version))
        try fill(context)
        try context.save()
    }

    func container(
        _ version: any VersionedSchema.Type,
        plan: (any SchemaMigrationPlan.Type)? = nil,
        allowsSave: Bool = true
    ) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: version),
            migrationPlan: plan,
            configurations: ModelConfiguration(url: file, allowsSave: allowsSave)
        )
    }

    /// The bytes of the file and of everything beside it, by name.
    func bytes() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        var found: [String: Data] = [:]
        for name in names where !name.hasSuffix("-shm") {
            found[name] = FileManager.default.contents(atPath: folder.url.appending(path: name).path)
        }
        return found
    }

    /// Returns the names of the files in the folder besides the store and SQLite's files beside it.
    func strays() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            .filter { !["test.store", "test.store-wal", "test.store-shm"].contains($0) }.sorted()
    }

    /// The tables of the user, with their rows, as the `sqlite3` program prints them.
    func dump() throws -> String {
        try folder.sqlite3(".dump Z%")
    }
}
