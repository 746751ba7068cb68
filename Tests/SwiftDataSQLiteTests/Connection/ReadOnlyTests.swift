import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// A read-only store is read as it is, and neither the file nor its folder changes.
@Suite struct ReadOnlyTests {
    private func store(in folder: TemporaryFolder) throws -> String {
        let path = folder.path("t.store")
        let connection = try StoreConnection.file(path)
        try connection.write { runner in
            try runner.run("CREATE TABLE T (A)")
            for number in 1...10 { try runner.run("INSERT INTO T VALUES (?)") { $0.integer(Int64(number)) } }
        }
        try connection.close()
        return path
    }

    private func count(_ connection: StoreConnection) throws -> Int64? {
        try connection.read { try $0.integer("SELECT count(*) FROM T") }
    }

    @Test func aCheckpointedStoreIsReadInPlace() throws {
        let folder = try TemporaryFolder()
        let path = try store(in: folder)
        let before = try folder.contents()
        #expect(before.keys.sorted() == ["t.store"])
        let connection = try StoreConnection.readOnlyFile(path)
        #expect(try count(connection) == 10)
        #expect(try folder.contents() == before)
        try connection.close()
        #expect(try folder.contents() == before)
    }

    @Test func rowsThatAreOnlyInTheLogAreReadFromACopy() throws {
        let folder = try TemporaryFolder()
        let (source, target) = (folder.path("live.store"), try TemporaryFolder())
        let writer = try StoreConnection.file(source)
        try writer.write { runner in
            try runner.run("CREATE TABLE T (A)")
            for number in 1...10 { try runner.run("INSERT INTO T VALUES (?)") { $0.integer(Int64(number)) } }
        }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: source + suffix, toPath: target.path("t.store") + suffix)
        }
        let before = try target.contents()
        #expect(before.keys.sorted() == ["t.store", "t.store-wal"])
        do {
            let connection = try StoreConnection.readOnlyFile(target.path("t.store"))
            #expect(try count(connection) == 10)
            #expect(try target.contents() == before)
        }
        #expect(try target.contents() == before)
    }

    @Test func aStoreThatIsBeingWrittenIsReadLive() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("t.store")
        let writer = try StoreConnection.file(path)
        try writer.write { runner in
            try runner.run("CREATE TABLE T (A)")
            try runner.run("INSERT INTO T VALUES (1)")
        }
        let reader = try StoreConnection.readOnlyFile(path)
        #expect(try count(reader) == 1)
        try writer.write { try $0.run("INSERT INTO T VALUES (2)") }
        #expect(try count(reader) == 2)
    }

    @Test func aStoreThatBeginsToBeWrittenLaterIsReadAsItThenIs() throws {
        let folder = try TemporaryFolder()
        let path = try store(in: folder)
        let reader = try StoreConnection.readOnlyFile(path)
        #expect(try count(reader) == 10)
        let writer = try StoreConnection.file(path)
        try writer.write { try $0.run("INSERT INTO T VALUES (11)") }
        #expect(try count(reader) == 11)
        try writer.write { try $0.run("INSERT INTO T VALUES (12)") }
        #expect(try count(reader) == 12)
        try writer.close()
        #expect(try count(try StoreConnection.readOnlyFile(path)) == 12)
    }

    @Test func whatACrashedWriterLeftIsReadFromACopy() throws {
        let (folder, target) = (try TemporaryFolder(), try TemporaryFolder())
        let source = folder.path("live.store")
        let writer = try StoreConnection.file(source)
        try writer.write { runner in
            try runner.run("CREATE TABLE T (A)")
            try runner.run("INSERT INTO T VALUES (1)")
        }
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.copyItem(atPath: source + suffix, toPath: target.path("t.store") + suffix)
        }
        let before = try target.contents()
        #expect(before.count == 3)
        let reader = try StoreConnection.readOnlyFile(target.path("t.store"))
        #expect(try count(reader) == 1)
        #expect(try target.contents() == before)
        // The next writer recovers what is in the log.
        let second = try StoreConnection.file(target.path("t.store"))
        try second.write { try $0.run("INSERT INTO T VALUES (2)") }
        #expect(try count(second) == 2)
        #expect(try count(reader) == 2)
    }

    /// A writer that begins in the middle of a read.
    ///
    /// The rows take many pages. The first half is read before the writer begins, and the rest after it has ended.
    @Test(.enabled(if: Program.sqlite3 != nil, "needs sqlite3"), arguments: ["wal", "delete"])
    func aReadDuringWhichAWriterBeginsIsOfOneState(_ mode: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("t.store")
        try OddFiles.sqlite3(
            path,
            """
            PRAGMA journal_mode = \(mode); CREATE TABLE T (A, B);
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO T SELECT 0, zeroblob(900) FROM n
            """
        )
        let reader = try StoreConnection.readOnlyFile(path)
        var runs = 0
        let found = try reader.read { runner -> [Int64?] in
            runs += 1
            let first = try runner.integer("SELECT sum(A) FROM T WHERE rowid <= 2500")
            if runs == 1 {
                let program = try #require(Program.sqlite3)
                // Where the reader holds a lock, the writer gives up.
                _ = try? program.run(["-cmd", ".timeout 100", path, "UPDATE T SET A = 1"])
            }
            return [first, try runner.integer("SELECT sum(A) FROM T WHERE rowid > 2500")]
        }
        #expect(found == [0, 0] || found == [2500, 2500])
        #expect(runs <= 2)
        // In WAL mode nothing that reads stands in the writer's way.
        let written = try #require(Program.sqlite3).run([path, "SELECT sum(A) FROM T"])
        #expect(written == "5000\n" || (mode == "delete" && written == "0\n"))
    }

    @Test(.enabled(if: Program.sqlite3 != nil, "needs sqlite3"))
    func aFileThatIsWrittenDuringEachReadIsAnError() throws {
        let folder = try TemporaryFolder()
        let path = try store(in: folder)
        let reader = try StoreConnection.readOnlyFile(path)
        var runs = 0
        let error = #expect(throws: StoreError.self) {
            try reader.read { runner in
                runs += 1
                _ = try runner.integer("SELECT count(*) FROM T")
                try OddFiles.sqlite3(path, "INSERT INTO T VALUES (\(runs))")
            }
        }
        #expect(error?.code == .locked)
        #expect(runs > 1 && runs <= 10)
        #expect(try count(reader) == 10 + Int64(runs))
    }

    @Test func aJournalThatACrashedWriterLeftIsReadAsRolledBack() throws {
        let folder = try TemporaryFolder()
        let path = try store(in: folder)
        try OddFiles.keepJournal(path, "DELETE FROM T")
        let before = try folder.contents()
        let reader = try StoreConnection.readOnlyFile(path)
        #expect(try count(reader) == 10)
        #expect(try folder.contents() == before)
    }

    @Test func aJournalThatAWriterLeavesUnderAReaderIsReadAsRolledBack() throws {
        let folder = try TemporaryFolder()
        let path = try store(in: folder)
        try OddFiles.sqlite3(path, "PRAGMA journal_mode = DELETE")
        let reader = try StoreConnection.readOnlyFile(path)
        #expect(try count(reader) == 10)
        try OddFiles.keepJournal(path, "DELETE FROM T")
        let before = try folder.contents()
        #expect(try count(reader) == 10)
        #expect(try count(reader) == 10)
        #expect(try folder.contents() == before)
    }

    @Test func closingAWriterThatWasReadLeavesOneFile() throws {
        let folder = try TemporaryFolder()
        let connection = try StoreConnection.file(folder.path("t.store"))
        try connection.write { try $0.run("CREATE TABLE T (A)") }
        #expect(try count(connection) == 0)
        try connection.close()
        #expect(try folder.contents().keys.sorted() == ["t.store"])
    }

    @Test func writingIsRefused() throws {
        let folder = try TemporaryFolder()
        let connection = try StoreConnection.readOnlyFile(try store(in: folder))
        #expect(code { try connection.write { try $0.run("DELETE FROM T") } } == .readOnly)
    }

    @Test func aNameWithCharactersOfAURIIsTakenAsItIs() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("50% of what? #1.store")
        let writer = try StoreConnection.file(path)
        try writer.write { try $0.run("CREATE TABLE T (A)") }
        try writer.close()
        #expect(try count(try StoreConnection.readOnlyFile(path)) == 0)
    }
}
