import Foundation
import ClientModels
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// A second process that opens a store while another one migrates it.
@Suite struct WaitingProcessTests {
    /// Runs `ChildProgram migrate` and hands each line that it prints to a closure.
    /// - Returns: The status of the program, which is ended after half an hour.
    private func run(
        _ arguments: [String],
        line body: (String) -> Void
    ) throws -> Int32 {
        let command = ([try ChildProgram.path, "migrate"] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let stream = try #require(popen("timeout 1800 \(command) 2>&1", "r"))
        var line: [UInt8] = []
        while true {
            let byte = fgetc(stream)
            if byte == EOF || byte == 10 {
                if !line.isEmpty { body(String(decoding: line, as: UTF8.self)) }
                line = []
            } else {
                line.append(UInt8(truncatingIfNeeded: byte))
            }
            if byte == EOF { break }
        }
        return (pclose(stream) >> 8) & 0xff
    }

    /// Holds the write lock of a store as a migration does, until `release` is signalled.
    private func hold(_ file: URL, until release: DispatchSemaphore) throws -> DispatchSemaphore {
        let (connection, folder) = (try StoreConnection.file(file.path), MigrationFolder(storePath: file.path))
        let (holds, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread {
            try? connection.write { runner in
                try folder.make()
                holds.signal()
                release.wait()
                folder.remove(runner)
            }
            try? connection.close()
            ended.signal()
        }.start()
        holds.wait()
        return ended
    }

    @Test func itSaysOnceThatItWaits() throws {
        let folder = try TemporaryFolder()
        try KillScenario.inferred.fill(folder.file)
        let release = DispatchSemaphore(value: 0)
        let ended = try hold(folder.file, until: release)
        var notices: [String] = []
        let status = try run([folder.file.path, "inferred"]) { line in
            guard line.contains("waits for the migration") else { return }
            notices.append(line)
            // It looks again several times in a second.
            Thread.sleep(forTimeInterval: 0.5)
            release.signal()
        }
        release.signal()
        ended.wait()
        #expect(status == 0)
        #expect(notices.count == 1)
        #expect(notices.first?.contains(folder.file.lastPathComponent) == true)
    }

    @Test func itGivesUpAtTheLimit() throws {
        let folder = try TemporaryFolder()
        try KillScenario.inferred.fill(folder.file)
        let release = DispatchSemaphore(value: 0)
        let ended = try hold(folder.file, until: release)
        var lines: [String] = []
        let status = try run([folder.file.path, "inferred", "0", "1.5"]) { lines.append($0) }
        release.signal()
        ended.wait()
        #expect(status == 1)
        #expect(lines.contains { $0.hasPrefix("StoreError.locked") && $0.contains("migrationWait") })
        // Nothing has happened, and nothing stands in the way of the next time.
        #expect(try run([folder.file.path, "inferred"]) { _ in } == 0)
    }
}
