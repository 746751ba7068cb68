import GRDB
import SwiftDataSQL

extension StoreConnection {
    /// Runs statements that see the same state of the file, and returns true if all strings of some columns are
    /// composed in that state.
    func read<Result>(
        composing columns: Set<TextColumn>,
        _ body: (SQLRunner, _ isComposed: Bool) throws -> Result
    ) throws -> Result {
        // The rows that the transaction has written so far are in no snapshot that columns were looked up in.
        if transaction != nil { return try read { try body($0, false) } }
        return try withDatabase { database in
            let faults = try beginRead()
            let version = composedColumns.prepare(columns, database, runner)
            return try database.unsafeRead { reader in
                try rollBackOpenTransaction(reader)
                let runner = try runner(on: reader, faults: faults)
                return try reader.inReadTransaction {
                    guard let version else { return try reader.stoppable { try body(runner, false) } }
                    // The first statement that reads the file takes the snapshot.
                    _ = try runner.integer("PRAGMA schema_version")
                    let isComposed = composedColumns.holds(columns, version, database)
                    return try reader.stoppable { try body(runner, isComposed) }
                }
            }
        }
    }
}
