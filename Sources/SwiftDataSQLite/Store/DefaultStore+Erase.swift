import SwiftDataCore
import SwiftDataSQL

extension DefaultStore {
    /// Deletes every row, the history and the rows of side tables included. The store keeps its identifier, and keys are not handed out again.
    /// History tokens that were handed out before have expired.
    /// - Throws: ``StoreError`` where the rows could not be deleted, or where they are deleted and the files of large
    ///   values are not.
    public func erase() throws {
        let note = external.makeNote()
        let obsolete = try leaving(note) { runner -> [String] in
            try checkModel(runner)
            // The folder may be another store's too.
            let obsolete = try ExternalReferences(model.layout).names(runner).sorted()
            try note?.note(obsolete)
            try external.willRemove(obsolete)
            let names = Set(model.all.map(\.table.tableName)).union(model.layout.joinTables.map(\.name))
            for name in names.sorted() { try runner.run("DELETE FROM \(SQLIdentifier.quoted(name))") }
            // A client must not take the erasure for deletions of all rows.
            for name in try SideTableNames.all(runner) { try runner.run("DELETE FROM \(SQLIdentifier.quoted(name))") }
            guard try file.history.exists(runner) else { return obsolete }
            let number = try runner.useUpTransaction()
            for name in ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"] { try runner.run("DELETE FROM \(name)") }
            runner.known?.willCommit(transaction: number)
            return obsolete
        }
        defer { connection.giveSpaceBack(isWrittenByLibrary: file.isWrittenByLibrary) }
        searchFile.clear()
        try external.removeErased(obsolete, note)
        clearUnresolvedNotes()
    }
}
