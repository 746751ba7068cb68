import Foundation

/// The `-shm` file beside a store: every connection in WAL mode holds a lock on one byte of it.
struct SharedMemoryFile {
    let path: String

    init(store: String) {
        path = store + "-shm"
    }

    /// Whether another process has the store open. Not for a store that this process has open: see ``OpenFiles``.
    var isInUse: Bool {
        #if os(Windows)
            return FileManager.default.fileExists(atPath: path)
        #else
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return false }
            defer { close(file) }
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            lock.l_whence = Int16(SEEK_SET)
            lock.l_start = Self.deadManSwitch
            lock.l_len = 1
            guard fcntl(file, F_GETLK, &lock) == 0 else { return true }
            return lock.l_type != Int16(F_UNLCK)
        #endif
    }

    /// The byte that is locked for as long as a connection is open, from SQLite's file format of the wal-index.
    private static let deadManSwitch = off_t(128)
}
