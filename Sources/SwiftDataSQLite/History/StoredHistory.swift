import SwiftDataCore
import SwiftDataSQL

/// Whether the file of a store has the tables of the history, and where the names are in them.
///
/// A store of Core Data's has none where no app asked for them, and gets them with the first save.
final class StoredHistory: Sendable {
    private let known: Locked<TransactionNames?>

    private static let tables: Set<String> = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]

    /// - Parameter names: Nil where there is no history.
    init(names: TransactionNames?) {
        known = Locked(names)
    }

    /// As it was when somebody last looked.
    var exists: Bool { known.withLock { $0 != nil } }

    /// Where the names are; those of new tables where there is no history.
    var names: TransactionNames {
        known.withLock { $0 } ?? TransactionNames(columns: Set(HistoryTables.transactionColumns))
    }

    /// Looks whether there is a history now: another process may have made it, or an earlier save.
    ///
    /// Not to be called in a transaction that has made it, which may yet be rolled back.
    func exists(_ runner: SQLRunner) throws -> Bool {
        if exists { return true }
        let tables = try runner.strings("SELECT name FROM sqlite_master WHERE type = 'table'")
        let found = try Self.names(runner, tables: Set(tables))
        guard let found else { return false }
        known.withLock { $0 = found }
        return true
    }

    /// Where the history of a file has its names; nil where there is none.
    static func names(_ runner: SQLRunner, tables: Set<String>) throws -> TransactionNames? {
        guard tables.isSuperset(of: Self.tables) else { return nil }
        return TransactionNames(
            columns: Set(try runner.strings("SELECT name FROM pragma_table_info('ATRANSACTION')"))
        )
    }
}
