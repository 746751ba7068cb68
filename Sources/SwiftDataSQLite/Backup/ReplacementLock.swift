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

/// The lock of SQLite's that keeps all others out, on a file that SQLite itself refuses to open.
final class ReplacementLock {
    #if os(Windows)
        init?(_ path: String) throws {}
    #else
        private let descriptor: CInt

        /// Nil where somebody else has a lock on the file.
        init?(_ path: String) throws {
            let descriptor = open(path, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileFailure("open", path, errno) }
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            lock.l_whence = Int16(SEEK_SET)
            lock.l_start = Self.firstByte
            lock.l_len = Self.byteCount
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
        private static let firstByte = off_t(0x4000_0000)
        private static let byteCount = off_t(2 + 510)
    #endif
}
