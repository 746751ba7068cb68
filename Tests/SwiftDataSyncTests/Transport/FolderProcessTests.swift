import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

@Suite("The folder transport in several processes", .enabled(if: FolderProbe.program != nil, "needs SyncFolderProgram"))
struct FolderProcessTests {
    private func start(_ arguments: [String], _ output: Pipe = Pipe()) throws -> Process {
        let process = Process()
        process.executableURL = FolderProbe.program
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        return process
    }

    @Test("Two processes send into one folder while a third one reads", .timeLimit(.minutes(30)))
    func twoProcesses() async throws {
        let folder = try TemporaryFolder()
        let processes = try ["a", "b"].map { try start([folder.url.path, $0, "1", "150", "3"]) }
        let transport = FolderTransport(url: folder.url)
        var (found, cursor) = ([SyncPacket](), nil as SyncCursor?)
        while found.count < 300 {
            let fetched = try await FolderProbe.drain(transport, after: cursor)
            found += fetched.packets
            cursor = fetched.cursor
            guard processes.contains(where: \.isRunning) || !fetched.packets.isEmpty else { break }
        }
        found += try await FolderProbe.drain(transport, after: cursor).packets
        let wanted = [UInt64(0xA), 0xB].flatMap { device in (1...150).map { FolderProbe.packet(device, $0) } }
        #expect(found.count == wanted.count)
        #expect(Set(found) == Set(wanted))
        #expect(try FolderProbe.files(folder.url).count < 30)
    }

    @Test("A process that is killed loses no packet that it has sent", .timeLimit(.minutes(30)))
    func kills() async throws {
        let folder = try TemporaryFolder()
        let transport = FolderTransport(url: folder.url)
        var next: UInt64 = 1
        for round in 1...Trials.count(8) {
            let output = Pipe()
            let process = try start([folder.url.path, "a", "\(next)", "100000", "2"], output)
            // A time that differs in each round, so that the kill comes in different steps.
            try await Task.sleep(for: .milliseconds(60 + 13 * (round % 17)))
            kill(process.processIdentifier, SIGKILL)
            let printed = try output.fileHandleForReading.readToEnd() ?? Data()
            let sent = String(decoding: printed, as: UTF8.self).split(separator: "\n").compactMap { UInt64($0) }
            let end = max(sent.last ?? 0, next - 1)
            let found = try await FolderProbe.drain(transport).packets
            // The packet that was being sent may be there.
            #expect(
                found
                    == (1...UInt64(max(found.count, 1))).map { FolderProbe.packet(0xA, $0) }.prefix(found.count).map {
                        $0
                    }
            )
            #expect(found.count == end || found.count == end + 1)
            next = end + 1
        }
        #expect(next > 1)
    }
}
