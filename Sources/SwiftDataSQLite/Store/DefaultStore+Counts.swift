import GRDB
import SwiftDataCore

extension DefaultStore {
    /// The amounts of data that the store keeps, for tests.
    package struct Counts {
        package let decoders: Int
        package let composedColumns: Int
        /// The rows that triggers have written and no save has taken.
        package let derivedRows: Int
        /// The transactions of the store since it last read the commits of other writers.
        package let ownTransactions: Int
    }

    /// The amounts of data that the store keeps, for tests.
    package var counts: Counts {
        get throws {
            let derived = try connection.withDatabase { writer in
                writer.writeWithoutTransaction { DerivedRows.count(of: $0.sqliteConnection) }
            }
            return Counts(
                decoders: decoders.withLock { $0.count },
                composedColumns: connection.composedColumns.count,
                derivedRows: derived,
                ownTransactions: connection.known.ownTransactionCount
            )
        }
    }
}
