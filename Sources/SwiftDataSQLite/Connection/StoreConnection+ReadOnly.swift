import Foundation
import GRDB
import SwiftDataCore

extension StoreConnection {
    /// A file that is only read, with nothing written to it or beside it.
    /// - Parameter reason: Why nothing may be written, unless the caller wished it.
    /// - Throws: ``StoreError`` with the cause.
    package static func readOnlyFile(
        _ path: String,
        settings: ConnectionSettings = ConnectionSettings(),
        reason: String? = nil
    ) throws -> StoreConnection {
        let path = StorePath.resolved(path)
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw StoreError(.cannotOpen, "There is no store at \(path), and allowsSave: false creates none.")
        }
        guard !isFolder.boolValue else { throw StoreError(.cannotOpen, "\(path) is a folder, not a store.") }
        guard files.isReadableFile(atPath: path) else {
            throw StoreError(.noPermission, "The store at \(path) may not be read by this process.")
        }
        let source = try opening(path: path) {
            try ReadOnlyConnection(path, configuration: settings.configuration(isReadOnly: true))
        }
        return StoreConnection(source, path: path, isReadOnly: true, readOnlyReason: reason, settings: settings)
    }
}
