import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// A save that fails, wherever it does, leaves the file and the pending changes as they were, and the next one works.
@Suite struct SaveFailureTests {
    /// The statements of a save, each of which a trigger makes fail.
    enum Step: String, CaseIterable {
        case keys = "UPDATE ON Z_PRIMARYKEY"
        case newAuthor = "INSERT ON ZAUTHOR"
        case newBook = "INSERT ON ZBOOK"
        case newTag = "INSERT ON ZTAG"
        case newDocument = "INSERT ON ZDOCUMENT"
        case changedAuthor = "UPDATE ON ZAUTHOR"
        case changedDocument = "UPDATE ON ZDOCUMENT"
        case deletedBook = "DELETE ON ZBOOK"
        case newLink = "INSERT ON join"
        case deletedLink = "DELETE ON join"
        case transaction = "INSERT ON ATRANSACTION"
        case history = "INSERT ON ACHANGE"
    }

    @Test(arguments: Step.allCases, ["ABORT", "FAIL", "ROLLBACK"])
    func aStatementThatFailsUndoesTheSave(step: Step, way: String) throws {
        let library = try PendingLibrary()
        let join = try library.store.sqlite3(
            "SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*' AND type = 'table'"
        )
        let event = step.rawValue.replacingOccurrences(of: "join", with: join)
        _ = try library.store.sqlite3("CREATE TRIGGER T BEFORE \(event) BEGIN SELECT RAISE(\(way), 'no'); END")
        let (disk, pending) = (try library.onDisk(), library.pending)
        #expect(disk.contains("CREATE TRIGGER T"))
        for _ in 1...2 {
            #expect(storeError { try library.context.save() } == .constraint)
            #expect(try library.onDisk() == disk)
            #expect(library.pending == pending)
        }
        _ = try library.store.sqlite3("DROP TRIGGER T")
        try library.expectSaved()
    }

    @Test func aUniqueIndexThatTheSchemaDoesNotHaveIsReported() throws {
        let library = try PendingLibrary()
        _ = try library.store.sqlite3("CREATE UNIQUE INDEX U ON ZBOOK (ZPAGES)")
        let (disk, pending) = (try library.onDisk(), library.pending)
        let error = #expect(throws: StoreError.self) { try library.context.save() }
        #expect(error?.code == .constraint)
        #expect(error?.entityName == "Book")
        #expect(error?.propertyName == "pages")
        #expect(try library.onDisk() == disk)
        #expect(library.pending == pending)
        _ = try library.store.sqlite3("DROP INDEX U")
        try library.expectSaved()
    }

    @Test func aFullDiskIsReported() throws {
        let library = try PendingLibrary()
        let author = Author(name: String(repeating: "long", count: 50_000))
        library.context.insert(author)
        let connection = try library.container.defaultStore.connection
        func limit(_ pages: String) throws {
            try connection.writeWithoutTransaction { _ = try $0.integer("PRAGMA max_page_count = \(pages)") }
        }
        try limit("1")
        let (disk, pending) = (try library.onDisk(), library.pending)
        #expect(storeError { try library.context.save() } == .diskFull)
        #expect(try library.onDisk() == disk)
        #expect(library.pending == pending)
        try limit("1000000")
        library.context.delete(author)
        try library.expectSaved()
    }

    @Test func aLockIsReported() throws {
        let library = try PendingLibrary(busyTimeout: 0.05)
        let (disk, pending) = (try library.onDisk(), library.pending)
        let other = try StoreConnection.file(library.store.file.path)
        try other.write { _ throws in
            #expect(storeError { try library.context.save() } == .locked)
            #expect(try library.onDisk() == disk)
            #expect(library.pending == pending)
        }
        try library.expectSaved()
    }

    @Test func aClosedStoreIsReported() throws {
        let library = try PendingLibrary()
        let (disk, pending) = (try library.onDisk(), library.pending)
        try library.container.defaultStore.connection.close()
        #expect(storeError { try library.context.save() } == .closed)
        #expect(storeError { _ = try library.context.fetchCount(FetchDescriptor<Author>()) } == .closed)
        #expect(try library.onDisk() == disk)
        #expect(library.pending == pending)
    }

    /// SQLite would write to a file that has no name any more, and lose it.
    @Test(arguments: [true, false])
    func aFileThatIsReplacedOrDeletedIsReported(isReplaced: Bool) throws {
        let library = try PendingLibrary()
        let pending = library.pending
        let aside = library.store.url.appendingPathComponent("aside.store")
        try FileManager.default.moveItem(at: library.store.file, to: aside)
        if isReplaced { try Data("another".utf8).write(to: library.store.file) }
        #expect(storeError { try library.context.save() } == .fileMoved)
        #expect(library.pending == pending)
        #expect(FileManager.default.fileExists(atPath: library.store.file.path) == isReplaced)
        try? FileManager.default.removeItem(at: library.store.file)
        try FileManager.default.moveItem(at: aside, to: library.store.file)
        try library.expectSaved()
    }

    @Test func aFailedFileOfALargeValueUndoesTheSave() throws {
        let library = try PendingLibrary()
        let (disk, pending) = (try library.onDisk(), library.pending)
        let folder = library.store.url.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA")
        let aside = library.store.url.appendingPathComponent("aside")
        try FileManager.default.moveItem(at: folder, to: aside)
        try Data().write(to: folder)
        let error = #expect(throws: StoreError.self) { try library.context.save() }
        #expect([error?.entityName, error?.propertyName] == ["Document", "content"])
        #expect(library.pending == pending)
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.moveItem(at: aside, to: folder)
        #expect(try library.onDisk() == disk)
        try library.expectSaved()
    }

    @Test func rollingBackAfterAFailureLeavesWhatWasSaved() throws {
        let library = try PendingLibrary()
        _ = try library.store.sqlite3("CREATE TRIGGER T BEFORE INSERT ON ZBOOK BEGIN SELECT RAISE(ABORT, 'no'); END")
        #expect(throws: StoreError.self) { try library.context.save() }
        library.context.rollback()
        #expect(!library.context.hasChanges)
        let authors = try library.context.fetch(FetchDescriptor<Author>())
        #expect(authors.map(\.name) == ["Saved"])
        #expect(authors.first?.books.map(\.title) == ["Doomed"])
        #expect(authors.first?.books.first?.tags.map(\.name) == ["old"])
    }
}
