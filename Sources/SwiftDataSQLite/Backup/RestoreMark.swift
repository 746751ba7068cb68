import Foundation
import SwiftDataCore

/// The files that a restore makes beside a store, and the files that it moves away, until the new file has its name.
///
/// A line in the note of the restore lists them: see ``SavingNote``. As long as the new file exists, the store is the
/// old one, whose logs are put back; afterwards the logs belong to nothing.
struct RestoreMark {
    /// The text that distinguishes the files of one restore from the files of another.
    private let mark: String
    private let store: String

    /// The files of SQLite's that belong to a store's file.
    static let logs = ["-wal", "-journal", "-shm"]

    private static let prefix = "restore-"

    init(_ store: String) { self.init(store, mark: String(UUID().uuidString.prefix(8))) }

    private init(_ store: String, mark: String) {
        self.store = store
        self.mark = mark
    }

    /// Nil where a line of a note is about something else.
    init?(_ store: String, line: Substring) {
        let mark = line.dropFirst(Self.prefix.count)
        guard line.hasPrefix(Self.prefix), mark.count == 8, mark.allSatisfy(\.isHexDigit) else { return nil }
        self.init(store, mark: String(mark))
    }

    /// The line of the mark in a note.
    var line: String { Self.prefix + mark }

    var folder: String { (store as NSString).deletingLastPathComponent }
    /// The new file, before it has the name of the store.
    var newFile: String { path("RESTORE") }

    /// A log of the old file, after it was moved away.
    func oldLog(_ suffix: String) -> String { path("REPLACED") + suffix }

    private func path(_ kind: String) -> String {
        (folder as NSString).appendingPathComponent(".\((store as NSString).lastPathComponent)_\(kind)-\(mark)")
    }

    /// Ends an interrupted restore: rolls it back where the store is the old one, and removes its files where the store
    /// is the new one.
    func finish(_ files: any FileCalls) throws {
        guard MissingFile.isKnown(newFile) else { return try rollBack(files) }
        // A power cut must not give the old file its name back after its logs have gone.
        if Self.logs.contains(where: { !MissingFile.isKnown(oldLog($0)) }) { try files.syncFolder(folder) }
        try clear(files)
    }

    /// Gives the old file its logs again, and removes the new one.
    func rollBack(_ files: any FileCalls) throws {
        let moved = Self.logs.filter { !MissingFile.isKnown(oldLog($0)) }
        for suffix in moved {
            // A log that another process has written since goes with the file as it is now.
            if MissingFile.isKnown(store + suffix) {
                try files.rename(oldLog(suffix), to: store + suffix)
            } else {
                _ = try files.remove(oldLog(suffix))
            }
        }
        // As long as the new file exists, the owner of the logs is known.
        if !moved.isEmpty { try files.syncFolder(folder) }
        var isRemoved = false
        for name in Self.logs.map({ newFile + $0 }) + [newFile] where try files.remove(name) { isRemoved = true }
        // After a power cut the note must not be gone while the files that it lists are there.
        if isRemoved { try files.syncFolder(folder) }
    }

    /// Removes the logs of the file that was replaced.
    func clear(_ files: any FileCalls) throws {
        var isRemoved = false
        for suffix in Self.logs {
            for name in [oldLog(suffix), newFile + suffix] where try files.remove(name) { isRemoved = true }
        }
        // As in `rollBack(_:)`.
        if isRemoved { try files.syncFolder(folder) }
    }
}

/// Restores of a store that have ended with their process.
enum DeadRestores {
    /// Ends the restores that were begun beside the store, before it is opened. Nothing happens while the store is in
    /// use.
    /// - Throws: ``StoreError`` where the store is not as it was, and cannot be put right now.
    static func finish(_ path: String, _ files: any FileCalls) throws {
        let store = StorePath.resolved(path)
        let folder = SavingNote.folder(storePath: store)
        do {
            for name in try files.namesIfPresent(in: folder) {
                guard let note = try lock((folder as NSString).appendingPathComponent(name), files) else { continue }
                defer { note.release() }
                let lines = String(decoding: try files.contents(of: note.path), as: UTF8.self).split(separator: "\n")
                for mark in lines.compactMap({ RestoreMark(store, line: $0) }) { try finish(mark, store, files) }
            }
        } catch {
            throw StoreError(
                .cannotOpen,
                "A restore of the store at \(path) was interrupted, and could not be undone.",
                underlying: error
            )
        }
    }

    private static func finish(_ mark: RestoreMark, _ store: String, _ files: any FileCalls) throws {
        let exists = !MissingFile.isKnown(store)
        _ = try OpenFiles.peek(store) {
            guard !SharedMemoryFile(store: store).isInUse else { return }
            let lock = exists ? try ReplacementLock(store) : nil
            if exists, lock == nil { return }
            try withExtendedLifetime(lock) { try mark.finish(files) }
        }
    }

    /// Nil for the note of a restore that is under way, and on a file system without locks.
    private static func lock(_ path: String, _ files: any FileCalls) throws -> NoteLock? {
        do {
            return try files.lock(path)
        } catch is NoteLock.Unsupported {
            return nil
        }
    }
}
