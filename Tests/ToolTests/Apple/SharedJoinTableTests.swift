import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// A store of an app with a many-to-many relationship within one entity, as it is and with the other name.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct SharedJoinTableTests {
    @Test(arguments: ["coredata-ddg-Bookmarks_V4.sqlite", "coredata-ddg-Bookmarks_V5.sqlite"])
    func theTableMayHaveEitherName(_ name: String) async throws {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        let program = try #require(Program.sqlite3)
        // The app left its tables empty.
        try program.run([
            sample.file.path,
            """
            INSERT INTO ZBOOKMARKENTITY (Z_PK, Z_ENT, Z_OPT, ZISFOLDER, ZISPENDINGDELETION, ZUUID)
            VALUES (1, 1, 1, 1, 0, 'a'), (2, 1, 1, 0, 0, 'b'), (3, 1, 1, 0, 0, 'c');
            INSERT INTO Z_1FAVORITES (Z_1FAVORITEFOLDERS, Z_1FAVORITES, Z_FOK_1FAVORITES) VALUES (1, 3, 2048), (1, 2, 3072);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_ENT = 1
            """,
        ])
        let before = try favorites(sample.file)
        #expect(before == [1: [3, 2]])
        try program.run([sample.file.path, "ALTER TABLE Z_1FAVORITES RENAME TO Z_1FAVORITEFOLDERS"])
        #expect(try favorites(sample.file) == before)
        let check = await tool("check", sample.file.path)
        #expect(check.status == 0 && check.output == "No problems were found.\n", "\(check.output)")
        // To a model of Xcode's, the next version of the app's.
        let models = SampleStore.samples.deletingLastPathComponent().appending(path: "models")
        let model = models.appending(path: "BookmarksModel.xcdatamodeld").path
        let migrated = await tool("migrate", sample.file.path, model)
        #expect(migrated.status == 0, "\(migrated.messages)")
        #expect(try favorites(sample.file) == before)
        #expect(await tool("check", sample.file.path).output == "No problems were found.\n")
        let indices = try program.run([
            sample.file.path, "SELECT name FROM sqlite_master WHERE name LIKE 'Z\\_Book%' ESCAPE '\\'",
        ])
        #expect(
            Set(indices.split(separator: "\n")).isSuperset(of: [
                "Z_BookmarkEntity_byUUID", "Z_BookmarkEntity_byURL", "Z_BookmarkEntity_byIsPendingDeletion",
            ])
        )
    }

    /// The members of each folder, by key.
    private func favorites(_ file: URL) throws -> [Int64: [Int64]] {
        let store = try DynamicStore(url: file)
        defer { try? store.close() }
        var found: [Int64: [Int64]] = [:]
        for row in try store.rows(of: "BookmarkEntity") {
            guard case .identifiers(let members)? = row["favorites"], !members.isEmpty else { continue }
            let rows = try store.rows(members)
            found[row.primaryKey] = members.compactMap { rows[$0]?.primaryKey }
        }
        return found
    }
}
