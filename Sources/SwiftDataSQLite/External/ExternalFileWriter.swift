package import Foundation
import SwiftDataCore

/// Writes the files of one save before its transaction, and removes files that the save turns out not to use.
///
/// A file, and its name in its folder, are on the disk before the row is that names it.
package struct ExternalFileWriter {
    let storage: ExternalStorage
    private(set) var written: [String] = []
    private let note: SavingNote?
    /// Names that the note lists and no file has yet.
    private var reserved: [String] = []

    package init(_ storage: ExternalStorage) {
        self.storage = storage
        note = storage.makeNote()
    }

    /// Stores a value.
    /// - Returns: The content of the column: the tagged bytes, or a reference to a file that now exists.
    /// - Throws: ``FileFailure`` where the file cannot be written.
    package mutating func store(_ data: Data) throws -> Data {
        guard data.count > ExternalStorage.largestInlineSize, let folder = storage.folder else {
            return ExternalStorage.inline(data)
        }
        if reserved.isEmpty {
            // Each time as many as there are, so that many values take few notes.
            reserved = (0..<max(1, written.count)).map { _ in UUID().uuidString }
            try note?.note(reserved)
        }
        let name = reserved.removeLast()
        try storage.willWrite(name)
        written.append(name)
        _ = try storage.files.write(data, in: folder.path, named: name, storage.permissions)
        return ExternalStorage.reference(to: name)
    }

    /// Puts everything on the disk that the commit relies on. To be called at the end of the transaction.
    /// - Parameter obsolete: The files that no row names once the transaction is committed.
    func makeDurable(obsolete: [String] = []) throws {
        try note?.note(obsolete)
        try storage.willRemove(obsolete)
        if !written.isEmpty, let folder = storage.folder { try storage.files.syncFolder(folder.path) }
    }

    /// Removes obsolete files, after the commit.
    func finish(obsolete: [String]) {
        storage.remove(obsolete, note)
    }

    /// Removes the written files after a failure: they belong to no row.
    /// - Parameter isCertain: False where a commit may have succeeded. The files stay then, and the note lists them for
    ///   the next save of the store, or for the next opening of it.
    func rollBack(isCertain: Bool = true) {
        // A row may name them.
        guard isCertain else {
            note?.leave()
            return
        }
        storage.remove(written, note)
    }
}
