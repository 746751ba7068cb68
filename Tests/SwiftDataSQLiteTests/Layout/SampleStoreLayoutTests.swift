import Foundation
import SwiftDataSQL
import TestSupport
import Testing

/// The oracle: what Apple's frameworks made of a model, read with the `sqlite3` program.
@Suite(
    "Layouts of stores that Apple's frameworks wrote",
    .enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3")
)
struct SampleStoreLayoutTests {
    @Test(
        "A SwiftData store is made by the very same statements, in the same order",
        arguments: ["swiftdata-cartkit-v1.sqlite", "swiftdata-spezi-iOS26MigrationInput.sqlite"]
    )
    func statementsAreEqual(name: String) throws {
        let store = try SampleStore(name)
        defer { store.remove() }
        let layout = try StoreLayout(CachedModel.read(store.file))
        let theirs = try query(store.file, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
        #expect(theirs.count > 15)
        #expect(layout.creationStatements == theirs)
    }

    @Test(
        "A Core Data store's tables have the columns and types of the real ones",
        arguments: [
            "SampleModel_V1.sqlite", "SampleModel_V2.sqlite", "SampleModel2_V1.sqlite", "SampleModel2_V2.sqlite",
            "SampleModel3_V1.sqlite", "coredata-cartkit-v1.sqlite", "coredata-ddg-SyncMetadata_V3.sqlite",
            "coredata-ddg-Bookmarks_V4.sqlite", "coredata-ddg-Bookmarks_V5.sqlite", "coredata-moody1.moody",
            "coredata-moody4.moody",
        ]
    )
    func columnsAreEqual(name: String) throws {
        let store = try SampleStore(name)
        defer { store.remove() }
        let fresh = try make(StoreLayout(CachedModel.read(store.file)), in: store.folder)
        // Ordered relationships, which only Core Data has, add columns that hold positions.
        let columns = """
            SELECT m.name, c.name, c.type, c.pk > 0 FROM sqlite_master m, pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.name LIKE 'Z%' AND c.name NOT LIKE 'Z!_FOK!_%' ESCAPE '!' ORDER BY 1, 2
            """
        let theirs = try query(store.file, columns)
        #expect(theirs.count > 10)
        #expect(try query(fresh, columns) == theirs)
    }

    @Test(
        "A Core Data store's indices are those of the real ones",
        arguments: [
            "SampleModel_V1.sqlite", "SampleModel_V2.sqlite", "SampleModel2_V1.sqlite", "SampleModel2_V2.sqlite",
            "SampleModel3_V1.sqlite", "coredata-cartkit-v1.sqlite", "coredata-ddg-SyncMetadata_V3.sqlite",
            "coredata-ddg-Bookmarks_V4.sqlite", "coredata-ddg-Bookmarks_V5.sqlite",
        ]
    )
    func indicesAreEqual(name: String) throws {
        let store = try SampleStore(name)
        defer { store.remove() }
        let fresh = try make(StoreLayout(CachedModel.read(store.file)), in: store.folder)
        let indices = """
            SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name LIKE 'Z%' ORDER BY 1
            """
        #expect(try query(fresh, indices) == query(store.file, indices))
    }

    @Test(
        "Entities have the numbers and parents of the real Z_PRIMARYKEY",
        arguments: [
            "SampleModel_V1.sqlite", "SampleModel2_V1.sqlite", "coredata-ddg-SyncMetadata_V3.sqlite",
            "coredata-moody1.moody", "swiftdata-cartkit-v1.sqlite",
        ]
    )
    func numbersAreEqual(name: String) throws {
        let store = try SampleStore(name)
        defer { store.remove() }
        let layout = try StoreLayout(CachedModel.read(store.file))
        let theirs = try query(
            store.file,
            "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT"
        )
        #expect(layout.tables.map { "\($0.number)|\($0.entityName)|\($0.superNumber)" } == theirs)
    }

    private func make(_ layout: StoreLayout, in folder: URL) throws -> URL {
        let file = folder.appending(path: "fresh.sqlite")
        try #require(Program.sqlite3).run([file.path], input: layout.creationStatements.joined(separator: ";\n") + ";")
        return file
    }

    private func query(_ file: URL, _ sql: String) throws -> [String] {
        let output = try #require(Program.sqlite3).run(["-bail", file.path, sql])
        return output.split(separator: "\n").map(String.init)
    }
}
