import Foundation
import GRDB
import SwiftDataCore

/// Puts a backup in the place of a store: see docs/decisions/0024.
package struct StoreRestore {
    /// The file of the store, with links followed.
    package let store: String
    /// The file that is restored.
    package let backup: String
    let kept: String?
    let settings: ConnectionSettings

    var files: any FileCalls { settings.files }

    /// - Parameters:
    ///   - kept: A new folder for the store that is replaced.
    ///   - settings: The time to wait for other processes, and the calls that make files.
    /// - Throws: ``StoreError`` where the files to restore cannot be determined.
    package init(
        from backup: String,
        to store: String,
        keeping kept: String? = nil,
        settings: ConnectionSettings = .impatient
    ) throws {
        self.store = StorePath.resolved(store)
        self.backup = try BackupSource.file(at: backup, for: self.store, settings.files)
        self.kept = kept
        self.settings = settings
        guard self.backup != self.store else {
            throw StoreError(.alreadyExists, "\(self.store) is the backup itself.")
        }
    }

    /// - Parameter report: Is called with the number of copied bytes and the number of all bytes. If it throws, the
    ///   store stays as it was.
    /// - Returns: The names of files that rows of the backup name and that it does not have.
    /// - Throws: ``StoreError``, and the errors of `report`.
    @discardableResult
    package func run(_ report: (Int64, Int64) throws -> Void) throws -> [String] {
        if OpenFiles.isOpen(store) { throw StoreConnection.inUse(store) }
        if MissingFile.isFolder(store) { throw StoreError(.cannotOpen, "\(store) is a folder, not a store.") }
        try DeadRestores.finish(store, files)
        let source = try StoreConnection.readOnlyFile(backup, settings: settings)
        defer { try? source.close() }
        try BackupSource.check(source, path: backup)
        do {
            if let target = try usableStore(source) {
                defer { try? target.close() }
                return try replaceContent(of: target, by: source, report)
            }
            return try replaceFile(by: source, report)
        } catch let failure as FileFailure {
            throw failure.backupError
        }
    }

    /// The existing store, as far as its content can be replaced in one transaction of SQLite's.
    private func usableStore(_ source: StoreConnection) throws -> StoreConnection? {
        guard let isThere = try OpenFiles.peek(store, { try DatabaseHeader.isThere(store) }) else {
            throw StoreConnection.inUse(store)
        }
        guard isThere, let target = try StoreConnection.exclusiveFile(store, settings: settings) else { return nil }
        return target
    }
}

// MARK: - In one transaction

extension StoreRestore {
    private func replaceContent(
        of target: StoreConnection,
        by source: StoreConnection,
        _ report: (Int64, Int64) throws -> Void
    ) throws -> [String] {
        let former = ExternalStorage(storePath: store, files: files)
        let old = try names(ofReplaced: target)
        if let kept {
            try BackupFolder(kept, former.permissions, files).fill { folder in
                let name = (store as NSString).lastPathComponent
                let backup = StoreBackup(target, former, blocksWriters: false, keepsDamaged: true)
                _ = try backup.copy(to: (folder as NSString).appendingPathComponent(name)) { try report(0, $1) }
            }
        }
        let made = try makeOwnFolder(former.permissions, replacing: old, by: source)
        let external = ExternalStorage(storePath: store, files: files)
        var work = RestoredFiles(from: source, backup, to: external, external.permissions, files)
        do {
            try work.copy(report)
            try work.note(obsolete: old.subtracting(work.names))
        } catch {
            work.rollBack()
            if let made { files.removeFolder(made) }
            throw error
        }
        do {
            try copyPages(source, to: target, work, report)
        } catch {
            if let made, stillContains(old, target) {
                work.rollBack()
                files.removeFolder(made)
            } else {
                // The next opening finds out if it is committed.
                work.leave()
            }
            throw error
        }
        let obsolete = old.subtracting(work.names)
        if made != nil { former.remove(obsolete.sorted(), nil) }
        work.finish(obsolete: obsolete)
        // It is restored now, whatever they say.
        do { try report(work.total, work.total) } catch { log.notice("The restore of \(store) could not be cancelled") }
        target.shortenLog()
        return work.missing
    }

    private func copyPages(
        _ source: StoreConnection,
        to target: StoreConnection,
        _ work: RestoredFiles,
        _ report: (Int64, Int64) throws -> Void
    ) throws {
        try source.read { runner in
            try target.writeWithoutTransaction { target in
                // In WAL mode, whatever mode the store was in, the pages reach the file behind a commit of the log. A file in
                // that mode cannot get pages of another size: then the journal has the old ones until the end.
                let sizes = try [runner, target].map { try $0.integer("PRAGMA page_size") }
                try target.run("PRAGMA journal_mode = \(sizes[0] == sizes[1] ? "WAL" : "DELETE")")
                try StoreBackup.copyPages(runner.database, to: target.database) { part in
                    try report(work.size + Int64(Double(work.pageSize) * part), work.total)
                }
                // A backup has no identity, unless it is a file that another program has copied. The rows are restored in any
                // case.
                do { try IncarnationTable.clear(target) } catch {
                    log.error("The restored store at \(store) keeps the identity of its backup: \(error)")
                }
            }
        }
    }

    /// Gives the store a folder of its own where files of the backup's names are a neighbour's: both stores would name the
    /// same files, and each would remove them.
    /// - Parameter old: The names of the store that is replaced; nil where there is none.
    /// - Returns: The folder, where it was made.
    func makeOwnFolder(
        _ permissions: FilePermissions,
        replacing old: Set<String>?,
        by source: StoreConnection
    ) throws -> String? {
        if let old {
            let place = ExternalStorage(storePath: store, files: files)
            let new = try source.read { try NamedFiles.names($0, path: backup) }.subtracting(old)
            guard try new.contains(where: { try place.size(of: $0) != nil }) else { return nil }
        }
        return try ExternalStorage.makeOwnFolderIfShared(store, permissions, files: files)
    }

    /// True if the rows of the store are known to be the former ones.
    private func stillContains(_ old: Set<String>, _ target: StoreConnection) -> Bool {
        do {
            return try target.read { try NamedFiles.names($0, path: store) } == old
        } catch {
            log.notice("\(store) could not be read after a restore that failed: \(error)")
            return false
        }
    }

    /// The external files that the rows of the store name; none where it is too damaged to be read.
    private func names(ofReplaced target: StoreConnection) throws -> Set<String> {
        do {
            return try target.read { try NamedFiles.names($0, path: store) }
        } catch let error as StoreError where error.isDamage {
            log.notice("The large values of the store at \(store) stay beside it, since it cannot be read: \(error)")
            return []
        }
    }
}

extension ConnectionSettings {
    /// The settings for work that is refused while the store is in use.
    fileprivate static var impatient: ConnectionSettings {
        var settings = ordinary
        settings.busyTimeout = 1
        return settings
    }
}
