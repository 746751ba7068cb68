import SwiftDataCore
import SwiftDataSQL

/// The numbers of the history's transactions, which follow each other.
extension SQLRunner {
    /// The number of the last transaction that the history has had, which may have been deleted since. Another process
    /// may have left the counter below the rows.
    func lastTransaction() throws -> Int64 {
        let counter = try integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(HistoryTables.transactionNumber)")
        return max(try integer("SELECT max(Z_PK) FROM ATRANSACTION") ?? 0, counter ?? 0)
    }

    /// Takes a number that no transaction will have, so that a reader of the whole history misses one.
    func useUpTransaction() throws -> Int64 {
        let last = try lastTransaction()
        guard last < .max else { throw StoreError(.diskFull, "the history has no transaction numbers left") }
        let number = last + 1
        try run(
            "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, ?) "
                + "ON CONFLICT (Z_ENT) DO UPDATE SET Z_MAX = excluded.Z_MAX"
        ) {
            $0.integer(HistoryTables.transactionNumber)
            $0.text(HistoryTables.transactionName)
            $0.integer(number)
        }
        return number
    }
}
