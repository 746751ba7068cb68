import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport

/// Helpers of the tests of folders.
enum FolderProbe {
    static let reader = DeviceNumber(0xFFFF)

    static func packet(_ device: UInt64, _ sequence: UInt64) -> SyncPacket {
        // The bytes that SyncFolderProgram sends.
        let bytes = (0..<(Int(sequence * 37 % 400))).map { UInt8(truncatingIfNeeded: UInt64($0) &* sequence &+ device) }
        return SyncPacket(device: DeviceNumber(device), sequence: sequence, bytes: bytes)
    }

    /// Fetches all that is there.
    static func drain(
        _ transport: FolderTransport,
        after cursor: SyncCursor? = nil,
        limit: Int = 1_000
    ) async throws -> SyncFetch {
        var found = SyncFetch(packets: [], cursor: cursor ?? SyncCursor(bytes: Data([1])), moreComing: true)
        while found.moreComing {
            let next = try await transport.fetch(after: found.cursor, for: reader, limit: limit)
            found = SyncFetch(packets: found.packets + next.packets, cursor: next.cursor, moreComing: next.moreComing)
        }
        return found
    }

    /// The files below a folder, by their paths in it.
    static func files(_ root: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: root.appending(path: $0).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    static func write(_ bytes: Data, _ path: String, in root: URL) throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
    }

    /// Beside the test program, where the package's products are built.
    static var program: URL? {
        let folder = Bundle.main.executableURL?.deletingLastPathComponent()
        let file = folder?.appending(path: "SyncFolderProgram")
        return file.flatMap { FileManager.default.isExecutableFile(atPath: $0.path) ? $0 : nil }
    }
}
