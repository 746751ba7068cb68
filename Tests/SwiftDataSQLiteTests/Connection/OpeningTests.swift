import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

@Suite struct OpeningTests {
    @Test func aFileThatIsNoDatabaseIsNamed() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("t.store")
        try Data("this is a letter to a friend, and not a database at all".utf8).write(to: URL(fileURLWithPath: path))
        for open in [{ try StoreConnection.file(path) }, { try StoreConnection.readOnlyFile(path) }] {
            let error = #expect(throws: StoreError.self) { _ = try open() }
            #expect(error?.code == .notADatabase)
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test func aMissingFolderIsNamed() throws {
        let folder = try TemporaryFolder()
        #expect(code { _ = try StoreConnection.file(folder.path("none/t.store")) } == .missingFolder)
    }

    @Test func aFolderIsNotAStore() throws {
        let folder = try TemporaryFolder()
        #expect(code { _ = try StoreConnection.file(folder.url.path) } == .cannotOpen)
    }

    @Test func aMissingFileIsNotCreatedForReading() throws {
        let folder = try TemporaryFolder()
        #expect(code { _ = try StoreConnection.readOnlyFile(folder.path("t.store")) } == .cannotOpen)
        #expect(try folder.contents().isEmpty)
    }

    @Test(.enabled(if: geteuid() != 0, "The superuser may do everything"))
    func aFileWithoutPermissionIsNamed() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("t.store")
        try StoreConnection.file(path).close()
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        #expect(code { _ = try StoreConnection.file(path) } == .noPermission)
    }

    @Test func aLockThatIsHeldTooLongIsReported() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("t.store")
        let first = try StoreConnection.file(path)
        let second = try StoreConnection.file(path, settings: ConnectionSettings(busyTimeout: 0.05))
        try first.write { runner in
            try runner.run("CREATE TABLE T (A)")
            #expect(code { try second.write { try $0.run("CREATE TABLE U (A)") } } == .locked)
        }
        try second.write { try $0.run("CREATE TABLE U (A)") }
    }

    @Test func aFullDiskIsReportedAndChangesNothing() throws {
        let folder = try TemporaryFolder()
        let connection = try StoreConnection.file(folder.path("t.store"))
        try connection.write { try $0.run("CREATE TABLE T (A)") }
        try connection.writeWithoutTransaction { runner in
            _ = try runner.integer("PRAGMA max_page_count = \(try runner.integer("PRAGMA page_count") ?? 0)")
        }
        let fill = {
            try connection.write { runner in
                for _ in 1...100 { try runner.run("INSERT INTO T VALUES (zeroblob(4000))") }
            }
        }
        #expect(code(fill) == .diskFull)
        #expect(try connection.read { try $0.integer("SELECT count(*) FROM T") } == 0)
        try connection.writeWithoutTransaction { _ = try $0.integer("PRAGMA max_page_count = 100000") }
        try fill()
        #expect(try connection.read { try $0.integer("SELECT count(*) FROM T") } == 100)
    }
}
