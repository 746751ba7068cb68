import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// Some bytes of a file, on which processes have locks. SQLite's file formats define the meaning of each lock.
struct LockedBytes {
    let first: Int64
    let count: Int64

    /// True if another process has a lock there; nil where the system does not report it.
    ///
    /// Not for a file that this process has open, as its own locks end when it closes the file: see ``OpenFiles``.
    func areLocked(in path: String) -> Bool? {
        #if os(Windows) || PORTABLE_FALLBACKS
            return nil
        #else
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return false }
            defer { close(file) }
            var lock = lock
            guard fcntl(file, F_GETLK, &lock) == 0 else { return true }
            return lock.l_type != Int16(F_UNLCK)
        #endif
    }

    #if !os(Windows) && !PORTABLE_FALLBACKS
        fileprivate var lock: flock {
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            lock.l_whence = Int16(SEEK_SET)
            lock.l_start = off_t(first)
            lock.l_len = off_t(count)
            return lock
        }
    #endif
}

/// The lock of SQLite's that keeps all other processes out, on a file that SQLite itself refuses to open.
///
/// If the system has no such locks, no process is kept out.
final class ReplacementLock {
    #if os(Windows) || PORTABLE_FALLBACKS
        init?(_ path: String) throws {}
    #else
        private let descriptor: CInt

        /// Nil where another process has a lock on the file.
        init?(_ path: String) throws {
            let descriptor = open(path, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileFailure("open", path, errno) }
            var lock = Self.bytes.lock
            guard fcntl(descriptor, F_SETLK, &lock) == 0 else {
                let number = errno
                _ = close(descriptor)
                if number == EACCES || number == EAGAIN { return nil }
                throw FileFailure("fcntl", path, number)
            }
            self.descriptor = descriptor
        }

        deinit { _ = close(descriptor) }

        /// The bytes for waiting, for writing and for reading, from SQLite's file format.
        private static let bytes = LockedBytes(first: 0x4000_0000, count: 2 + 510)
    #endif
}
