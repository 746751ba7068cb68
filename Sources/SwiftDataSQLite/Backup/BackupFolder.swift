import Foundation
import SwiftDataCore

/// A new folder that appears under its name when everything in it is complete and on the disk.
package struct BackupFolder {
    /// The place of the finished backup, with links followed.
    package let path: String
    private let permissions: FilePermissions
    private let files: any FileCalls

    /// - Parameter permissions: The permissions of the files in it.
    /// - Throws: ``StoreError`` with code `alreadyExists` where something is at the path.
    package init(_ path: String, _ permissions: FilePermissions, _ files: any FileCalls) throws {
        self.path = StorePath.resolved(path)
        self.permissions = permissions
        self.files = files
        try checkFree()
    }

    private func checkFree() throws {
        guard !MissingFile.isKnown(path) else { return }
        throw StoreError(
            .alreadyExists,
            "There is already a file or folder at \(path). A backup goes to a new folder; choose another name, or move what is "
                + "there."
        )
    }

    /// Makes the folder, where the body makes its content.
    /// - Parameter body: Is given the path that the folder has meanwhile. Files that it makes are on the disk when it
    ///   returns, names in folders need not be.
    /// - Throws: ``StoreError``, and the errors of the body. The folder is removed then.
    package func fill<Result>(_ body: (String) throws -> Result) throws -> Result {
        let place = path as NSString
        let parent = place.deletingLastPathComponent
        let mark = UUID().uuidString.prefix(8)
        let temporary = (parent as NSString).appendingPathComponent(".\(place.lastPathComponent)_BACKUP-\(mark)")
        var isNamed = false
        do {
            _ = try files.makeFolder(temporary, permissions)
            let result = try body(temporary)
            try syncFolders(temporary)
            // Another process may have taken the name meanwhile.
            try checkFree()
            do {
                try files.rename(temporary, to: path)
            } catch let failure as FileFailure where [EEXIST, ENOTEMPTY, ENOTDIR].contains(failure.number) {
                try checkFree()
                throw failure
            }
            isNamed = true
            try files.syncFolder(parent)
            return result
        } catch {
            if !isNamed || isRenamedBack(temporary) { remove(temporary) }
            throw (error as? FileFailure)?.backupError ?? error
        }
    }

    /// Takes the name from the folder again: under its name it is whole or not there, whatever ends its removal.
    private func isRenamedBack(_ temporary: String) -> Bool {
        do {
            try files.rename(path, to: temporary)
            try files.syncFolder((path as NSString).deletingLastPathComponent)
            return true
        } catch {
            log.notice("A complete backup at \(path), or at \(temporary), could not be removed: \(error)")
            return false
        }
    }

    private func syncFolders(_ folder: String) throws {
        for name in try names(in: folder) {
            let path = (folder as NSString).appendingPathComponent(name)
            if MissingFile.isFolder(path) { try syncFolders(path) }
        }
        try files.syncFolder(folder)
    }

    private func names(in folder: String) throws -> [String] {
        do {
            return try files.names(in: folder)
        } catch {
            throw StoreError(.cannotOpen, "The folder \(folder) could not be listed.", underlying: error)
        }
    }

    /// Removes an unfinished backup.
    private func remove(_ folder: String) {
        guard MissingFile.isFolder(folder) else { return }
        do {
            for name in try names(in: folder) {
                let path = (folder as NSString).appendingPathComponent(name)
                if MissingFile.isFolder(path) { remove(path) } else { _ = try files.remove(path) }
            }
        } catch {
            log.notice("\(folder) is left over from a failed backup, and could not be removed: \(error)")
        }
        files.removeFolder(folder)
    }
}

extension FileFailure {
    /// The error of a backup or a restore.
    var backupError: StoreError { StoreError(code, "A file could not be copied: \(description).", underlying: self) }
}
