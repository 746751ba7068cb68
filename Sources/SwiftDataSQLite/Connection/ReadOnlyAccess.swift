import Foundation
import GRDBSQLite

/// The way in which a file can be read without writing to it or to its folder.
///
/// A database in WAL mode is read together with its `-wal` and `-shm` files, which SQLite makes when they are missing.
enum ReadOnlyAccess {
    /// The file is read alone, without locks: the `-wal` is empty.
    case immutable
    /// Read it with SQLite's locks: another connection has the file open, so that its `-shm` is in use, or the file has no
    /// `-wal`.
    case live
    /// The `-wal` holds rows that no process is adding to, or a `-journal` pages that are to be rolled back: reading
    /// them would write, so read a copy.
    case copy

    static func choose(for path: String) -> ReadOnlyAccess {
        let choice = OpenFiles.peek(path) { () -> ReadOnlyAccess in
            if SharedMemoryFile(store: path).isInUse { return .live }
            // Without the content of a `-wal` that cannot be examined, rows would be missing.
            guard FileFingerprint.size(path + "-wal") == 0 else { return .copy }
            let journal = RollbackJournal(store: path)
            if journal.isHot { return .copy }
            if journal.isUsed { return .live }
            return understandsURIs ? .immutable : .copy
        }
        return choice ?? .live
    }

    /// GRDB opens connections without the flag for URIs; a library built with the option takes them all the same.
    private static let understandsURIs = sqlite3_compileoption_used("USE_URI") != 0
}

/// The `-journal` of a database that is not in WAL mode. Not for a store that this process has open: see ``OpenFiles``.
struct RollbackJournal {
    let store: String

    private var path: String { store + "-journal" }

    /// True if the file is written with such a journal: the "file format write version" of its header is 1
    /// (https://www.sqlite.org/fileformat2.html, section 1.3).
    var isUsed: Bool { bytes(of: store, at: 18, count: 1) == [1] }

    /// True if the journal is of a transaction that ended with its process, and has to be rolled back.
    ///
    /// That is so if it has content, its header is not zeroed, and no process holds the lock of a writer
    /// (https://www.sqlite.org/lockingv3.html, section 4.2).
    var isHot: Bool {
        guard let first = bytes(of: path, at: 0, count: 1)?.first, first != 0 else { return false }
        return !hasWriter
    }

    private var hasWriter: Bool { Self.reservedByte.areLocked(in: store) ?? false }

    /// The byte that a writer locks, from SQLite's file format.
    private static let reservedByte = LockedBytes(first: 0x4000_0001, count: 1)

    private func bytes(of path: String, at offset: UInt64, count: Int) -> [UInt8]? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        do {
            try file.seek(toOffset: offset)
            return try file.read(upToCount: count).map { [UInt8]($0) }
        } catch {
            return nil
        }
    }
}
