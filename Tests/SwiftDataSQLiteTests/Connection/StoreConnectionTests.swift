import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

@Suite struct StoreConnectionTests {
    @Test func aFileIsInWALModeWithFullSynchronisationAndIncrementalVacuum() throws {
        let folder = try TemporaryFolder()
        let connection = try StoreConnection.file(folder.path("t.store"))
        let pragmas = try connection.writeWithoutTransaction { runner in
            try runner.run("CREATE TABLE T (A)")
            return try ["journal_mode", "synchronous", "auto_vacuum", "foreign_keys", "page_size"].map {
                try runner.strings("PRAGMA \($0)").first
            }
        }
        #expect(pragmas == ["wal", "2", "2", "0", "4096"])
    }

    @Test func theConnectionThatWritesHasTheLargerCache() throws {
        let folder = try TemporaryFolder()
        let connection = try StoreConnection.file(folder.path("t.store"))
        try connection.write { try $0.run("CREATE TABLE T (A)") }
        let cache: (SQLRunner) throws -> Int64? = { try $0.integer("PRAGMA cache_size") }
        #expect(try connection.write(cache) == -32_000)
        #expect(try connection.read(cache) == -2_000)
        #expect(try connection.readOnce(cache) == -2_000)
        try connection.close()
        let reader = try StoreConnection.readOnlyFile(folder.path("t.store"))
        #expect(try reader.read(cache) == -2_000)
    }

    @Test func aStoreInMemoryLeavesNothingOnDisk() throws {
        let connection = try StoreConnection.inMemory()
        try connection.write { try $0.run("CREATE TABLE T (A)") }
        #expect(try connection.read { try $0.integer("SELECT count(*) FROM sqlite_master") } == 1)
    }

    @Test func aFailedTransactionIsRolledBack() throws {
        let connection = try StoreConnection.inMemory()
        try connection.write { try $0.run("CREATE TABLE T (A UNIQUE)") }
        do {
            try connection.write { runner in
                try runner.run("INSERT INTO T VALUES (1)")
                try runner.run("INSERT INTO T VALUES (1)")
            }
            Issue.record("The constraint was not enforced")
        } catch StoreError.Code.constraint {}
        #expect(try connection.read { try $0.integer("SELECT count(*) FROM T") } == 0)
        try connection.write { try $0.run("INSERT INTO T VALUES (2)") }
    }

    @Test func theObserverSeesEachStatementOnceForEachRun() throws {
        let connection = try StoreConnection.inMemory()
        let seen = Locked<[String]>([])
        connection.statementObserver = { sql in seen.withLock { $0.append(sql) } }
        try connection.write { runner in
            try runner.run("CREATE TABLE T (A)")
            let insert = try runner.prepare("INSERT INTO T VALUES (?)")
            for number in 1...2 { try insert.run { $0.integer(Int64(number)) } }
        }
        #expect(seen.withLock { $0 } == ["CREATE TABLE T (A)", "INSERT INTO T VALUES (?)", "INSERT INTO T VALUES (?)"])
    }

    @Test func anErrorNamesFileAndCauseAndKeepsValuesToItself() throws {
        let connection = try StoreConnection.inMemory()
        try connection.write { try $0.run("CREATE TABLE T (A UNIQUE)") }
        let error = #expect(throws: StoreError.self) {
            try connection.write { runner in
                for _ in 1...2 { try runner.run("INSERT INTO T VALUES (?)") { $0.text("secret") } }
            }
        }
        #expect(error?.description.contains("secret") == false)
        #expect(error?.description.contains("in memory") == true)
    }

    @Test func aClosedStoreSaysSo() throws {
        let folder = try TemporaryFolder()
        let connection = try StoreConnection.file(folder.path("t.store"))
        try connection.close()
        #expect(code { try connection.write { try $0.run("SELECT 1") } } == .closed)
        #expect(code { try connection.read { try $0.run("SELECT 1") } } == .closed)
    }
}
