public import Foundation
public import SwiftDataCore

extension ModelContainer {
    /// Copies the stores of the container to a new folder, while contexts and other processes go on to write.
    ///
    /// An addition to Apple's API. Each store is copied as it is at one moment, with its large values; the moments of two
    /// stores are not the same. The folder has one file for each store, of the same name, and the folders of large values
    /// beside them. A copy is opened as any store is, by a ``ModelConfiguration`` with its URL; a store in memory becomes
    /// a file that has the name of its configuration.
    ///
    /// The folder appears under its name when everything in it is complete and on the disk. Until then it has a name that
    /// begins with a dot and ends with `_BACKUP-` and some digits.
    ///
    /// The call may be made from any thread or actor. It blocks its thread until the copy is complete, so that an app
    /// makes it from a detached task. Cancelling the task ends it; then, and after any error, nothing is left of the
    /// copy. If it cannot be removed either, the files under the folder's name are complete.
    ///
    /// ```swift
    /// try await Task.detached {
    ///     try container.backup(to: folder) { print("\(Int($0.fractionCompleted * 100)) %") }
    /// }.value
    /// ```
    /// - Parameters:
    ///   - folder: The path of the new folder. Nothing may be there yet, but its parent must exist.
    ///   - progress: Is called now and then, on the thread of the call. An error that it throws ends the backup.
    /// - Returns: The files of the copies, in the order of the container's configurations.
    /// - Throws: ``StoreError`` with code `alreadyExists` where a file or folder has the path of the folder,
    ///   `missingFolder`, `noPermission`, `diskFull`, or `locked` where large values are replaced faster than they can
    ///   be copied; ``DataStoreError/unsupportedFeature`` for a container with a store of another type than
    ///   ``DefaultStore``; `CancellationError`; and the errors of `progress`.
    @discardableResult
    public func backup(
        to folder: URL,
        progress: (BackupProgress) throws -> Void = { _ in }
    ) throws -> [URL] {
        let stores = try core.stores.map { store in
            guard let store = store.object as? DefaultStore else { throw DataStoreError.unsupportedFeature }
            return store
        }
        let files = stores.first?.external.files ?? ConnectionSettings.ordinary.files
        let permissions = stores.first?.external.permissions ?? FilePermissions()
        let names = BackupNames.names(for: stores)
        let target = try BackupFolder(folder.path, permissions, files)
        try target.fill { path in
            for (number, (store, name)) in zip(stores, names).enumerated() {
                let backup = StoreBackup(store.connection, store.external, blocksWriters: true)
                try backup.copy(to: (path as NSString).appendingPathComponent(name)) { completed, total in
                    try Task.checkCancellation()
                    try progress(
                        BackupProgress(
                            name: store.name,
                            completedByteCount: completed,
                            totalByteCount: total,
                            storeNumber: number + 1,
                            storeCount: stores.count
                        )
                    )
                }
            }
        }
        return names.map { URL(fileURLWithPath: (target.path as NSString).appendingPathComponent($0)) }
    }
}

/// The names of the files in a backup.
private enum BackupNames {
    /// The names of the stores' own files. A configuration has a name that no other has, which distinguishes files of
    /// one name.
    static func names(for stores: [DefaultStore]) -> [String] {
        var taken: Set<String> = []
        return stores.map { store in
            let own = store.connection.path.map { ($0 as NSString).lastPathComponent }
            let safe = store.name.replacingOccurrences(of: "/", with: "_")
            var name = own ?? "\(safe).store"
            if !taken.insert(stem(name)).inserted {
                name = "\(safe)-\(name)"
                while !taken.insert(stem(name)).inserted { name = "_\(name)" }
            }
            return name
        }
    }

    /// Files whose names differ in their extensions share a folder of large values.
    private static func stem(_ name: String) -> String { (name as NSString).deletingPathExtension.lowercased() }
}
