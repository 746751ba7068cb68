import Foundation
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// File systems that fail to write the names in a folder to the disk.
@Suite("Names that cannot be made durable") struct FolderFlushTests {
    private let folder: TemporaryFolder
    private let transport: FolderTransport
    /// The folders that have been flushed.
    private let flushed = Locked<[String]>([])

    init() throws {
        folder = try TemporaryFolder()
        transport = FolderTransport(url: folder.url, packing: FolderPacking(fanout: 2))
    }

    /// Runs calls on a file system whose flushes of some folders fail.
    private func failing(
        _ code: Int32,
        _ names: Set<String>,
        _ body: () async throws -> Void
    ) async throws {
        let flushed = flushed
        try await FolderFlush.$synchronize.withValue({ descriptor in
            let path = Self.path(descriptor)
            if names.contains(URL(filePath: path).lastPathComponent) { return code }
            flushed.withLock { $0.append(path) }
            return 0
        }) { try await body() }
    }

    private static func path(_ descriptor: Int32) -> String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) ?? ""
    }

    private func code(_ body: () async throws -> Void) async -> SyncTransportError.Code? {
        do { try await body() } catch { return (error as? SyncTransportError)?.code }
        return nil
    }

    @Test(
        "A send throws the error of the file system, in whichever folder, and the next one flushes again",
        arguments: ["root", "changes", "000000000000000a"],
        [EIO, ENOSPC, EROFS]
    )
    func sends(_ place: String, _ number: Int32) async throws {
        let wanted: SyncTransportError.Code =
            number == ENOSPC ? .storageFull : number == EROFS ? .refused : .unreachable
        let name = place == "root" ? folder.url.lastPathComponent : place
        // The identity is there: the failure is of the packets.
        _ = try await transport.account()
        try await failing(number, [name]) {
            #expect(await code { try await transport.send([FolderProbe.packet(10, 1)]) } == wanted)
            // The file is there by now, and that is not enough.
            #expect(await code { try await transport.send([FolderProbe.packet(10, 1)]) } == wanted)
        }
        try await failing(0, []) { try await transport.send([FolderProbe.packet(10, 1)]) }
        let names = flushed.withLock { Set($0.map { URL(filePath: $0).lastPathComponent }) }
        #expect(names.isSuperset(of: [folder.url.lastPathComponent, "changes", "000000000000000a"]))
        #expect(try await FolderProbe.drain(transport).packets == [FolderProbe.packet(10, 1)])
    }

    @Test("Another process flushes what a process that was killed may not have flushed")
    func laterProcesses() async throws {
        try await transport.send([FolderProbe.packet(10, 1)])
        for name in [folder.url.lastPathComponent, "changes", "000000000000000a"] {
            try await failing(EIO, [name]) {
                let later = FolderTransport(url: folder.url)
                #expect(await code { try await later.send([FolderProbe.packet(10, 1)]) } == .unreachable, "\(name)")
            }
        }
    }

    @Test("An upload throws it as well", arguments: ["blobs", "file"])
    func uploads(_ place: String) async throws {
        let bytes = Data("a large value".utf8)
        let blob = BlobReference(of: bytes)
        _ = try await transport.account()
        try await transport.upload(BlobReference(of: Data([1])), Data([1]))
        let other = FolderTransport(url: folder.url)
        let digits = String(Int(blob.hash[0]) + 256, radix: 16).dropFirst()
        let name = place == "blobs" ? place : String(digits)
        try await failing(EIO, [name]) {
            for transport in [transport, transport, other] {
                #expect(await code { try await transport.upload(blob, bytes) } == .unreachable)
            }
        }
        try await failing(0, []) { try await transport.upload(blob, bytes) }
        let names = flushed.withLock { Set($0.map { URL(filePath: $0).lastPathComponent }) }
        #expect(names.isSuperset(of: ["blobs", name]))
    }

    @Test("Old files stay where the names of the joined one are not durable")
    func packing() async throws {
        try await transport.send([FolderProbe.packet(10, 1)])
        let flushes = Locked(0)
        try await FolderFlush.$synchronize.withValue({ _ in
            // The first flush is that of the packet.
            flushes.withLock { count in
                count += 1
                return count == 1 ? 0 : EIO
            }
        }) { try await transport.send([FolderProbe.packet(10, 2)]) }
        #expect(flushes.withLock { $0 } > 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("changes/000000000000000a"))
        #expect(Set(names).isSuperset(of: ["0000000000000001.osdsync", "0000000000000002.osdsync"]))
    }

    @Test("A file system that cannot flush folders is no failure", arguments: [EINVAL, ENOTSUP])
    func noFlushes(_ number: Int32) async throws {
        let names: Set = [folder.url.lastPathComponent, "changes", "000000000000000a"]
        try await failing(number, names) { try await transport.send([FolderProbe.packet(10, 1)]) }
        #expect(try await FolderProbe.drain(transport).packets == [FolderProbe.packet(10, 1)])
    }

    @Test("The system is asked", .enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
    func system() throws {
        // This file system refuses to flush folders.
        try FolderFlush.flush(URL(filePath: "/proc"))
        try FolderFlush.flush(folder.url)
        let error = #expect(throws: SyncTransportError.self) { try FolderFlush.flush(folder.file("missing")) }
        #expect(error?.code == .unreachable)
    }
}
