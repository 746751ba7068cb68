import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file beside a store whose backup is put back: new accounts have to be drawn before the store is served.
///
/// It is on the disk before the first file is replaced, and removed after the accounts are. So a process that dies in between leaves
/// the work to whoever opens the store next. Who has the file locked does the work; others wait.
final class RestoreMarker {
    private let handle: FileHandle
    private let path: String

    private init(_ handle: FileHandle, _ path: String) { (self.handle, self.path) = (handle, path) }

    deinit { try? handle.close() }

    /// Begins a restore.
    static func begin(beside store: URL) throws -> RestoreMarker {
        let marker = try open(path(store), O_RDWR | O_CREAT)
        guard let marker else { throw failure(path(store)) }
        try marker.handle.synchronize()
        try synchronizeFolder(of: store)
        return marker
    }

    /// The marker of a restore that was not ended; nil where there is none.
    static func left(beside store: URL) throws -> RestoreMarker? {
        let path = path(store)
        guard FileManager.default.fileExists(atPath: path), let marker = try open(path, O_RDWR) else { return nil }
        // The one that had it locked may have ended its work.
        return FileManager.default.fileExists(atPath: path) ? marker : nil
    }

    /// Ends the restore.
    func remove() throws {
        try FileManager.default.removeItem(atPath: path)
        try Self.synchronizeFolder(of: URL(fileURLWithPath: path))
    }

    private static func path(_ store: URL) -> String { store.path + "-restoring" }

    /// Opens the file and locks it; nil where it is not there.
    private static func open(_ path: String, _ flags: Int32) throws -> RestoreMarker? {
        let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o600)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw failure(path) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = flock(descriptor, LOCK_EX)
        while status != 0, errno == EINTR { status = flock(descriptor, LOCK_EX) }
        guard status == 0 else { throw failure(path) }
        return RestoreMarker(handle, path)
    }

    private static func synchronizeFolder(of file: URL) throws {
        let folder = file.deletingLastPathComponent().path
        let descriptor = Foundation.open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(folder) }
    }

    private static func failure(_ path: String) -> ServerError {
        ServerError("\(path) cannot be used (error \(errno)). The folder of the store has to be writable.")
    }
}
