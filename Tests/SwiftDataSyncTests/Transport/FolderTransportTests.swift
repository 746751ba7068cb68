import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

@Suite("The folder transport")
struct FolderTransportTests {
    private let folder: TemporaryFolder
    private let transport: FolderTransport
    private let changes = "changes/000000000000000a"

    init() throws {
        folder = try TemporaryFolder()
        transport = FolderTransport(url: folder.url, pollInterval: .milliseconds(20), packing: FolderPacking(fanout: 4))
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(changes)).sorted()
    }

    private func expect(_ code: SyncTransportError.Code, _ body: () async throws -> Void) async {
        await #expect { try await body() } throws: { ($0 as? SyncTransportError)?.code == code }
    }

    @Test("A byte that is changed anywhere in a file never gives data")
    func damagedBytes() async throws {
        let packet = FolderProbe.packet(10, 1)
        try await transport.send([packet])
        let file = folder.file("\(changes)/0000000000000001.osdsync")
        let bytes = try Data(contentsOf: file)
        for index in bytes.indices {
            for bit in [UInt8(1), 0x80, 0xFF] {
                var damaged = bytes
                damaged[index] ^= bit
                try damaged.write(to: file)
                #expect(try await FolderProbe.drain(transport).packets.isEmpty, "byte \(index)")
            }
        }
        #expect(try await transport.unreadableFiles() == ["000000000000000a/0000000000000001.osdsync"])
        try bytes.write(to: file)
        #expect(try await FolderProbe.drain(transport).packets == [packet])
    }

    @Test("A file that is copied in part is read when it is whole")
    func partialFiles() async throws {
        try await transport.send((1...3).map { FolderProbe.packet(10, $0) })
        let file = folder.file("\(changes)/0000000000000001-0000000000000003.osdsync")
        let bytes = try Data(contentsOf: file)
        var cursor: SyncCursor?
        for count in 0..<bytes.count {
            try bytes.prefix(count).write(to: file)
            let found = try await FolderProbe.drain(transport, after: cursor)
            #expect(found.packets.isEmpty, "\(count) bytes")
            cursor = found.cursor
        }
        // A program that copies may reserve the space first.
        try (bytes.prefix(100) + Data(count: bytes.count - 100)).write(to: file)
        #expect(try await FolderProbe.drain(transport, after: cursor).packets.isEmpty)
        try bytes.write(to: file)
        #expect(try await FolderProbe.drain(transport, after: cursor).packets.count == 3)
    }

    @Test("A device mends its own damaged file when it sends again")
    func mending() async throws {
        try await transport.send([FolderProbe.packet(10, 1)])
        try Data("damaged".utf8).write(to: folder.file("\(changes)/0000000000000001.osdsync"))
        try await transport.send([FolderProbe.packet(10, 1)])
        #expect(try await FolderProbe.drain(transport).packets == [FolderProbe.packet(10, 1)])
    }

    @Test(
        "Names that file syncs make are read once, and add nothing that is known",
        arguments: [
            "0000000000000001 (conflicted copy).osdsync", "0000000000000001.sync-conflict-20261128-120000-ABC.osdsync",
            "0000000000000001 2.osdsync", "Copy of changes.osdsync", "0000000000000001.OSDSYNC",
        ]
    )
    func conflictNames(_ name: String) async throws {
        try await transport.send([FolderProbe.packet(10, 1)])
        let file = folder.file("\(changes)/0000000000000001.osdsync")
        try FileManager.default.copyItem(at: file, to: folder.file("\(changes)/\(name)"))
        let both = try await FolderProbe.drain(transport)
        #expect(both.packets == [FolderProbe.packet(10, 1)])
        #expect(try await FolderProbe.drain(transport, after: both.cursor).packets.isEmpty)
        try FileManager.default.removeItem(at: file)
        #expect(try await FolderProbe.drain(transport).packets == [FolderProbe.packet(10, 1)])
    }

    @Test("A folder whose name has other case or an addition is read")
    func folderNames() async throws {
        try await transport.send([FolderProbe.packet(10, 1)])
        for name in ["000000000000000A", "000000000000000a (1)"] {
            let file = folder.file("changes")
            let old = try #require(FileManager.default.contentsOfDirectory(atPath: file.path).first)
            try FileManager.default.moveItem(at: file.appending(path: old), to: file.appending(path: name))
            #expect(try await FolderProbe.drain(transport).packets.count == 1)
        }
    }

    @Test("Many packets become few files, and a reader at any time gets each once")
    func packing() async throws {
        var cursor: SyncCursor?
        var found: [SyncPacket] = []
        for sequence in UInt64(1)...100 {
            try await transport.send([FolderProbe.packet(10, sequence)])
            guard sequence % 7 == 0 else { continue }
            let fetched = try await FolderProbe.drain(transport, after: cursor)
            found += fetched.packets
            cursor = fetched.cursor
        }
        found += try await FolderProbe.drain(transport, after: cursor).packets
        #expect(found == (1...100).map { FolderProbe.packet(10, $0) })
        // 64 + 16 + 16 + 4 in base 4.
        #expect(try names().count == 4)
        #expect(try await FolderProbe.drain(transport).packets == found)
    }

    @Test("Old files that are still there or come back after they were joined add nothing, and are removed")
    func packingCrash() async throws {
        try await transport.send([FolderProbe.packet(10, 1)])
        let old = folder.file("\(changes)/0000000000000001.osdsync")
        let bytes = try Data(contentsOf: old)
        for sequence in UInt64(2)...4 { try await transport.send([FolderProbe.packet(10, sequence)]) }
        #expect(try names() == ["0000000000000001-0000000000000004.osdsync"])
        try bytes.write(to: old)
        #expect(try await FolderProbe.drain(transport).packets == (1...4).map { FolderProbe.packet(10, $0) })
        try await transport.send([FolderProbe.packet(10, 5)])
        #expect(try names() == ["0000000000000001-0000000000000004.osdsync", "0000000000000005.osdsync"])
    }

    @Test("An old file stays where the joined one is damaged")
    func packingDamage() async throws {
        for sequence in UInt64(1)...4 { try await transport.send([FolderProbe.packet(10, sequence)]) }
        try Data("damaged".utf8).write(to: folder.file("\(changes)/0000000000000001-0000000000000004.osdsync"))
        try await transport.send((1...4).map { FolderProbe.packet(10, $0) })
        #expect(try await FolderProbe.drain(transport).packets == (1...4).map { FolderProbe.packet(10, $0) })
    }

    @Test("A folder that is not there is unreachable, and is not made")
    func missingFolder() async throws {
        let gone = FolderTransport(url: folder.file("stick"))
        await expect(.unreachable) { try await gone.send([FolderProbe.packet(10, 1)]) }
        await expect(.unreachable) { _ = try await gone.fetch(after: nil, for: FolderProbe.reader, limit: 1) }
        await expect(.unreachable) { _ = try await gone.account() }
        await expect(.unreachable) { try await gone.upload(BlobReference(of: Data()), Data()) }
        #expect(!FileManager.default.fileExists(atPath: folder.path("stick")))
    }

    @Test(
        "A folder that cannot be written to refuses packets",
        .enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel"))
    )
    func readOnlyFolder() async throws {
        // Not a folder with other permissions, which do not bind the superuser.
        let readOnly = FolderTransport(url: URL(filePath: "/sys"))
        await expect(.refused) { try await readOnly.send([FolderProbe.packet(10, 1)]) }
        #expect(try await readOnly.fetch(after: nil, for: FolderProbe.reader, limit: 1).packets.isEmpty)
    }

    @Test("A folder in place of the known one is another account")
    func anotherFolder() async throws {
        let first = try await transport.account()
        try await transport.send([FolderProbe.packet(10, 1)])
        try FileManager.default.removeItem(at: folder.file("version"))
        try FileManager.default.removeItem(at: folder.file("changes"))
        let other = FolderTransport(url: folder.url)
        let second = try await other.account()
        #expect(first != nil && second != nil && first != second)
        await expect(.accountChanged) { try await transport.send([FolderProbe.packet(10, 2)]) }
        #expect(try await transport.account() == second)
        try await transport.send([FolderProbe.packet(10, 2)])
    }

    @Test("An identity that has not arrived is waited for, and can be renewed")
    func lateIdentity() async throws {
        try await transport.send([FolderProbe.packet(10, 1)])
        try Data("Open".utf8).write(to: folder.file("version"))
        await expect(.unreachable) { _ = try await transport.account() }
        #expect(try await FolderProbe.drain(transport).packets.count == 1)
        try await transport.renewIdentity()
        #expect(try await transport.account() != nil)
    }

    @Test("Files of a later version are named when nothing else is left")
    func laterVersion() async throws {
        try await transport.send([FolderProbe.packet(10, 1)])
        let later = PacketFile.bytes(version: 2, Data("other content".utf8))
        try FolderProbe.write(later, "changes/000000000000000b/0000000000000001.osdsync", in: folder.url)
        let found = try await transport.fetch(after: nil, for: FolderProbe.reader, limit: 1_000)
        #expect(found.packets.count == 1)
        await expect(.versionTooNew) {
            _ = try await transport.fetch(after: found.cursor, for: FolderProbe.reader, limit: 1_000)
        }
    }

    @Test("Names that promise too much, pipes and folders do no harm")
    func hostileNames() async throws {
        try await transport.send([FolderProbe.packet(10, 1)])
        let bytes = try Data(contentsOf: folder.file("\(changes)/0000000000000001.osdsync"))
        for name in [
            "0000000000000002-ffffffffffffffff.osdsync", "ffffffffffffffff.osdsync", "0000000000000000.osdsync",
        ] {
            try FolderProbe.write(bytes, "\(changes)/\(name)", in: folder.url)
        }
        try FolderProbe.write(bytes, "\(changes)/folder.osdsync/file", in: folder.url)
        _ = try Program(named: "mkfifo")?.run([folder.path("\(changes)/pipe.osdsync")])
        try await transport.send([FolderProbe.packet(10, 2)])
        let found = try await FolderProbe.drain(transport).packets
        #expect(Set(found) == [FolderProbe.packet(10, 1), FolderProbe.packet(10, 2)] && found.count == 2)
    }

    @Test("A large value whose file is not whole is missing")
    func partialBlob() async throws {
        let bytes = Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0) })
        let blob = BlobReference(of: bytes)
        try await transport.upload(blob, bytes)
        let path = try #require(try FolderProbe.files(folder.url).first { $0.hasPrefix("blobs/") })
        for damaged in [bytes.dropLast(), Data(bytes.reversed()), Data(count: 1_000)] {
            try damaged.write(to: folder.file(path))
            await expect(.blobMissing) { _ = try await transport.download(blob) }
        }
        try bytes.write(to: folder.file(path + " 2"))
        #expect(try await transport.download(blob) == bytes)
        try await transport.upload(blob, bytes)
        #expect(try Data(contentsOf: folder.file(path)) == bytes)
    }

    @Test("A look at the folder notices a packet", .timeLimit(.minutes(30)))
    func notices() async throws {
        var notices = transport.notices().makeAsyncIterator()
        _ = await notices.next()
        try await FolderTransport(url: folder.url).send([FolderProbe.packet(11, 1)])
        _ = await notices.next()
        #expect(try await FolderProbe.drain(transport).packets.count == 1)
    }
}
