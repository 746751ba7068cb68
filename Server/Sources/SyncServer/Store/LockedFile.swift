import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that this process has locked, and that has its name still.
final class LockedFile {
    private let handle: FileHandle
    private(set) var path: String

    private init(_ handle: FileHandle, _ path: String) { (self.handle, self.path) = (handle, path) }

    // The lock ends with the handle, also where it cannot be closed by name.
    deinit { try? handle.close() }

    /// Opens a file and waits for its lock; nil where the file is not there.
    static func open(_ path: String, creating: Bool = false) throws -> LockedFile? {
        while true {
            let descriptor = Foundation.open(path, O_RDWR | O_CLOEXEC | (creating ? O_CREAT : 0), 0o600)
            if descriptor < 0, errno == ENOENT { return nil }
            guard descriptor >= 0 else { throw failure(path) }
            let file = LockedFile(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), path)
            var status = flock(descriptor, LOCK_EX)
            while status != 0, errno == EINTR { status = flock(descriptor, LOCK_EX) }
            guard status == 0 else { throw failure(path) }
            // The process that had it locked may have removed it, or put another one in its place.
            if try hasName(descriptor, path) { return file }
        }
    }

    private static func hasName(_ descriptor: Int32, _ path: String) throws -> Bool {
        var (own, named) = (stat(), stat())
        guard fstat(descriptor, &own) == 0 else { throw failure(path) }
        guard stat(path, &named) == 0 else {
            guard errno == ENOENT else { throw failure(path) }
            return false
        }
        return own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }

    func read() throws -> Data {
        try handle.seek(toOffset: 0)
        return try handle.readToEnd() ?? Data()
    }

    /// Gives the file other contents and another name, in one step: no file of that name exists in part.
    func move(to target: String, with contents: Data) throws {
        try handle.truncate(atOffset: 0)
        try handle.seek(toOffset: 0)
        try handle.write(contentsOf: contents)
        try handle.synchronize()
        guard rename(path, target) == 0 else { throw Self.failure(target) }
        path = target
        try synchronizeFolder()
    }

    func remove() throws {
        try FileManager.default.removeItem(atPath: path)
        try synchronizeFolder()
    }

    private func synchronizeFolder() throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = Foundation.open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Self.failure(folder) }
    }

    private static func failure(_ path: String) -> ServerError {
        ServerError("\(path) cannot be used (error \(errno)). The folder of the store has to be writable.")
    }
}
