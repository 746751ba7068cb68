import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// A folder of layout 1, which is read for ever: devices keep such folders.
///
/// Where a test fails on it, the layout has changed, and the code is wrong.
@Suite("The folder of layout 1")
struct GoldenFolderTests {
    private let golden = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden/folder-1")
    private let packets =
        (1...6).map { FolderProbe.packet(0xA1, $0) }
        + [FolderProbe.packet(0xFEDC_BA98_7654_3210, 1), FolderProbe.packet(0xFEDC_BA98_7654_3210, 3)]
    private let blob = Data("A large value.".utf8)

    private func write(to folder: URL) async throws {
        let transport = FolderTransport(url: folder, packing: FolderPacking(fanout: 4))
        for packet in packets { try await transport.send([packet]) }
        try await transport.upload(BlobReference(of: blob), blob)
    }

    @Test("It is read")
    func reading() async throws {
        let folder = try TemporaryFolder()
        let copy = folder.file("copy")
        try FileManager.default.copyItem(at: golden, to: copy)
        let transport = FolderTransport(url: copy)
        #expect(try await transport.account() == "0123456789abcdef0123456789abcdef")
        let found = try await FolderProbe.drain(transport)
        #expect(Set(found.packets) == Set(packets) && found.packets.count == packets.count)
        #expect(try await transport.download(BlobReference(of: blob)) == blob)
        // A cursor of layout 1: two devices, one of them with a gap.
        let cursor = Data(
            [1]
                + [[0xA1, 1, 1, 6], [0xFEDC_BA98_7654_3210, 2, 1, 1, 3, 3]].joined().flatMap { (number: UInt64) in
                    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
                }
        )
        #expect(found.cursor.bytes == cursor)
    }

    @Test("The same packets have the same files")
    func writing() async throws {
        let folder = try TemporaryFolder()
        try await write(to: folder.url)
        let names = try FolderProbe.files(folder.url)
        #expect(names == (try FolderProbe.files(golden)))
        for name in names where name != "version" {
            #expect(
                try Data(contentsOf: folder.file(name)) == Data(contentsOf: golden.appending(path: name)),
                "\(name)"
            )
        }
    }
}
