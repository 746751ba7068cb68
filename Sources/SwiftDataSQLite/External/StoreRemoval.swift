import Foundation
import SwiftDataCore

/// Removes a new store that came to nothing, with the files of its large values, and no file of a store beside it.
package struct StoreRemoval {
    let path: String
    let files: any FileCalls

    package init(_ path: String, files: any FileCalls = ConnectionSettings.ordinary.files) {
        self.path = path
        self.files = files
    }

    /// - Parameter copied: The names of large values that were copied for the store, which its rows may not name yet.
    /// - Throws: ``StoreError`` or ``FileFailure`` where files are left.
    package func run(copied: some Sequence<String> = []) throws {
        let external = ExternalStorage(storePath: path, files: files)
        let names = namesOfRows().union(copied)
        for suffix in ["", "-wal", "-shm", "-journal"] { _ = try files.remove(path + suffix) }
        try SearchFile.remove(of: path, files)
        try external.removeNow(names.sorted())
        external.removeEmptyFolder()
        guard let folder = external.wholeFolder?.path else { return }
        files.removeFolder(folder)
    }

    /// The names in the rows; none of a file that cannot be read.
    private func namesOfRows() -> Set<String> {
        do {
            guard try DatabaseHeader.isThere(path) else { return [] }
            let connection = try StoreConnection.readOnlyFile(path)
            defer { try? connection.close() }
            return try connection.read { try NamedFiles.names($0, path: path) }
        } catch {
            log.notice("The external files of the incomplete store at \(path) may be left over: \(error)")
            return []
        }
    }
}
