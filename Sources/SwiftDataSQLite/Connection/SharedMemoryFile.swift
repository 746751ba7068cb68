import Foundation

/// The `-shm` file beside a store: every connection in WAL mode holds a lock on one byte of it.
struct SharedMemoryFile {
    let path: String

    init(store: String) {
        path = store + "-shm"
    }

    /// True if another process has the store open. Where the system does not report it, an existing file counts as one
    /// in use. Not for a store that this process has open: see ``OpenFiles``.
    var isInUse: Bool {
        Self.deadManSwitch.areLocked(in: path) ?? FileManager.default.fileExists(atPath: path)
    }

    /// The byte that is locked for as long as a connection is open, from SQLite's file format of the wal-index.
    private static let deadManSwitch = LockedBytes(first: 128, count: 1)
}
