import Foundation
import GRDBSQLite

/// How a file can be read without writing to it or to its folder.
///
/// A database in WAL mode is read together with its `-wal` and `-shm` files, which SQLite makes when they are missing.
enum ReadOnlyAccess {
    /// There is nothing in the `-wal`: read the file alone, without locks.
    case immutable
    /// Another connection has the file open, so that its `-shm` is in use.
    case live
    /// The `-wal` holds rows that nobody is adding to: reading them would write a `-shm`, so read a copy.
    case copy

    static func choose(for path: String) -> ReadOnlyAccess {
        if OpenFiles.contains(path) || SharedMemoryFile(store: path).isInUse { return .live }
        // Without what is in a `-wal` that cannot be looked at, rows would be missing.
        let isEmpty = FileFingerprint.size(path + "-wal") == 0
        return isEmpty && understandsURIs ? .immutable : .copy
    }

    /// GRDB opens connections without the flag for URIs; a library built with the option takes them all the same.
    private static let understandsURIs = sqlite3_compileoption_used("USE_URI") != 0
}

/// Tells whether a file is still as it was.
struct FileFingerprint: Equatable {
    private let modified: [Date?]
    private let sizes: [Int64]

    init(store path: String) {
        let files = [path, path + "-wal"].map { try? FileManager.default.attributesOfItem(atPath: $0) }
        modified = files.map { $0?[.modificationDate] as? Date }
        sizes = files.map { ($0?[.size] as? NSNumber)?.int64Value ?? 0 }
    }

    /// How many bytes a file has, 0 where there is none; nil where it cannot be looked at.
    static func size(_ path: String) -> Int64? {
        do { return try MissingFile.size(path) ?? 0 } catch { return nil }
    }
}
