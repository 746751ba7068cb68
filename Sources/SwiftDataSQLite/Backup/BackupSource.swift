import Foundation
import SwiftDataCore

/// The store that is to be restored.
enum BackupSource {
    /// The file that a path means: a store, or in a folder that a backup has made the one for the store.
    /// - Throws: ``StoreError`` with code `cannotOpen` where it cannot be determined.
    static func file(at path: String, for store: String, _ files: any FileCalls) throws -> String {
        guard MissingFile.isFolder(path) else {
            guard !MissingFile.isKnown(path) else { throw StoreError(.cannotOpen, "There is no backup at \(path).") }
            return StorePath.resolved(path)
        }
        let all: [String]
        do {
            all = try files.names(in: path)
        } catch {
            throw StoreError(.cannotOpen, "The folder \(path) of a backup could not be listed.", underlying: error)
        }
        let names = all.filter { name in
            !name.hasPrefix(".") && !["-wal", "-shm", "-journal"].contains { name.hasSuffix($0) }
        }
        let name = (store as NSString).lastPathComponent
        let found = names.count == 1 ? names : names.filter { $0 == name }
        guard let only = found.first, found.count == 1 else {
            throw StoreError(
                .cannotOpen,
                names.isEmpty
                    ? "There is no backup in the folder \(path)."
                    : "The folder \(path) has several stores: name the file of the one to restore."
            )
        }
        return StorePath.resolved((path as NSString).appendingPathComponent(only))
    }

    /// Checks if a file can be restored, before anything is changed.
    /// - Throws: ``StoreError`` with code `notADatabase` for a file that is no store, or is damaged.
    static func check(_ backup: StoreConnection, path: String) throws {
        try backup.read { runner in
            guard try FileModel.ifAny(runner, path: path) != nil else {
                throw StoreError(.notADatabase, "\(path) is empty: there is no store to restore in it.")
            }
            let problems = try runner.strings("PRAGMA quick_check(1)")
            guard problems == ["ok"] else {
                throw StoreError(
                    .notADatabase,
                    "The backup at \(path) is damaged; nothing was restored. `openswiftdata salvage` makes a store of "
                        + "what can be read."
                )
            }
        }
    }
}
