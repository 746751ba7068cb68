import Foundation
import GRDBSQLite

/// How a file can be read without writing to it or to its folder.
///
/// A database in WAL mode is read together with its `-wal` and `-shm` files, which SQLite makes when they are missing.
enum ReadOnlyAccess {
    /// There is nothing in the `-wal`: read the file alone, without locks.
    case immutable
    /// Another connection has the file open.
    case sharedMemory
    /// The `-wal` holds rows, and reading it would make or mend a `-shm`, or is not possible here.
    case copy

    static func choose(for path: String) -> ReadOnlyAccess {
        let files = FileManager.default
        let wal = (try? files.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber)?.int64Value ?? 0
        let isInUse = SharedMemoryLocks.isHeld(path + "-shm")
        guard wal > 0 || isInUse == true else { return understandsURIs ? .immutable : .copy }
        let canShare =
            isInUse != false && files.isWritableFile(atPath: path + "-shm")
            && files.isWritableFile(atPath: (path as NSString).deletingLastPathComponent)
        return canShare ? .sharedMemory : .copy
    }

    /// GRDB opens connections without the flag for URIs; a library built with the option takes them all the same.
    private static let understandsURIs = sqlite3_compileoption_used("USE_URI") != 0
}
