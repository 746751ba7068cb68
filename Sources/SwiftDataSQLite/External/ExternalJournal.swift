import Foundation
import SwiftDataCore

/// The files of external values that a migration writes, and the files that it no longer uses. They are listed in a
/// file, so that the next opening after a crash finds the ones that may belong to no row.
final class ExternalJournal: Sendable {
    private let folder: MigrationFolder
    /// True if the file of the journal exists.
    private let isMade = Locked(false)

    init(_ folder: MigrationFolder) {
        self.folder = folder
    }

    /// Lists names, before their files are written or in place of removing them. They are on the disk when the call
    /// returns.
    func note(_ names: some Sequence<String>) throws {
        let lines = Data(names.map { $0 + "\n" }.joined().utf8)
        guard !lines.isEmpty else { return }
        let (files, path) = (folder.files, folder.journal.path)
        try isMade.withLock { isMade in
            if isMade || FileManager.default.fileExists(atPath: path) {
                try files.append(lines, to: path)
            } else {
                try folder.make()
                try files.write(lines, to: path, FilePermissions(of: folder.storePath))
                try files.syncFolder(folder.url.path)
            }
            isMade = true
        }
    }
}
