import Foundation

extension StoreBackup {
    /// Copies the store of a file to a new folder. The store is only read.
    /// - Returns: The file of the copy, and the names of the files of large values that the store has lost.
    /// - Throws: ``StoreError``; nothing is left of the copy then.
    package static func copyStore(
        at path: String,
        to folder: String,
        settings: ConnectionSettings = .ordinary,
        _ report: (Int64, Int64) throws -> Void
    ) throws -> (file: String, lost: [String]) {
        let store = StorePath.resolved(path)
        let external = ExternalStorage(storePath: store, files: settings.files)
        let target = try BackupFolder(folder, external.permissions, settings.files)
        let source = try StoreConnection.readOnlyFile(store, settings: settings)
        defer { try? source.close() }
        // A file that is no store of ours or Core Data's is not copied as one.
        _ = try source.read { try StoreDescription($0, path: store) }
        let name = (store as NSString).lastPathComponent
        let lost = try target.fill { folder in
            try StoreBackup(source, external, blocksWriters: false)
                .copy(to: (folder as NSString).appendingPathComponent(name), report)
        }
        return ((target.path as NSString).appendingPathComponent(name), lost)
    }
}
