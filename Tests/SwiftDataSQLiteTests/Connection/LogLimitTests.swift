import Foundation
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// The length of the `-wal`, in bytes.
struct LogLimitTests {
    private static let limit = 200_000
    private let folder: TemporaryFolder
    private let path: String
    private let connection: StoreConnection

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("t.store")
        var settings = ConnectionSettings()
        settings.logLimit = Self.limit
        connection = try StoreConnection.file(path, settings: settings)
        try connection.write { try $0.run("CREATE TABLE T (A)") }
    }

    private var length: Int {
        get throws {
            let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
            return try #require(size).intValue
        }
    }

    private func save(kilobytes: Int) throws {
        try connection.write { try $0.run("INSERT INTO T VALUES (randomblob(\(kilobytes * 1_000)))") }
    }

    /// Another program that reads.
    private final class Reader {
        private var database: OpaquePointer?

        init(_ path: String) throws {
            let status = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX, nil)
            try #require(status == SQLITE_OK)
        }

        deinit { sqlite3_close(database) }

        func begin() { run("BEGIN; SELECT count(*) FROM T") }
        func end() { run("COMMIT") }
        private func run(_ sql: String) { sqlite3_exec(database, sql, nil, nil, nil) }
    }

    @Test func aLargeSaveDoesNotLeaveALongLog() throws {
        try save(kilobytes: 3_000)
        #expect(try length <= Self.limit)
        #expect(try connection.read { try $0.integer("SELECT length(A) FROM T") } == 3_000_000)
    }

    @Test func manySmallSavesDoNotMakeALongLog() throws {
        for _ in 0..<100 {
            try save(kilobytes: 10)
            #expect(try length <= Self.limit)
        }
    }

    @Test func aReaderThatGoesLetsTheLogBeCut() throws {
        let reader = try Reader(path)
        reader.begin()
        for _ in 0..<50 { try save(kilobytes: 100) }
        // Nothing that the reader may need is lost, and no save fails.
        #expect(try length > 20 * Self.limit)
        reader.end()
        for _ in 0..<2 { try save(kilobytes: 1) }
        #expect(try length <= Self.limit)
    }

    @Test func readersThatOverlapAllTheTimeDoNotKeepTheLog() throws {
        let isOver = Locked(false)
        let threads = try (0..<3).map { _ in
            let reader = Locked(Sent(try Reader(path)))
            return Thread {
                while !isOver.withLock({ $0 }) {
                    reader.withLock { $0.reader.begin() }
                    Thread.sleep(forTimeInterval: 0.003)
                    reader.withLock { $0.reader.end() }
                }
            }
        }
        for thread in threads { thread.start() }
        defer { isOver.withLock { $0 = true } }
        var longest = 0
        for _ in 0..<300 {
            try save(kilobytes: 100)
            longest = max(longest, try length)
        }
        // 30 megabytes were saved. A save that met readers all the time it waited lets some more come.
        #expect(longest < 12_000_000)
    }

    /// `@unchecked Sendable`: one thread uses it, behind a lock.
    private struct Sent: @unchecked Sendable {
        let reader: Reader
        init(_ reader: Reader) { self.reader = reader }
    }

    @Test func withoutALimitTheLogIsAsLongAsItWas() throws {
        let path = folder.path("other.store")
        let connection = try StoreConnection.file(path)
        try connection.write { try $0.run("CREATE TABLE T AS SELECT randomblob(3000000)") }
        let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
        #expect((size?.intValue ?? 0) > 3_000_000)
    }
}
