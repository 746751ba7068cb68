import SwiftDataCore
import SwiftDataSQL

/// The record of the history tables in the file of a store: if they exist, and where the names are in them.
///
/// A store of Core Data has no history where no app asked for one. It gets the tables with the first save.
final class StoredHistory: Sendable {
    private let known: Locked<TransactionNames?>
    /// The columns of `ACHANGE`, where its table was made after the store was opened, maybe by another process.
    private let changeColumns = Locked<Set<String>?>(nil)

    private static let tables: Set<String> = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]

    /// - Parameter names: Nil where there is no history.
    init(names: TransactionNames?) {
        known = Locked(names)
    }

    /// True if there was a history at the last look.
    var exists: Bool { known.withLock { $0 != nil } }

    /// The columns of the names; the columns of new tables if there is no history.
    var names: TransactionNames {
        known.withLock { $0 } ?? TransactionNames(columns: Set(HistoryTables.transactionColumns))
    }

    /// Checks if there is a history now: another process may have made it, or an earlier save.
    ///
    /// Not to be called in a transaction that has made it, which may yet be rolled back.
    func exists(_ runner: SQLRunner) throws -> Bool { try form(runner) == .whole }

    /// The form of the history. It extends ``exists(_:)`` by distinguishing a file without history from one of another
    /// form, which this library cannot read or write.
    func form(_ runner: SQLRunner) throws -> Form {
        if exists { return .whole }
        let tables = try runner.tableNames()
        guard let found = try Self.names(runner, tables: tables) else {
            return tables.isDisjoint(with: Self.tables) ? .none : .unknown
        }
        let columns = Set(try runner.strings("SELECT name FROM pragma_table_info('ACHANGE')"))
        changeColumns.withLock { $0 = columns }
        known.withLock { $0 = found }
        return .whole
    }

    enum Form {
        case none, whole
        /// The form of an early version of Core Data, without `ATRANSACTIONSTRING`.
        case unknown
    }

    /// True if `ACHANGE` has a column that was expected when the store was opened.
    func hasColumn(_ name: String) -> Bool { changeColumns.withLock { $0?.contains(name) ?? true } }

    /// The columns of the names in the history of a file; nil if there is no history.
    static func names(_ runner: SQLRunner, tables: Set<String>) throws -> TransactionNames? {
        guard tables.isSuperset(of: Self.tables) else { return nil }
        return TransactionNames(
            columns: Set(try runner.strings("SELECT name FROM pragma_table_info('ATRANSACTION')"))
        )
    }
}
