import Foundation
import SwiftDataCore

/// The file `version` of a folder: the version of the layout and the identity of the folder, with a hash of both.
struct FolderIdentity: Hashable, Sendable {
    let version: UInt64
    let identity: String

    static let currentVersion: UInt64 = 1

    /// An identity that no other folder has.
    static func drawn() -> FolderIdentity {
        let identity = UUID().uuidString.lowercased().filter { $0 != "-" }
        return FolderIdentity(version: currentVersion, identity: identity)
    }

    private var lines: String { "OpenSwiftData sync folder\nversion \(version)\nidentity \(identity)\n" }

    private var hash: String {
        SecureHash.sha256(ofContent: Data(lines.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    var bytes: Data { Data((lines + "sha256 \(hash)\n").utf8) }

    private init(version: UInt64, identity: String) {
        self.version = version
        self.identity = identity
    }

    /// Returns nil where the file is half copied or damaged.
    init?(_ bytes: Data) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 5, lines[1].hasPrefix("version "), let version = UInt64(lines[1].dropFirst(8)),
            lines[2].hasPrefix("identity ")
        else { return nil }
        self.init(version: version, identity: String(lines[2].dropFirst(9)))
        guard self.bytes == bytes else { return nil }
    }

    /// Reads the identity of a folder.
    ///
    /// - Throws: ``SyncTransportError`` where the folder is not there, or of a later version.
    static func read(_ layout: FolderLayout) throws(SyncTransportError) -> FolderIdentity? {
        guard FolderFiles.isFolder(layout.root) else {
            throw SyncTransportError(
                .unreachable,
                "The folder “\(layout.root.lastPathComponent)” is not there. Attach its medium or make it, and try again."
            )
        }
        guard let found = try FolderFiles.read(layout.version).flatMap({ FolderIdentity($0) }) else { return nil }
        guard found.version <= currentVersion else {
            throw SyncTransportError(
                .versionTooNew,
                "The folder has layout \(found.version), and this app reads layout \(currentVersion). Update the app."
            )
        }
        return found
    }

    /// Reads the identity of a folder, and makes one where the folder has no data. Returns nil where the file has not arrived.
    static func readOrMake(_ layout: FolderLayout) throws(SyncTransportError) -> FolderIdentity? {
        if let found = try read(layout) { return found }
        let names = try FolderFiles.names(in: layout.root) ?? []
        guard Set(["version", "changes", "blobs"]).isDisjoint(with: names.map { $0.lowercased() }) else { return nil }
        _ = try FolderFiles.writeNew(drawn().bytes, to: layout.version)
        return try read(layout)
    }
}
