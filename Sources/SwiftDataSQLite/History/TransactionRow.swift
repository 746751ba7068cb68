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

/// The names in a row of `ATRANSACTION`, as SQL: interned where the row has a key for them, else in the row itself, as
/// older versions of Core Data wrote them.
struct TransactionNames {
    /// The columns that the file's table has.
    let known: Set<String>

    var author: String { name("ZAUTHOR") }
    var bundle: String { "coalesce(\(name("ZBUNDLEID")), '')" }
    var process: String { "coalesce(\(name("ZPROCESSID")), '')" }

    /// The columns with keys of `ATRANSACTIONSTRING`.
    var keys: [String] {
        ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"].filter(known.contains)
    }

    private func name(_ column: String) -> String {
        let interned = "(SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = t.\(column)TS)"
        switch (known.contains(column + "TS"), known.contains(column)) {
        case (true, true): return "coalesce(\(interned), t.\(column))"
        case (true, false): return interned
        case (false, true): return "t.\(column)"
        case (false, false): return "NULL"
        }
    }
}
