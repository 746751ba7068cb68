import Foundation
import SwiftDataCore

// If there is no store, or one that SQLite cannot open, a new file takes its place.

extension StoreRestore {
    func replaceFile(by source: StoreConnection, _ report: (Int64, Int64) throws -> Void) throws -> [String] {
        let exists = !MissingFile.isKnown(store)
        // SQLite's locks are of no use where it cannot read the file; connections that have it open are from before the
        // damage. The locks of a process on a file end when it closes the file, as a copy does.
        let isFree = try OpenFiles.peek(store) {
            try !SharedMemoryFile(store: store).isInUse && (!exists || ReplacementLock(store) != nil)
        }
        guard isFree == true else { throw StoreConnection.inUse(store) }
        let permissions = FilePermissions(of: exists ? store : backup)
        if exists, let kept { try keep(kept, permissions, report) }
        let made = try makeOwnFolder(permissions, replacing: exists ? [] : nil, by: source)
        let external = ExternalStorage(storePath: store, files: files)
        var work = RestoredFiles(from: source, backup, to: external, permissions, files)
        let replacement = RestoreMark(store)
        var isReplaced = false
        do {
            try work.copy(report)
            try work.note(replacement)
            let (size, total, pages) = (work.size, work.total, work.pageSize)
            try files.write(Data(), to: replacement.newFile, permissions)
            let copy = StoreBackup(source, ExternalStorage(storePath: backup, files: files), blocksWriters: false)
            try copy.copyRows(to: replacement.newFile) { try report(size + Int64(Double(pages) * $0), total) }
            try files.syncFile(replacement.newFile)
            try report(total, total)
            // No process has opened or made a store here meanwhile, nor does one before the new one is in its place.
            let isDone: Void? = try OpenFiles.peek(store) {
                guard exists == !MissingFile.isKnown(store) else { throw StoreConnection.inUse(store) }
                let lock = exists ? try ReplacementLock(store) : nil
                if exists, lock == nil { throw StoreConnection.inUse(store) }
                try withExtendedLifetime(lock) { try takePlace(replacement, &isReplaced) }
            }
            if isDone == nil { throw StoreConnection.inUse(store) }
        } catch {
            // The files are the new store's from the moment on in which it has its name.
            if isReplaced {
                work.leave()
            } else {
                work.rollBack(isOver: isRolledBack(replacement))
                if let made { files.removeFolder(made) }
            }
            throw error
        }
        if isCleared(replacement) { work.finish(obsolete: []) } else { work.leave() }
        return work.missing
    }

    /// Gives the new file the name of the store. The files of SQLite beside the old one are removed first: they would
    /// be taken for the new one's.
    private func takePlace(_ replacement: RestoreMark, _ isReplaced: inout Bool) throws {
        let logs = RestoreMark.logs.filter { !MissingFile.isKnown(store + $0) }
        if !logs.isEmpty {
            // As long as the new file has its own name, a process that finds the logs under their new names puts them
            // back.
            try files.syncFolder(replacement.folder)
            for suffix in logs { try files.rename(store + suffix, to: replacement.oldLog(suffix)) }
            // A power cut must not bring the one back and keep the other.
            try files.syncFolder(replacement.folder)
        }
        try files.rename(replacement.newFile, to: store)
        isReplaced = true
        try files.syncFolder(replacement.folder)
    }

    /// Removes the files that the restore made beside the store.
    /// - Returns: False where something is left.
    private func isRolledBack(_ replacement: RestoreMark) -> Bool {
        do {
            try replacement.rollBack(files)
            return true
        } catch {
            log.notice("\(store) is unchanged, but files of a restore are left beside it: \(error)")
            return false
        }
    }

    /// Removes the files of the replaced store.
    /// - Returns: False where something is left.
    private func isCleared(_ replacement: RestoreMark) -> Bool {
        do {
            try replacement.clear(files)
            return true
        } catch {
            log.notice("Files are left of a restore of \(store): \(error)")
            return false
        }
    }

    /// Copies the files of a store that cannot be read, byte by byte.
    private func keep(
        _ kept: String,
        _ permissions: FilePermissions,
        _ report: (Int64, Int64) throws -> Void
    ) throws {
        let external = ExternalStorage(storePath: store, files: files)
        let name = (store as NSString).lastPathComponent
        try BackupFolder(kept, permissions, files).fill { folder in
            let target = (folder as NSString).appendingPathComponent(name)
            for suffix in ["", "-wal", "-journal"] where !MissingFile.isKnown(store + suffix) {
                try files.copy(store + suffix, to: target + suffix, permissions) { _ in try report(0, 1) }
            }
            let copies = ExternalStorage(storePath: target, files: files)
            guard let place = copies.folder?.path else { return }
            var files = CopiedFiles(from: external, to: place, permissions, files)
            // It cannot be determined which of them are its own.
            for name in try external.names() where UUID(uuidString: name) != nil {
                _ = try files.add(name) { _ in try report(0, 1) }
            }
        }
    }
}
