#if !os(Windows) && !PORTABLE_FALLBACKS
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

    /// The call of the system, which the method of the same name hides.
    private func renameItem(_ path: String, _ newPath: String) -> CInt { rename(path, newPath) }

    extension SystemFiles {
        package func makeFolder(_ path: String, _ permissions: FilePermissions) throws -> Bool {
            guard mkdir(path, mode_t(permissions.folderMode)) == 0 else {
                if errno == EEXIST, MissingFile.isFolder(path) { return false }
                throw FileFailure("mkdir", path, errno)
            }
            guard !permissions.isMasked else { return true }
            // The mask of the process must not restrict the mode, where the file system has modes.
            _ = chmod(path, mode_t(permissions.folderMode))
            setOwner(permissions) { chown(path, $0, $1) }
            return true
        }

        package func write(_ data: Data, to path: String, _ permissions: FilePermissions) throws {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions.mode))
            guard descriptor >= 0 else { throw FileFailure("open", path, errno) }
            do {
                _ = fchmod(descriptor, mode_t(permissions.mode))
                setOwner(permissions) { fchown(descriptor, $0, $1) }
                try Self.write(data, descriptor, path)
                guard fsync(descriptor) == 0 else { throw FileFailure("fsync", path, errno) }
            } catch {
                _ = close(descriptor)
                throw error
            }
            guard close(descriptor) == 0 else { throw FileFailure("close", path, errno) }
        }

        package func append(_ data: Data, to path: String) throws {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileFailure("open", path, errno) }
            defer { _ = close(descriptor) }
            let end = lseek(descriptor, 0, SEEK_END)
            guard end >= 0 else { throw FileFailure("lseek", path, errno) }
            try Self.write(data, descriptor, path, at: end)
            guard fsync(descriptor) == 0 else { throw FileFailure("fsync", path, errno) }
        }

        private static func write(_ data: Data, _ descriptor: CInt, _ path: String, at start: off_t = 0) throws {
            try data.withUnsafeBytes { bytes in
                var offset = 0
                while offset < bytes.count {
                    let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
                    let count = pwrite(descriptor, rest.baseAddress, rest.count, start + off_t(offset))
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { throw FileFailure("write", path, errno) }
                    offset += count
                }
            }
        }

        package func copy(
            _ source: String,
            to path: String,
            _ permissions: FilePermissions,
            _ progress: (Int64) throws -> Void
        ) throws {
            let input = open(source, O_RDONLY | O_CLOEXEC)
            guard input >= 0 else { throw FileFailure("open", source, errno) }
            defer { _ = close(input) }
            let output = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions.mode))
            guard output >= 0 else { throw FileFailure("open", path, errno) }
            do {
                _ = fchmod(output, mode_t(permissions.mode))
                setOwner(permissions) { fchown(output, $0, $1) }
                var offset = 0
                while case let part = try Self.part(of: input, at: offset, source), !part.isEmpty {
                    try Self.write(part, output, path, at: offset)
                    offset += part.count
                    try progress(Int64(part.count))
                }
                guard fsync(output) == 0 else { throw FileFailure("fsync", path, errno) }
            } catch {
                _ = close(output)
                throw error
            }
            guard close(output) == 0 else { throw FileFailure("close", path, errno) }
        }

        private static let partSize = 1 << 20

        /// The part of a file from a place on; empty at its end.
        private static func part(of descriptor: CInt, at start: Int, _ path: String) throws -> Data {
            var data = Data(count: partSize)
            while true {
                let count = data.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(start)) }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw FileFailure("read", path, errno) }
                data.count = count
                return data
            }
        }

        package func rename(_ path: String, to newPath: String) throws {
            guard renameItem(path, newPath) == 0 else { throw FileFailure("rename", newPath, errno) }
        }

        package func syncFile(_ path: String) throws {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileFailure("open", path, errno) }
            defer { _ = close(descriptor) }
            guard fsync(descriptor) == 0 else { throw FileFailure("fsync", path, errno) }
        }

        package func syncFolder(_ path: String) throws {
            let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileFailure("open", path, errno) }
            defer { _ = close(descriptor) }
            // File systems that cannot sync a folder say that the call is none for it.
            guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
                throw FileFailure("fsync", path, errno)
            }
        }

        package func remove(_ path: String) throws -> Bool {
            if unlink(path) == 0 { return true }
            if errno == ENOENT { return false }
            throw FileFailure("unlink", path, errno)
        }

        package func removeFolder(_ path: String) { _ = rmdir(path) }

        /// Sets the owner and the group of a file. Only the superuser may give a file to another user, and each user to
        /// the groups of their own. A refused file keeps the owner and group of the process.
        private func setOwner(_ permissions: FilePermissions, _ change: (uid_t, gid_t) -> CInt) {
            guard let owner = permissions.owner, let group = permissions.group,
                owner != geteuid() || group != getegid()
            else { return }
            if change(owner, group) != 0 { _ = change(uid_t.max, group) }
        }
    }
#endif
