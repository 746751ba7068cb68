import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// Makes an empty store with the schema of another: a copy without its rows, with an identifier of its own. It keeps
/// the version hashes, so that a program that opens the one opens the other.
enum EmptyStore {
    /// - Throws: ``ToolFailure`` or ``StoreError``; nothing is left at the place then.
    static func make(at path: String, like original: String) throws {
        let store = try OpenedStore(reading: original)
        let layout = try store.description.requireLayout()
        try store.connection.close()
        // The external files stay behind.
        let files = try ExternalStorage(storePath: original).places().keys
        try StoreCopy.copy(original, to: path, leavingOut: Set(files))
        do {
            let connection = try StoreConnection.singleFile(path)
            defer { try? connection.close() }
            try connection.write { runner in
                let entities = Set(layout.tables.map(\.tableName) + layout.joinTables.map(\.name))
                let history = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]
                for table in entities.sorted() + history where store.description.tables[table] != nil {
                    try runner.run("DELETE FROM \(SQLIdentifier.quoted(table))")
                }
                try runner.run("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 AND Z_ENT < 17000")
                try runner.run("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
                try runner.run("UPDATE Z_METADATA SET Z_UUID = ?") { $0.text(UUID().uuidString) }
            }
            try connection.writeWithoutTransaction { runner in
                try runner.run("VACUUM")
                try runner.run("PRAGMA wal_checkpoint(TRUNCATE)")
            }
        } catch {
            StoreCopy.remove(path)
            throw error
        }
    }
}
