import Foundation
import GRDB
import SwiftDataCore

/// The connections to a file that is only read. When the file changes under a connection that takes no locks, or under
/// a copy, it is opened anew.
final class ReadOnlyConnection: ConnectionSource {
    private let path: String
    private let configuration: Configuration
    private let opened: Locked<Opened>

    private struct Opened {
        var database: any DatabaseWriter
        /// Nil for connections that see changes by themselves.
        var fingerprint: FileFingerprint?
        var copy: CopiedStore?
        var mark: OpenFiles.Mark?
    }

    init(_ path: String, configuration: Configuration) throws {
        self.path = path
        self.configuration = configuration
        opened = Locked(try Self.open(path, configuration))
    }

    func current() throws -> any DatabaseWriter {
        try opened.withLock { opened in
            guard let fingerprint = opened.fingerprint, fingerprint != FileFingerprint(store: path) else {
                return opened.database
            }
            opened = try Self.open(path, configuration)
            return opened.database
        }
    }

    func close() throws {
        try opened.withLock { opened in
            opened.fingerprint = nil
            try opened.database.close()
        }
    }

    private static func open(_ path: String, _ configuration: Configuration) throws -> Opened {
        let fingerprint = FileFingerprint(store: path)
        func connect(_ name: String) throws -> any DatabaseWriter {
            try DatabasePool(path: name, configuration: configuration)
        }
        switch ReadOnlyAccess.choose(for: path) {
        case .immutable:
            return Opened(database: try connect(uri(path, "immutable=1")), fingerprint: fingerprint)
        case .live:
            return Opened(database: try connect(path), mark: OpenFiles.Mark(path))
        case .copy:
            let copy = try CopiedStore(of: path)
            return Opened(database: try connect(copy.path), fingerprint: copy.fingerprint, copy: copy)
        }
    }

    /// The name of a file with parameters for SQLite.
    static func uri(_ path: String, _ query: String) -> String {
        let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%;"))
        return "file:" + (path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path) + "?" + query
    }
}

/// A copy of a store and its `-wal` in the temporary folder, removed with the last reference.
final class CopiedStore: Sendable {
    let path: String
    /// Of the original, as it was copied.
    let fingerprint: FileFingerprint
    private let folder: URL

    /// - Throws: ``StoreError`` when the files cannot be copied.
    init(of original: String) throws {
        let files = FileManager.default
        folder = files.temporaryDirectory.appendingPathComponent("OpenSwiftData-\(UUID().uuidString)")
        path = folder.appendingPathComponent("copy.store").path
        do {
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            fingerprint = try Self.copy(original, to: path)
        } catch {
            try? files.removeItem(at: folder)
            throw StoreError(
                .cannotOpen,
                "The store at \(original) could not be copied to be read.",
                underlying: error
            )
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A writer that starts meanwhile would make the two files of different times.
    private static func copy(_ original: String, to path: String) throws -> FileFingerprint {
        let files = FileManager.default
        var before = FileFingerprint(store: original)
        while true {
            for suffix in ["", "-wal"] {
                try? files.removeItem(atPath: path + suffix)
                guard files.fileExists(atPath: original + suffix) else { continue }
                try files.copyItem(atPath: original + suffix, toPath: path + suffix)
                // SQLite gives the `-shm` that it makes the permissions of the file.
                try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + suffix)
            }
            let after = FileFingerprint(store: original)
            if after == before { return after }
            before = after
        }
    }
}
