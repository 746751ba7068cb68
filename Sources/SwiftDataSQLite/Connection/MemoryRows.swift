import SwiftDataCore

/// Rows that a statement reads from memory: see ``MemoryTable``.
///
/// Not shared: they serve one statement of one transaction.
class MemoryRows {
    /// The number of rows.
    final let count: Int
    /// The error that kept a value from being handed over; the statement fails then.
    final var failure: (any Error)?

    init(count: Int) {
        self.count = count
    }

    /// Hands over a column of a row. SQLite asks for each column once, row after row.
    func put(_ column: Int, of row: Int, into result: inout FunctionResult) throws {
        result.null()
    }
}
