import Foundation
import SwiftDataCore

/// The files of external values that a migration writes, and those that it has no more use for. They are listed in a file,
/// so that whoever comes after a crash knows which ones may belong to no row.
final class ExternalJournal: Sendable {
    private let folder: MigrationFolder
    private let handle = Locked<FileHandle?>(nil)

    init(_ folder: MigrationFolder) {
        self.folder = folder
    }

    /// Lists names, before their files are written or in place of removing them.
    func note(_ names: some Sequence<String>) throws {
        let lines = names.map { $0 + "\n" }.joined()
        guard !lines.isEmpty else { return }
        try handle.withLock { handle in
            if handle == nil {
                try folder.make()
                if !FileManager.default.fileExists(atPath: folder.journal.path) {
                    try Data().write(to: folder.journal)
                    try SystemFiles().syncFolder(folder.url.path)
                }
                handle = try FileHandle(forWritingTo: folder.journal)
            }
            try handle?.seekToEnd()
            try handle?.write(contentsOf: Data(lines.utf8))
            // Before the files are, of which it is to tell after a power cut.
            try handle?.synchronize()
        }
    }

    /// No more names come.
    func close() {
        handle.withLock { handle in
            try? handle?.close()
            handle = nil
        }
    }
}
