/// The names in a row of `ATRANSACTION`, as SQL: interned if the row has a key for them, else in the row itself, as
/// older versions of Core Data wrote them. The alias of the table is `t`.
package struct TransactionNames: Sendable {
    private let columns: Set<String>

    /// - Parameter columns: The columns of the file's table.
    package init(columns: Set<String>) {
        self.columns = columns
    }

    package var author: String { name("ZAUTHOR") }
    package var bundle: String { "coalesce(\(name("ZBUNDLEID")), '')" }
    package var process: String { "coalesce(\(name("ZPROCESSID")), '')" }

    /// The columns with keys of `ATRANSACTIONSTRING`.
    package var keys: [String] {
        ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"].filter(columns.contains)
    }

    /// True if a name is interned. Otherwise the row itself has it.
    package func hasKey(_ column: String) -> Bool { columns.contains(column + "TS") }

    private func name(_ column: String) -> String {
        let interned = "(SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = t.\(column)TS)"
        switch (columns.contains(column + "TS"), columns.contains(column)) {
        case (true, true): return "coalesce(\(interned), t.\(column))"
        case (true, false): return interned
        case (false, true): return "t.\(column)"
        case (false, false): return "NULL"
        }
    }

    /// The history's tables in the file.
    package var tables: HistoryColumns {
        HistoryColumns(
            table: "ATRANSACTION",
            number: "t.Z_PK",
            timestamp: "t.ZTIMESTAMP",
            author: author,
            bundle: bundle,
            process: process,
            changes: "ACHANGE",
            change: (transaction: "ZTRANSACTIONID", key: "ZENTITYPK", entity: "ZENTITY")
        )
    }
}
