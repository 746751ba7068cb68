import Foundation
import GRDB
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// The calls of the system, and their results where the fallbacks are built.
@Suite struct PlatformTests {
    #if PORTABLE_FALLBACKS
        private static let hasSystem = false
    #else
        private static let hasSystem = true
    #endif
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func theSystemWatchesAFile() throws {
        let path = folder.path("watched")
        try Data().write(to: URL(fileURLWithPath: path))
        #expect((FileWatch.begin(WatchedPlace(path: path, names: nil)) { _ in } != nil) == Self.hasSystem)
        #expect(FileWatch.begin(WatchedPlace(path: folder.path("none"), names: nil)) { _ in } == nil)
    }

    @Test func theMemoryThatProcessesShareCountsCommits() throws {
        let queue = try DatabaseQueue(path: folder.path("wal.sqlite"))
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE a (b)")
            let before = SharedIndex(database)
            try database.execute(sql: "INSERT INTO a VALUES (1); INSERT INTO a VALUES (2)")
            #expect((SharedIndex(database) != nil) == Self.hasSystem)
            #expect(SharedIndex(database)?.commitCount == before.map { $0.commitCount + 2 })
        }
    }

    @Test func aFileIsKnownByItsAttributes() throws {
        let (one, other) = (folder.path("one"), folder.path("other"))
        try Data("four".utf8).write(to: URL(fileURLWithPath: one))
        try Data("four".utf8).write(to: URL(fileURLWithPath: other))
        let status = try #require(FileStatus(one))
        #expect(status == FileStatus(one) && status.size == 4)
        #expect(try !status.isSameFile(as: #require(FileStatus(other))))
        try Data("sixsix".utf8).write(to: URL(fileURLWithPath: one))
        #expect(try #require(FileStatus(one)).size == 6 && FileStatus(one) != status)
        #expect(FileStatus(folder.path("none")) == nil)
    }

    @Test func onlyTheSystemKnowsTheLocksOfOtherProcesses() async throws {
        let path = folder.path("locked.sqlite")
        try folder.sqlite3("CREATE TABLE a (b)", "locked.sqlite")
        let reserved = LockedBytes(first: 0x4000_0001, count: 1)
        #expect(reserved.areLocked(in: path) == (Self.hasSystem ? false : nil))
        let writer = try Locker(path)
        #expect(reserved.areLocked(in: path) == (Self.hasSystem ? true : nil))
        try writer.end()
        #expect(reserved.areLocked(in: path) == (Self.hasSystem ? false : nil))
    }

    /// The `sqlite3` program amid a transaction that writes.
    private struct Locker {
        private let process = Process()
        private let input = Pipe()

        init(_ path: String) throws {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["sqlite3", path]
            let output = Pipe()
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data("BEGIN IMMEDIATE; SELECT 'locked';\n".utf8))
            var answer = Data()
            while !answer.contains(0x0A), case let more = output.fileHandleForReading.availableData, !more.isEmpty {
                answer += more
            }
            try #require(answer == Data("locked\n".utf8))
        }

        func end() throws {
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }

    @Test func aPrivateFolderGoesWithItsOwner() throws {
        var made: PrivateFolder? = try PrivateFolder(names: ["copy"])
        let path = try #require(made?.path)
        try Data("content".utf8).write(to: folder.file("source"))
        try PrivateFolder.copyFile(folder.path("source"), to: path + "/copy")
        try PrivateFolder.copyFile(folder.path("none"), to: path + "/other")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["copy"])
        #expect(try String(contentsOfFile: path + "/copy", encoding: .utf8) == "content")
        try PrivateFolder.removeFile(path + "/copy")
        try PrivateFolder.removeFile(path + "/copy")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
        made = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
