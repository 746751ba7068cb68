import Foundation
import GRDB
import SwiftDataCore

extension StoreConnection {
    /// A file that is only read, with nothing written to it or beside it.
    /// - Parameter reason: The reason for read-only access, unless the caller asked for it.
    /// - Throws: ``StoreError`` with the cause.
    package static func readOnlyFile(
        _ path: String,
        settings: ConnectionSettings = .ordinary,
        reason: String? = nil
    ) throws -> StoreConnection {
        let path = StorePath.resolved(path)
        try checkReadable(path)
        let source = try opening(path: path) { try ReadOnlyConnection(path, settings: settings) }
        return StoreConnection(source, path: path, isReadOnly: true, readOnlyReason: reason, settings: settings)
    }

    /// A file that is looked at before it is opened for writing, with nothing written to it or beside it. To be closed.
    ///
    /// If no process has the file open, it can be locked for as long as the connection is open.
    /// - Returns: Nil where there is no file, or an empty one.
    /// - Throws: ``StoreError`` with the cause.
    static func lookedAt(_ path: String, settings: ConnectionSettings) throws -> StoreConnection? {
        let path = StorePath.resolved(path)
        guard FileManager.default.fileExists(atPath: path), FileFingerprint.size(path) != 0 else { return nil }
        try checkReadable(path)
        let source = try opening(path: path) { try ReadOnlyConnection(path, settings: settings, isLook: true) }
        return StoreConnection(source, path: path, isReadOnly: true, settings: settings)
    }

    private static func checkReadable(_ path: String) throws {
        try OpenFiles.checkProcess(path)
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw StoreError(.cannotOpen, "There is no store at \(path), and allowsSave: false creates none.")
        }
        guard !isFolder.boolValue else { throw StoreError(.cannotOpen, "\(path) is a folder, not a store.") }
        guard files.isReadableFile(atPath: path) else {
            throw StoreError(.noPermission, "The store at \(path) may not be read by this process.")
        }
    }
}
