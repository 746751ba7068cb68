import Foundation
import SwiftDataCore

/// The names of the external files that a save writes, and of the files that it no longer uses, in a file of its own
/// beside the store. Where the process or the machine dies amid the save, the next one to open the store finds it there
/// and removes the files that no row names: see ``ExternalSweep``.
///
/// The note is locked while its save is under way, so that no process takes it for one that a dead process left.
package final class SavingNote {
    private let folder: String
    private let files: any FileCalls
    /// Asked for where there is something to note: most saves have nothing.
    private let permissions: () -> FilePermissions
    private let left: UnresolvedNotes
    private var lock: NoteLock?
    /// False on file systems without locks.
    private var isUsed = true
    /// The maximum number of times that another save may remove the folder or the note.
    private static let attempts = 10

    /// - Parameters:
    ///   - storePath: The file of the store, with links followed.
    ///   - left: Is called with the note where it is left.
    init(storePath: String, files: any FileCalls, permissions: @escaping () -> FilePermissions, left: UnresolvedNotes) {
        self.left = left
        folder = Self.folder(storePath: storePath)
        self.files = files
        self.permissions = permissions
    }

    /// The folder of the notes of a store.
    static func folder(storePath: String) -> String {
        let path = storePath as NSString
        return (path.deletingLastPathComponent as NSString).appendingPathComponent(".\(path.lastPathComponent)_SAVING")
    }

    /// Lists names, which are on the disk when the call returns: before their files are written, or before the commit that
    /// removes the last reference to them.
    /// - Throws: ``FileFailure``.
    package func note(_ names: [String]) throws {
        guard isUsed, !names.isEmpty else { return }
        let lines = Data(names.map { $0 + "\n" }.joined().utf8)
        if let lock { return try files.append(lines, to: lock.path) }
        for _ in 0..<Self.attempts {
            // Empty until it is locked: a process may take it for one that was left behind, and remove the files that
            // it lists after this save has written them.
            let path = try files.write(Data(), in: folder, named: UUID().uuidString, permissions())
            do {
                guard let lock = try files.lock(path) else { continue }
                self.lock = lock
                try files.append(lines, to: lock.path)
                return try files.syncFolder(folder)
            } catch is NoteLock.Unsupported {
                // Without locks, a note could not be distinguished from one that was left behind.
                _ = try files.remove(path)
                files.removeFolder(folder)
                isUsed = false
                return
            } catch {
                // It has no lock, or lists nothing that is there: it would stay until the store is next opened.
                if lock == nil { remove(path) }
                throw error
            }
        }
        throw FileFailure("flock", folder, EAGAIN)
    }

    private func remove(_ path: String) {
        do { _ = try files.remove(path) } catch {
            log.notice("\(path) is left over from a save, and could not be removed: \(error)")
        }
    }

    /// Removes the note, after the save and its clean-up have ended.
    func finish() {
        guard let lock = exchange(&lock, with: nil) else { return }
        do {
            _ = try files.remove(lock.path)
            files.removeFolder(folder)
        } catch {
            log.notice("\(lock.path) is left over from a save, and could not be removed: \(error)")
        }
        lock.release()
    }

    /// Unlocks the note and keeps it: the next save of the store removes the files without a row, or the end of the store,
    /// or the next opening of it.
    package func leave() {
        guard let lock = exchange(&lock, with: nil) else { return }
        lock.release()
        left.add()
    }
}
