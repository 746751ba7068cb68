import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Transactions that did not end when they should have.
@Suite struct LeftTransactionTests {
    /// Leaves a transaction open, as an error at its end does.
    private func leave(on connection: StoreConnection) throws {
        try connection.write { try $0.run("CREATE TABLE T (A)") }
        try connection.writeWithoutTransaction { runner in
            try runner.run("BEGIN IMMEDIATE")
            try runner.run("INSERT INTO T VALUES (1)")
        }
    }

    private func connection(inMemory: Bool, _ folder: TemporaryFolder) throws -> StoreConnection {
        try inMemory ? .inMemory() : .file(folder.path("t.store"))
    }

    private func rows(_ runner: SQLRunner) throws -> [String] { try runner.strings("SELECT A FROM T") }

    @Test(arguments: [true, false]) func aReadDoesNotSeeIt(inMemory: Bool) throws {
        let folder = try TemporaryFolder()
        let connection = try connection(inMemory: inMemory, folder)
        try leave(on: connection)
        #expect(try connection.read(rows) == [])
    }

    @Test func aReadOfOneStatementDoesNotSeeIt() throws {
        let connection = try StoreConnection.inMemory()
        try leave(on: connection)
        #expect(try connection.readOnce(rows) == [])
    }

    @Test(arguments: [true, false]) func theNextTransactionTakesItBack(inMemory: Bool) throws {
        let folder = try TemporaryFolder()
        let connection = try connection(inMemory: inMemory, folder)
        try leave(on: connection)
        try connection.write { try $0.run("INSERT INTO T VALUES (2)") }
        #expect(try connection.read(rows) == ["2"])
    }

    @Test func statementsWithoutATransactionAreNoPartOfIt() throws {
        let connection = try StoreConnection.inMemory()
        try leave(on: connection)
        try connection.writeWithoutTransaction { try $0.run("INSERT INTO T VALUES (2)") }
        #expect(try connection.read(rows) == ["2"])
    }

    @Test func theTimeToWaitForLocksIsForOneTransaction() throws {
        let folder = try TemporaryFolder()
        let connection = try StoreConnection.file(folder.path("t.store"), settings: ConnectionSettings(busyTimeout: 7))
        let time: (SQLRunner) throws -> Int64? = { try $0.integer("PRAGMA busy_timeout") }
        #expect(try connection.write(patience: 0.25, time) == 250)
        #expect(throws: CancellationError.self) {
            try connection.write(patience: 0.25) { _ in throw CancellationError() }
        }
        #expect(try connection.write(time) == 7_000)
    }

    @Test(.enabled(if: Program.sqlite3 != nil, "needs sqlite3"))
    func aLockEndsWithItsTransaction() throws {
        let library = try Library()
        let context = library.context
        context.insert(Note("before"))
        try context.save()
        let editing = EditingState()
        let lock = try library.store.takeWriteLock(for: editing)
        defer { lock.release() }
        let connection = library.store.connection
        // As SQLite does by itself where it has no room or no memory.
        #expect(throws: StoreError.self) { try connection.write(by: editing.id) { try $0.run("ROLLBACK") } }
        try connection.write(by: editing.id) { try $0.run("UPDATE ZNOTE SET ZTEXT = 'after'") }
        let file = library.folder.path("library.store")
        let program = try #require(Program.sqlite3)
        #expect(try program.run([file, "SELECT ZTEXT FROM ZNOTE"]) == "after\n")
    }
}
