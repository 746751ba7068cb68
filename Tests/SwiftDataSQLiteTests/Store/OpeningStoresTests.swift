import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

@Suite struct OpeningStoresTests {
    @Test func aReadOnlyContainerWritesNothing() throws {
        let folder = try TemporaryFolder()
        do {
            let library = try Library(folder: folder)
            let context = library.context
            context.insert(Note("n"))
            try context.save()
            try library.store.connection.close()
        }
        let before = try folder.contents()
        #expect(before.keys.sorted() == ["library.store"])
        let library = try Library(folder: folder, allowsSave: false)
        let context = library.context
        #expect(try context.fetch(FetchDescriptor<Note>()).map(\.text) == ["n"])
        context.insert(Note("refused"))
        #expect(code { try context.save() } == .readOnly)
        #expect(try folder.contents() == before)
    }

    @Test func aStoreKeepsItsIdentifierAndItsRows() throws {
        let folder = try TemporaryFolder()
        let first = try Library(folder: folder)
        let context = first.context
        context.insert(Note("n"))
        try context.save()
        let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<Note>()).first)
        let second = try Library(folder: folder)
        #expect(second.store.identifier == first.store.identifier)
        #expect((second.context.model(for: identifier) as? Note)?.text == "n")
    }

    @Test func aStoreOfALaterVersionIsRefused() throws {
        let folder = try TemporaryFolder()
        let later = try PropertyListSerialization.data(
            fromPropertyList: ["OpenSwiftDataLayout": 2],
            format: .binary,
            options: 0
        )
        try Library(folder: folder).store.connection.write { runner in
            try runner.run("UPDATE Z_METADATA SET Z_PLIST = ?") { $0.blob(later) }
        }
        #expect(code { _ = try Library(folder: folder) } == .newerLayout)
    }

    @Test func aDatabaseOfSomethingElseIsRefused() throws {
        let folder = try TemporaryFolder()
        let connection = try StoreConnection.file(folder.path("library.store"))
        try connection.write { try $0.run("CREATE TABLE Something (id)") }
        try connection.close()
        #expect(code { _ = try Library(folder: folder) } == .notADatabase)
    }

    @Test func aColumnThatIsMissingIsNamedByEntityAndProperty() throws {
        let folder = try TemporaryFolder()
        do {
            let library = try Library(folder: folder)
            try library.write("ALTER TABLE ZVOLUME DROP COLUMN ZPAGES")
        }
        let error = #expect(throws: StoreError.self) { _ = try Library(folder: folder) }
        #expect(error?.entityName == "Volume")
        #expect(error?.propertyName == "pages")
    }

    @Test func aDerivedFolderIsCreatedAndAGivenOneIsNot() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("missing/x.store")
        #expect(
            code {
                _ = try ModelContainer(for: Schema([Note.self]), configurations: [ModelConfiguration(url: url)])
            } == .missingFolder
        )
        #expect(!FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path))
    }

    @Test func metadataAndModelCacheAreOneRowEach() throws {
        let library = try Library()
        #expect(try library.rows("SELECT Z_VERSION, Z_UUID FROM Z_METADATA") == ["1|\(library.store.identifier)"])
        #expect(try library.rows("SELECT count(*), typeof(Z_CONTENT) FROM Z_MODELCACHE") == ["1|blob"])
        #expect(try library.rows("PRAGMA integrity_check") == ["ok"])
    }
}
