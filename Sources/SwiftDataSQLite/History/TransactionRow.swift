import Foundation
import SwiftDataCore
import SwiftDataSQL

/// A row of `ATRANSACTION`, without what the transaction changed.
struct TransactionRow {
    let number: Int64
    let timestamp: Date
    let author: String?
    let bundle: String
    let process: String

    /// The columns that ``init(_:)`` reads, of the table under the alias `t`.
    static func columns(_ names: TransactionNames) -> String {
        "t.Z_PK, t.ZTIMESTAMP, \(names.author), \(names.bundle), \(names.process)"
    }

    init(_ row: ResultRow) {
        number = row.integer(0)
        timestamp = row.isNull(1) ? .distantPast : Date(timeIntervalSinceReferenceDate: row.real(1))
        author = row.isNull(2) ? nil : row.text(2)
        bundle = row.text(3)
        process = row.text(4)
    }

    func transaction(_ storeIdentifier: String, changes: [HistoryChange]) -> DefaultHistoryTransaction {
        DefaultHistoryTransaction(
            transactionIdentifier: number,
            storeIdentifier: storeIdentifier,
            timestamp: timestamp,
            changes: changes,
            bundleIdentifier: bundle,
            processIdentifier: process,
            author: author
        )
    }
}
