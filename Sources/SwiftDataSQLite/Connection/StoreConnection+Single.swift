import Foundation
import GRDB
import SwiftDataCore

extension StoreConnection {
    /// An existing file that may be written, on one connection, in the journal mode that it has: for tools, which leave
    /// as much as possible as it was.
    /// - Throws: ``StoreError`` with the cause.
    package static func singleFile(
        _ path: String,
        settings: ConnectionSettings = .ordinary
    ) throws -> StoreConnection {
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
            throw StoreError(.cannotOpen, "There is no store at \(path).")
        }
        guard files.isReadableFile(atPath: path), files.isWritableFile(atPath: path) else {
            throw StoreError(.noPermission, "This process may not write the store at \(path).")
        }
        try OpenFiles.checkProcess(path)
        let mark = OpenFiles.Mark(path)
        let queue = try opening(path: path) {
            try DatabaseQueue(path: path, configuration: settings.configuration(isReadOnly: false))
        }
        return StoreConnection(FixedConnection(queue, mark), path: path, isReadOnly: false, settings: settings)
    }
}
