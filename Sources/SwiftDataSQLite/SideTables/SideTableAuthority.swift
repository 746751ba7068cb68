import GRDB
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// The limits of statements on side tables: they may read any table, and write and define side tables alone.
///
/// Not shared: it serves one statement on one connection.
final class SideTableAuthority {
    /// True if the meaning of the statement does not depend on the tables that there are when it is prepared.
    private(set) var isLasting = true

    static let refusal =
        "only tables and indices whose names begin with \(SideTableName.prefix) may be written and defined, by one statement"

    /// Checks a statement without running it.
    /// - Returns: True if the statement only reads.
    /// - Throws: ``SQLFailure/refused(_:)``.
    func check(_ sql: String, _ handle: OpaquePointer) throws -> Bool {
        let statement = try GuardedPreparation(allowance).prepare(sql, handle, refusal: Self.refusal)
        defer { sqlite3_finalize(statement) }
        return sqlite3_stmt_readonly(statement) != 0
    }

    private func allowance(_ action: CInt, _ first: String?, _ second: String?) -> CInt {
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
        case SQLITE_FUNCTION: return Self.isHarmless(second) ? SQLITE_OK : SQLITE_DENY
        case SQLITE_PRAGMA: return Self.readingPragmas.contains(first?.lowercased() ?? "") ? SQLITE_OK : SQLITE_DENY
        case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
            return Self.isSideTable(first) || Self.isBookkeeping(first) ? SQLITE_OK : SQLITE_DENY
        case SQLITE_CREATE_TABLE, SQLITE_DROP_TABLE, SQLITE_REINDEX:
            isLasting = false
            return Self.isSideTable(first) || Self.isOwnIndex(first) ? SQLITE_OK : SQLITE_DENY
        case SQLITE_CREATE_INDEX, SQLITE_DROP_INDEX:
            isLasting = false
            return Self.isSideTable(second) && (Self.isSideTable(first) || Self.isOwnIndex(first))
                ? SQLITE_OK : SQLITE_DENY
        case SQLITE_ALTER_TABLE:
            isLasting = false
            return Self.isSideTable(second) ? SQLITE_OK : SQLITE_DENY
        default: return SQLITE_DENY
        }
    }

    private static let readingPragmas: Set<String> = ["table_info", "table_xinfo", "index_list", "index_info"]

    private static func isSideTable(_ name: String?) -> Bool { name?.hasPrefix(SideTableName.prefix) == true }

    /// The index that SQLite makes for a key or a unique column.
    private static func isOwnIndex(_ name: String?) -> Bool {
        name?.hasPrefix("sqlite_autoindex_" + SideTableName.prefix) == true
    }

    /// SQLite writes these for statements that define tables. It refuses statements that name the first of them, and
    /// the other tables have no data of rows.
    private static func isBookkeeping(_ name: String?) -> Bool {
        ["sqlite_master", "sqlite_temp_master", "sqlite_sequence", "sqlite_stat1", "sqlite_stat4"].contains(name ?? "")
    }

    /// A new name of a table is no parameter of an action: the function that gives it is.
    private static func isHarmless(_ function: String?) -> Bool {
        !["load_extension", "sqlite_rename_table"].contains(function?.lowercased() ?? "")
    }
}

/// The statements on side tables that have been found to be allowed.
///
/// Most statements are run many times. Statements that define tables are checked each time.
final class SideTableStatements: Sendable {
    /// True for a statement that only reads.
    private let known = Locked(BoundedCache<String, Bool>(limit: SQLRunner.mostStatements))

    /// - Returns: True if the statement only reads.
    /// - Throws: ``SQLFailure/refused(_:)``.
    func check(_ sql: String, _ runner: SQLRunner) throws -> Bool {
        if let isReading = known.withLock({ $0[sql] }) { return isReading }
        guard let handle = runner.database.sqliteConnection else {
            throw StoreError(.closed, "The store has been closed.")
        }
        // SQLite declares it by a statement of its own, which would be refused.
        if sql.contains("json_") { try runner.declareTableFunctions() }
        let authority = SideTableAuthority()
        let isReading = try authority.check(sql, handle)
        if authority.isLasting { known.withLock { $0[sql] = isReading } }
        return isReading
    }
}
