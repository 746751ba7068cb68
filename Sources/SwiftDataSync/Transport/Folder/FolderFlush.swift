package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// Makes the names in folders durable: a file that is flushed itself is lost in a power cut as long as its folder does not have
/// its name on the disk.
package enum FolderFlush {
    #if os(Windows)
        /// Does nothing: the system has no such call.
        package static func flush(_ folder: URL) throws(SyncTransportError) {}
    #else
        /// Flushes an open folder, and returns 0 or the number of the error. Tests replace it, since no file system fails
        /// when it is asked to.
        @TaskLocal package static var synchronize: @Sendable (Int32) -> Int32 = { fsync($0) == 0 ? 0 : errno }

        /// Makes the names in a folder durable, where the file system can.
        /// - Throws: ``SyncTransportError`` where the file system reports a failure.
        package static func flush(_ folder: URL) throws(SyncTransportError) {
            let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { throw failure(folder, errno) }
            defer { close(descriptor) }
            var number = synchronize(descriptor)
            while number == EINTR { number = synchronize(descriptor) }
            // Some file systems cannot flush a folder, such as network drives: they write names at once, or promise nothing.
            guard number != 0, number != EINVAL, number != ENOTSUP else { return }
            throw failure(folder, number)
        }

        private static func failure(_ folder: URL, _ number: Int32) -> SyncTransportError {
            let error = POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
            return FolderFiles.failure("write to the disk the names in", folder, error)
        }
    #endif
}
