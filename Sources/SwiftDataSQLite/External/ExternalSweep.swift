import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Removes the external files that saves have left behind: saves that ended with their process, and saves whose commit
/// failed.
struct ExternalSweep {
    let storage: ExternalStorage
    let storePath: String

    /// Removes the files that the notes of finished saves list, and that no row names. While another connection writes,
    /// nothing is removed.
    /// - Returns: False where another connection writes.
    @discardableResult
    func run(_ connection: StoreConnection) -> Bool {
        let folder = SavingNote.folder(storePath: storePath)
        guard MissingFile.isFolder(folder) else { return true }
        do {
            let names = try storage.files.namesIfPresent(in: folder)
            let notes = try names.compactMap { try storage.files.lock((folder as NSString).appendingPathComponent($0)) }
            defer { for note in notes { note.release() } }
            let isFree = notes.isEmpty || connection.writeIfFree { try sweep(notes, $0) }
            storage.files.removeFolder(folder)
            return isFree
        } catch {
            log.notice("\(folder) is left over from a save, and could not be read: \(error)")
            return true
        }
    }

    private func sweep(_ notes: [NoteLock], _ runner: SQLRunner) throws {
        var listed: Set<String> = []
        for note in notes {
            // A process that died may have left half a line, or bytes of anything.
            let text = String(decoding: try storage.files.contents(of: note.path), as: UTF8.self)
            listed.formUnion(text.split(separator: "\n").map(String.init).filter { UUID(uuidString: $0) != nil })
        }
        if !listed.isEmpty {
            // The file may have tables that the schema of this process does not know.
            let layout = try StoreLayout(try FileModel(runner, path: storePath).outline())
            let unused = listed.subtracting(try ExternalReferences(layout).names(runner))
            try storage.removeNow(unused.sorted())
            if !unused.isEmpty { try storage.syncFolder() }
        }
        for note in notes { _ = try storage.files.remove(note.path) }
    }
}

/// The external files that the rows of a store name.
struct ExternalReferences {
    /// Table and column, without columns that a table has for several entities.
    private let columns: Set<[String]>

    init(_ layout: StoreLayout) {
        var columns: Set<[String]> = []
        for table in layout.tables {
            for column in table.properties.flatMap(\.valueColumns) where column.isExternal {
                columns.insert([table.tableName, column.name])
            }
        }
        self.columns = columns
    }

    /// True if a column may name a file.
    var isPossible: Bool { !columns.isEmpty }

    func names(_ runner: SQLRunner) throws -> Set<String> {
        var names: Set<String> = []
        for place in columns {
            let (table, column) = (SQLIdentifier.quoted(place[0]), SQLIdentifier.quoted(place[1]))
            try runner.query("SELECT \(column) FROM \(table) WHERE length(\(column)) = 38") { row in
                if let name = ExternalStorage.fileName(row.blob(0)) { names.insert(name) }
            }
        }
        return names
    }
}
