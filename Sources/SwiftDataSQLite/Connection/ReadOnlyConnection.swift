import Foundation
import GRDB
import SwiftDataCore

/// The connections to a file that is only read. When the file changes under a connection that takes no locks, or under
/// a copy, it is opened again.
final class ReadOnlyConnection: ConnectionSource {
    private let path: String
    private let settings: ConnectionSettings
    /// True if the file is only looked at, so that other processes can be kept out of it for that time.
    private let isLook: Bool
    private let opened: Locked<Opened>
    private let generation = ProcessGeneration.current

    private struct Opened {
        let database: any DatabaseWriter
        /// Nil for connections that see changes by themselves.
        var fingerprint: FileFingerprint?
        /// True if a writer can change the file under a read.
        var isOpenToWriters = false
        /// True if it is a ``LookConnection``.
        var isLook = false
        var mark: OpenFiles.Mark?
        /// True if the connections are closed and new connections must be opened in their place.
        var needsOpening = false
    }

    init(_ path: String, settings: ConnectionSettings, isLook: Bool = false) throws {
        self.path = path
        self.settings = settings
        self.isLook = isLook
        opened = Locked(try Self.open(path, settings, isLook))
    }

    /// As for ``FixedConnection``.
    deinit {
        guard generation != ProcessGeneration.current else { return }
        let opened = opened.withLock { $0 }
        _ = Unmanaged.passRetained(opened.database as AnyObject)
        if let mark = opened.mark { _ = Unmanaged.passRetained(mark) }
    }

    func current() throws -> any DatabaseWriter {
        try opened.withLock { opened in
            if !opened.needsOpening {
                guard let fingerprint = opened.fingerprint, fingerprint != FileFingerprint(store: path) else {
                    return opened.database
                }
            }
            opened = try Self.open(path, settings, isLook)
            return opened.database
        }
    }

    func isWhole(_ database: any DatabaseWriter, _ error: (any Error)?) -> Bool {
        opened.withLock { opened in
            guard opened.database === database, !opened.needsOpening else { return false }
            if Self.isOfInterruptedWriter(error) {
                do { try opened.database.close() } catch { return true }
                // As long as the file counts as open, no process may look how it can be read now.
                (opened.mark, opened.needsOpening) = (nil, true)
                return false
            }
            return !opened.isOpenToWriters || opened.fingerprint == FileFingerprint(store: path)
        }
    }

    /// True if a read found the remains of a writer that ended in a transaction, which only a writer may mend.
    private static func isOfInterruptedWriter(_ error: (any Error)?) -> Bool {
        switch (error as? DatabaseError)?.extendedResultCode {
        case .SQLITE_READONLY_ROLLBACK?, .SQLITE_READONLY_RECOVERY?, .SQLITE_READONLY_CANTINIT?: true
        default: false
        }
    }

    func releaseReaders() {
        (opened.withLock { $0.database } as? DatabasePool)?.invalidateReadOnlyConnections()
    }

    func close() throws {
        try opened.withLock { opened in
            opened.fingerprint = nil
            if opened.isLook { try LookConnection.close(opened.database) } else { try opened.database.close() }
            opened.mark = nil
        }
    }

    /// The maximum number of attempts to determine the way of reading a file.
    private static let attempts = 5

    private static func open(_ path: String, _ settings: ConnectionSettings, _ isLook: Bool) throws -> Opened {
        for _ in 1..<attempts {
            do {
                return try openOnce(path, settings, isLook)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
                // The last writer may have gone since the file was looked at, and have taken the `-wal` along, which SQLite
                // cannot make for a connection that only reads.
                if MissingFile.isKnown(path) { throw error }
            }
        }
        return try openOnce(path, settings, isLook)
    }

    private static func openOnce(_ path: String, _ settings: ConnectionSettings, _ isLook: Bool) throws -> Opened {
        let configuration = settings.configuration(isReadOnly: true)
        switch ReadOnlyAccess.choose(for: path) {
        case .immutable:
            let fingerprint = FileFingerprint.stable(store: path)
            guard case .immutable = ReadOnlyAccess.choose(for: path) else { return try live(path, configuration) }
            let database = try DatabasePool(path: uri(path, "immutable=1"), configuration: configuration)
            return Opened(database: database, fingerprint: fingerprint, isOpenToWriters: true)
        case .live:
            return try live(path, configuration)
        case .copy:
            do {
                if isLook, let alone = try LookConnection(path) {
                    return Opened(database: alone.database, isLook: true, mark: alone.mark)
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                return try live(path, configuration)
            }
            // A connection that was opened since reads the rows that the copy would be for.
            guard let copy = try OpenFiles.peek(path, { try CopiedStore(of: path) }) else {
                return try live(path, configuration)
            }
            return Opened(database: try copy.open(configuration), fingerprint: copy.fingerprint)
        }
    }

    private static func live(_ path: String, _ configuration: Configuration) throws -> Opened {
        let mark = OpenFiles.Mark(path)
        return Opened(database: try DatabasePool(path: path, configuration: configuration), mark: mark)
    }

    /// The name of a file with parameters for SQLite.
    static func uri(_ path: String, _ query: String) -> String {
        let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%;"))
        return "file:" + (path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path) + "?" + query
    }
}
