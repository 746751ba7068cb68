import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

@Suite(
    "Stores of schemas declared as those of Apple's stores",
    .enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3")
)
struct SchemaOfSampleTests {
    enum Sample: String, CaseIterable {
        case cartKit = "swiftdata-cartkit-v1.sqlite"
        case spezi = "swiftdata-spezi-iOS26MigrationInput.sqlite"

        var schema: Schema { self == .cartKit ? CartKitSchema.schema : SpeziSchema.schema }
    }

    @Test("Tables, columns and their order, and indices are the real ones", arguments: Sample.allCases)
    func tables(sample: Sample) throws {
        let store = try SampleStore(sample.rawValue)
        defer { store.remove() }
        let sqlite3 = try #require(Program.sqlite3)
        let fresh = store.folder.appending(path: "fresh.sqlite")
        let layout = try StoreLayout(schema: sample.schema)
        try sqlite3.run(["-bail", fresh.path], input: layout.creationStatements.joined(separator: ";\n") + ";")
        let query = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2"
        let theirs = try sqlite3.run([store.file.path, query]).split(separator: "\n").map(String.init)
        #expect(theirs.count > 15)
        #expect(try sqlite3.run([fresh.path, query]).split(separator: "\n").map(String.init) == theirs)
    }

    @Test("The model cache has every key, class and value of the real one", arguments: Sample.allCases)
    func cache(sample: Sample) throws {
        let store = try SampleStore(sample.rawValue)
        defer { store.remove() }
        let content = store.folder.appending(path: "content")
        try ModelCache.content(ModelOutline(sample.schema)).write(to: content)
        let (ours, theirs) = (try CachedModel.normalized(content), try CachedModel.normalized(store.file))
        #expect(ours == theirs)
    }
}
