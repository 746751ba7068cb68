import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// A container that cannot open says why, by file and cause.
@Suite struct OpeningTests {
    private func failure(_ file: URL, allowsSave: Bool = true) -> StoreError? {
        do {
            _ = try ModelContainer(
                for: Author.self,
                configurations: ModelConfiguration(url: file, allowsSave: allowsSave)
            )
            return nil
        } catch {
            return error as? StoreError
        }
    }

    @Test(arguments: [true, false])
    func aFileThatIsNoDatabaseIsLeftAsItIs(allowsSave: Bool) throws {
        let store = try TemporaryFolder()
        let text = Data(String(repeating: "These are notes. ", count: 100).utf8)
        try text.write(to: store.file)
        let error = failure(store.file, allowsSave: allowsSave)
        #expect(error?.code == .notADatabase)
        #expect(error?.description.contains(store.file.path) == true)
        #expect(try Data(contentsOf: store.file) == text)
        #expect(try store.files().keys.sorted() == ["test.store"])
    }

    @Test func aDatabaseOfSomethingElseIsLeftAsItIs() throws {
        let store = try TemporaryFolder()
        _ = try store.sqlite3("CREATE TABLE Recipes (Name TEXT); INSERT INTO Recipes VALUES ('Soup')")
        let error = failure(store.file)
        #expect(error?.code == .notADatabase)
        #expect(error?.description.contains(store.file.path) == true)
        #expect(try store.sqlite3("SELECT * FROM Recipes") == "Soup")
        #expect(try store.sqlite3("SELECT count(*) FROM sqlite_master") == "1")
    }

    @Test(arguments: [true, false])
    func aFolderIsNoStore(allowsSave: Bool) throws {
        let store = try TemporaryFolder()
        let error = failure(store.url, allowsSave: allowsSave)
        #expect(error?.code == .cannotOpen)
        #expect(error?.description.contains("folder") == true)
        #expect(try store.files().isEmpty)
    }

    @Test func aPathThroughAFileHasNoFolder() throws {
        let store = try TemporaryFolder()
        try Data("text".utf8).write(to: store.file)
        let error = failure(store.file.appendingPathComponent("inner.store"))
        #expect(error?.code == .missingFolder)
        #expect(error?.description.contains(store.file.path) == true)
    }

    @Test func aMissingFolderOfAGivenLocationIsNamed() throws {
        let store = try TemporaryFolder()
        let error = failure(store.url.appendingPathComponent("none/test.store"))
        #expect(error?.code == .missingFolder)
        #expect(error?.description.contains("none") == true)
        #expect(try store.files().isEmpty)
    }

    @Test(.enabled(if: geteuid() != 0, "The superuser may do everything"))
    func aFileThatMayNotBeWrittenIsNamed() throws {
        let store = try TemporaryFolder()
        try store.container(for: Author.self).defaultStore.connection.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: store.file.path)
        #expect(failure(store.file)?.code == .noPermission)
        #expect(failure(store.file, allowsSave: false) == nil)
    }

    /// On Linux no user, not even the superuser, may make files in /proc.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self"), "needs /proc"))
    func aFolderThatMayNotBeWrittenIsNamed() {
        let error = failure(URL(fileURLWithPath: "/proc/self/test.store"))
        #expect([StoreError.Code.noPermission, .cannotOpen].contains(error?.code))
        // The link is followed to the folder of the process.
        #expect(error?.description.contains("/proc/\(ProcessInfo.processInfo.processIdentifier)") == true)
    }

    @Test func aNewerLayoutIsLeftAsItIs() throws {
        let store = try TemporaryFolder()
        try store.container(for: Author.self).defaultStore.connection.close()
        _ = try store.sqlite3("UPDATE Z_METADATA SET Z_VERSION = 2; DROP TABLE ZAUTHOR")
        let before = try store.sqlite3(".dump")
        let error = failure(store.file)
        #expect(error?.code == .newerLayout)
        #expect(error?.description.contains(store.file.path) == true)
        #expect(try store.sqlite3(".dump") == before)
    }

    @Test func metadataThatCannotBeReadIsReported() throws {
        let store = try TemporaryFolder()
        try store.container(for: Author.self).defaultStore.connection.close()
        for value in ["x'00'", "NULL", "42"] {
            _ = try store.sqlite3("UPDATE Z_METADATA SET Z_PLIST = \(value)")
            #expect(failure(store.file)?.code == .notADatabase)
        }
        _ = try store.sqlite3("DELETE FROM Z_METADATA")
        #expect(failure(store.file)?.code == .notADatabase)
    }

    @Test func aTableThatIsMissingIsNamed() throws {
        let store = try TemporaryFolder()
        try store.container(for: Author.self).defaultStore.connection.close()
        _ = try store.sqlite3("DROP TABLE ZAUTHOR")
        let error = failure(store.file)
        #expect(error?.code == .cannotOpen)
        #expect(error?.entityName == "Author")
        #expect(error?.description.contains(store.file.path) == true)
    }

    @Test func aLockedStoreSaysSo() throws {
        let store = try TemporaryFolder()
        try store.container(busyTimeout: 0.05).defaultStore.connection.close()
        let other = try StoreConnection.file(store.file.path)
        try other.writeWithoutTransaction { runner in
            try runner.run("PRAGMA locking_mode = EXCLUSIVE")
            try runner.run("BEGIN EXCLUSIVE")
            try runner.run("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX")
            try runner.run("COMMIT")
        }
        let error = #expect(throws: StoreError.self) { _ = try store.container(busyTimeout: 0.05) }
        #expect(error?.code == .locked)
        #expect(error?.description.contains(store.file.path) == true)
        try other.close()
        #expect(try ModelContext(store.container()).fetchCount(FetchDescriptor<Author>()) == 0)
    }

    @Test func aTruncatedFileIsReported() throws {
        let store = try TemporaryFolder()
        let container = try store.container()
        let context = ModelContext(container)
        for number in 0..<500 { context.insert(Author(name: "\(number)")) }
        try context.save()
        try container.defaultStore.connection.close()
        let whole = try Data(contentsOf: store.file)
        try whole.prefix(whole.count / 2).write(to: store.file)
        let code = storeError {
            let context = ModelContext(try store.container())
            _ = try context.fetch(FetchDescriptor<Author>())
            context.insert(Author(name: "new"))
            try context.save()
        }
        #expect(code == .notADatabase)
    }
}
