import Foundation
import SwiftDataCore

// Where there is no store, or one that SQLite cannot open: a new file takes its place.

extension StoreRestore {
    /// The files of SQLite's that belong to a store's file.
    private static let logs = ["-wal", "-journal", "-shm"]

    func replaceFile(by source: StoreConnection, _ report: (Int64, Int64) throws -> Void) throws -> [String] {
        let exists = !MissingFile.isKnown(store)
        // SQLite's locks are of no use where it cannot read the file; what has it open was there before the damage.
        // The locks of a process on a file end when it closes the file, as a copy does.
        let isFree = try OpenFiles.peek(store) {
            try !SharedMemoryFile(store: store).isInUse && (!exists || ReplacementLock(store) != nil)
        }
        guard isFree == true else { throw StoreConnection.inUse(store) }
        let permissions = FilePermissions(of: exists ? store : backup)
        if exists, let kept { try keep(kept, permissions, report) }
        let place = store as NSString
        let mark = UUID().uuidString.prefix(8)
        let folder = place.deletingLastPathComponent as NSString
        let temporary = folder.appendingPathComponent(".\(place.lastPathComponent)_RESTORE-\(mark)")
        var work = RestoredFiles(
            from: source,
            backup,
            to: ExternalStorage(storePath: store, files: files),
            permissions,
            files
        )
        var isReplaced = false
        do {
            try work.copy(report)
            let (size, total, pages) = (work.size, work.total, work.pageSize)
            try files.write(Data(), to: temporary, permissions)
            let copy = StoreBackup(source, ExternalStorage(storePath: backup, files: files), letsOthersWait: false)
            try copy.copyRows(to: temporary) { try report(size + Int64(Double(pages) * $0), total) }
            try files.syncFile(temporary)
            try report(total, total)
            // Nobody has opened or made a store here meanwhile, nor does before the new one is in its place.
            let isDone: Void? = try OpenFiles.peek(store) {
                guard exists == !MissingFile.isKnown(store) else { throw StoreConnection.inUse(store) }
                let lock = exists ? try ReplacementLock(store) : nil
                if exists, lock == nil { throw StoreConnection.inUse(store) }
                try withExtendedLifetime(lock) { try takePlace(temporary, mark: String(mark), &isReplaced) }
            }
            if isDone == nil { throw StoreConnection.inUse(store) }
        } catch {
            // The files are the new store's from the moment on in which it has its name.
            if isReplaced { work.leave() } else { work.takeBack() }
            for name in [temporary] + Self.logs.map({ temporary + $0 }) {
                do { _ = try files.remove(name) } catch { log.notice("\(name) is left of a restore: \(error)") }
            }
            throw error
        }
        work.finish(obsolete: [])
        return work.missing
    }

    /// Gives the new file the name of the store. What SQLite wrote beside the old one goes first: it would be taken for the
    /// new one's.
    private func takePlace(_ temporary: String, mark: String, _ isReplaced: inout Bool) throws {
        let place = store as NSString
        let folder = place.deletingLastPathComponent
        var moved: [(from: String, to: String)] = []
        do {
            for suffix in Self.logs where !MissingFile.isKnown(store + suffix) {
                let name = ".\(place.lastPathComponent)_REPLACED-\(mark)\(suffix)"
                let target = (folder as NSString).appendingPathComponent(name)
                try files.rename(store + suffix, to: target)
                moved.append((store + suffix, target))
            }
            // A power cut must not bring the one back and keep the other.
            if !moved.isEmpty { try files.syncFolder(folder) }
            try files.rename(temporary, to: store)
            isReplaced = true
        } catch {
            for (from, to) in moved.reversed() {
                do { try files.rename(to, to: from) } catch { log.error("\(from) is now at \(to): \(error)") }
            }
            throw error
        }
        try files.syncFolder(folder)
        for (_, target) in moved {
            do { _ = try files.remove(target) } catch { log.notice("\(target) is left of a restore: \(error)") }
        }
    }

    /// Copies what there is of a store that cannot be read, byte by byte.
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
            // Which of them are its own, nobody can tell.
            for name in try external.names() where UUID(uuidString: name) != nil {
                _ = try files.add(name) { _ in try report(0, 1) }
            }
        }
    }
}
