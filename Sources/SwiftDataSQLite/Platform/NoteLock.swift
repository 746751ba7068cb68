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

/// The lock on a note of a save, which ends with the process.
///
/// Without `flock` there are no notes, and a crash during a save may leave files behind.
package final class NoteLock {
    /// The file system has no such locks.
    struct Unsupported: Error {}

    #if os(Windows) || PORTABLE_FALLBACKS
        static let isSupported = false
        let path = ""

        init?(_ path: String) throws { return nil }

        func release() {}
    #else
        static let isSupported = true
        let path: String
        private var descriptor: CInt
        private let generation = ProcessGeneration.current

        /// Nil where the lock is taken, or where the file was removed.
        init?(_ path: String) throws {
            let opened = open(path, O_RDWR | O_CLOEXEC)
            guard opened >= 0 else {
                if errno == ENOENT { return nil }
                throw FileFailure("open", path, errno)
            }
            var locked = flock(opened, LOCK_EX | LOCK_NB)
            while locked != 0, errno == EINTR { locked = flock(opened, LOCK_EX | LOCK_NB) }
            if locked != 0 {
                let number = errno
                _ = close(opened)
                if number == EWOULDBLOCK { return nil }
                guard [ENOLCK, ENOSYS, EOPNOTSUPP, ENOTSUP].contains(number) else {
                    throw FileFailure("flock", path, number)
                }
                throw Unsupported()
            }
            var status = stat()
            guard fstat(opened, &status) == 0 else {
                let number = errno
                _ = close(opened)
                throw FileFailure("fstat", path, number)
            }
            // Between the two calls the owner may have removed it.
            guard status.st_nlink > 0 else {
                _ = close(opened)
                return nil
            }
            self.path = path
            descriptor = opened
        }

        deinit { release() }

        func release() {
            guard descriptor >= 0 else { return }
            // A child of a `fork` has a copy of the descriptor, which would keep the lock for as long as the child
            // runs. A child itself must not release the lock of its parent.
            if generation == ProcessGeneration.current { _ = flock(descriptor, LOCK_UN) }
            _ = close(exchange(&descriptor, with: -1))
        }
    #endif
}
