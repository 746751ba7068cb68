import SwiftDataSQL
import SwiftDataSQLite

/// The history: the rows and entities that it refers to must be known.
enum HistoryCheck {
    static func findings(_ file: CheckedFile) throws -> [Finding] {
        guard file.description.hasHistory else { return [] }
        let last = file.layout.tables.count
        return [
            try changes(
                "The history has changes of entities that the model does not have.",
                "ZENTITY IS NULL OR ((ZENTITY < 1 OR ZENTITY > \(last)) AND ZENTITY < 16001)",
                file
            ),
            try changes(
                "The history has changes that belong to no transaction.",
                "ZTRANSACTIONID IS NULL OR NOT EXISTS "
                    + "(SELECT 1 FROM ATRANSACTION t WHERE t.Z_PK = ACHANGE.ZTRANSACTIONID)",
                file
            ),
            try changes(
                "The history has changes that are neither insertions nor updates nor deletions.",
                "ZCHANGETYPE IS NULL OR ZCHANGETYPE NOT IN (0, 1, 2)",
                file
            ),
        ].compactMap { $0 } + (try names(file))
    }

    private static func changes(_ message: String, _ condition: String, _ file: CheckedFile) throws -> Finding? {
        try file.finding(
            .history,
            message,
            rows: "SELECT Z_PK FROM ACHANGE WHERE \(condition)",
            repair: Repair("Deleted these changes.", [Repair.Statement("DELETE FROM ACHANGE WHERE \(condition)")])
        )
    }

    /// The names of a transaction are in a table of their own.
    private static func names(_ file: CheckedFile) throws -> [Finding] {
        let columns = TransactionNames(columns: file.description.columns(of: "ATRANSACTION") ?? []).keys
        return try columns.compactMap { column in
            let condition =
                "\(column) IS NOT NULL AND NOT EXISTS "
                + "(SELECT 1 FROM ATRANSACTIONSTRING s WHERE s.Z_PK = ATRANSACTION.\(column))"
            return try file.finding(
                .history,
                "Transactions refer to a name that is not there, by \(column).",
                rows: "SELECT Z_PK FROM ATRANSACTION WHERE \(condition)",
                repair: Repair(
                    "Cleared the references to names.",
                    [Repair.Statement("UPDATE ATRANSACTION SET \(column) = NULL WHERE \(condition)")]
                )
            )
        }
    }
}
