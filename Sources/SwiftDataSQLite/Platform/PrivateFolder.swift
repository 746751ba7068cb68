import Foundation
import SwiftDataCore

/// A folder in the temporary one that belongs to this user alone, and that is locked for as long as it is used: a
/// folder without a lock was left by a process that has ended.
final class PrivateFolder: Sendable {
    let path: String
    private let names: [String]
    private static let prefix = "OpenSwiftData-"

    #if os(Windows) || PORTABLE_FALLBACKS
        // A file that is open stays where it is. The folder is the user's own.
        init(names: [String]) throws {
            path = Self.parent + "/" + Self.prefix + UUID().uuidString
            self.names = names
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { remove() }

        func remove() { try? FileManager.default.removeItem(atPath: path) }

        static func removeFile(_ path: String) throws {
            if !MissingFile.isKnown(path) { try FileManager.default.removeItem(atPath: path) }
        }

        static func copyFile(_ source: String, to path: String) throws {
            if !MissingFile.isKnown(source) { try FileManager.default.copyItem(atPath: source, toPath: path) }
        }
    #else
        /// Nil after the folder was removed.
        private let lock: Locked<CInt?>

        /// - Parameter names: Of all files that can be in it.
        init(names: [String]) throws {
            self.names = names
            Self.clearAway(names)
            for _ in 0..<Self.mostAttempts {
                let path = Self.parent + "/" + Self.prefix + UUID().uuidString
                guard mkdir(path, 0o700) == 0 else { throw FileFailure("mkdir", path, errno) }
                // Another process may take it for one that was left, as long as it is not locked.
                do {
                    if let descriptor = try Self.lock(path) {
                        (self.path, lock) = (path, Locked(descriptor))
                        return
                    }
                } catch {
                    rmdir(path)
                    throw error
                }
            }
            throw FileFailure("flock", Self.parent, EAGAIN)
        }

        deinit { remove() }

        private static let mostAttempts = 10

        /// Removes the folder with its files. Connections that have them open keep their content.
        func remove() {
            lock.withLock { descriptor in
                guard let open = descriptor else { return }
                descriptor = nil
                Self.remove(path, names)
                close(open)
            }
        }

        /// - Returns: The descriptor that has the lock; nil where the lock is taken, or where the folder was removed.
        private static func lock(_ path: String) throws -> CInt? {
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else {
                if errno == ENOENT { return nil }
                throw FileFailure("open", path, errno)
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let number = errno
                close(descriptor)
                if number == EWOULDBLOCK { return nil }
                throw FileFailure("flock", path, number)
            }
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
                let found = FileStatus(path), found.number == UInt64(truncatingIfNeeded: status.st_ino)
            {
                return descriptor
            }
            close(descriptor)
            return nil
        }

        /// Removes the folders that processes have left which ended with a signal.
        private static func clearAway(_ names: [String]) {
            let found = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
            for name in found
            where name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil {
                let path = parent + "/" + name
                // A folder that cannot be looked at, such as one of another user, stays.
                guard let descriptor = try? lock(path) else { continue }
                defer { close(descriptor) }
                guard let files = try? FileManager.default.contentsOfDirectory(atPath: path),
                    files.allSatisfy(names.contains)
                else { continue }
                remove(path, names)
            }
        }

        private static func remove(_ path: String, _ names: [String]) {
            for name in names { unlink(path + "/" + name) }
            // It stays where another process has put something else into it.
            rmdir(path)
        }

        static func removeFile(_ path: String) throws {
            guard unlink(path) == 0 || errno == ENOENT else { throw FileFailure("unlink", path, errno) }
        }

        /// Copies a file, if there is one, to one that only the user can read.
        static func copyFile(_ source: String, to path: String) throws {
            let input = open(source, O_RDONLY | O_CLOEXEC)
            guard input >= 0 else {
                if errno == ENOENT { return }
                throw FileFailure("open", source, errno)
            }
            defer { close(input) }
            let output = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard output >= 0 else { throw FileFailure("open", path, errno) }
            defer { close(output) }
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
            defer { bytes.deallocate() }
            while true {
                let count = read(input, bytes.baseAddress, bytes.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw FileFailure("read", source, errno) }
                if count == 0 { return }
                var written = 0
                while written < count {
                    let part = UnsafeRawBufferPointer(rebasing: bytes[written..<count])
                    let more = write(output, part.baseAddress, part.count)
                    if more < 0, errno == EINTR { continue }
                    guard more > 0 else { throw FileFailure("write", path, errno) }
                    written += more
                }
            }
        }
    #endif

    private static var parent: String {
        let path = FileManager.default.temporaryDirectory.path
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
