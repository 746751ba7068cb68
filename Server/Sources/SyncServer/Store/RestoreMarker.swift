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

    /// The tokens that were revoked in the store that is replaced, by their public halves, with the seconds of their ends.
    let revoked: [String: Double]

    private init(_ handle: FileHandle, _ path: String, _ revoked: [String: Double]) {
        (self.handle, self.path, self.revoked) = (handle, path, revoked)
    }

    deinit { try? handle.close() }

    /// Begins a restore.
    static func begin(beside store: URL, revoked: [String: Double]) throws -> RestoreMarker {
        let marker = try open(path(store), O_RDWR | O_CREAT)
        guard let marker else { throw failure(path(store)) }
        try marker.handle.truncate(atOffset: 0)
        // Those of a restore that has died stay, should its store not be readable.
        let all = marker.revoked.merging(revoked) { old, _ in old }
        try marker.handle.write(contentsOf: JSONEncoder().encode(all))
        try marker.handle.synchronize()
        try synchronizeFolder(of: URL(fileURLWithPath: marker.path))
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

    private static func path(_ store: URL) -> String { store.resolvingSymlinksInPath().path + "-restoring" }

    /// Opens the file and locks it; nil where it is not there.
    private static func open(_ path: String, _ flags: Int32) throws -> RestoreMarker? {
        let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o600)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw failure(path) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = flock(descriptor, LOCK_EX)
        while status != 0, errno == EINTR { status = flock(descriptor, LOCK_EX) }
        guard status == 0 else { throw failure(path) }
        // A file whose writing was cut off belongs to a restore that has replaced nothing.
        let text = try handle.readToEnd() ?? Data()
        return RestoreMarker(handle, path, (try? JSONDecoder().decode([String: Double].self, from: text)) ?? [:])
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
