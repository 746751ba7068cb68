import SwiftData
import SwiftDataCore
import TestSupport

/// The history of a store in lines, as the API tells it and as the `sqlite3` program finds it in the file.
enum HistoryListing {
    /// One line for each change: transaction, author, process, change, kind, entity, row.
    static func reported(_ transactions: [DefaultHistoryTransaction]) -> [String] {
        transactions.flatMap { transaction in
            transaction.changes.map { change in
                let (number, kind) = describe(change)
                let model = change.changedPersistentIdentifier
                let row = model.row.map(String.init) ?? "?"
                return [
                    "\(transaction.transactionIdentifier)", transaction.author ?? "", transaction.processIdentifier,
                    number, kind, model.entityName, row,
                ].joined(separator: "|")
            }
        }
    }

    private static func describe(_ change: HistoryChange) -> (number: String, kind: String) {
        switch change {
        case .insert(let insert): ("\(insert.changeIdentifier)", "0")
        case .update(let update): ("\(update.changeIdentifier)", "1")
        case .delete(let delete): ("\(delete.changeIdentifier)", "2")
        }
    }

    /// The same by plain SQL.
    static func stored(_ file: URL) throws -> [String] {
        let sql = """
            SELECT t.Z_PK, a.ZNAME, p.ZNAME, c.Z_PK, c.ZCHANGETYPE, k.Z_NAME, c.ZENTITYPK FROM ACHANGE c
            JOIN ATRANSACTION t ON t.Z_PK = c.ZTRANSACTIONID JOIN Z_PRIMARYKEY k ON k.Z_ENT = c.ZENTITY
            LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS
            LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS
            ORDER BY t.Z_PK, c.Z_PK
            """
        return try ChildProcess.run("sqlite3", [file.path, sql]).output.split(separator: "\n").map(String.init)
    }
}

/// A descriptor of a default store's history.
func described(
    _ predicate: Predicate<DefaultHistoryTransaction>? = nil,
    sortBy: [SortDescriptor<DefaultHistoryTransaction>] = [],
    limit: UInt64 = 0
) -> HistoryDescriptor<DefaultHistoryTransaction> {
    var descriptor = HistoryDescriptor(predicate: predicate, sortBy: sortBy)
    descriptor.fetchLimit = limit
    return descriptor
}
