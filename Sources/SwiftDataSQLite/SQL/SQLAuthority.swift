import GRDB
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// The limits of the actions of a statement of the program, which SQLite asks for while it prepares the statement.
///
/// Not shared: it serves one statement on one connection.
final class SQLAuthority {
    /// The columns that a statement may write, by table; nil for a statement that only reads.
    private let writable: [String: Set<String>]?
    /// The columns that the statement writes, by table.
    private(set) var written: [String: Set<String>] = [:]

    init(writable: [String: Set<String>]? = nil) { self.writable = writable }

    /// Prepares one statement under the limits.
    /// - Throws: ``SQLFailure/refused(_:)`` for SQL that is not understood, for more than one statement, and for a
    ///   statement that is not allowed.
    func prepare(_ sql: String, _ handle: OpaquePointer) throws -> OpaquePointer {
        let statement = try GuardedPreparation(allowance).prepare(sql, handle, refusal: refusal)
        guard writable != nil || sqlite3_stmt_readonly(statement) != 0 else {
            sqlite3_finalize(statement)
            throw SQLFailure.refused(refusal)
        }
        return statement
    }

    private var refusal: String {
        writable == nil
            ? "only reading is allowed: one SELECT, with no other files"
            : "only attributes and to-one relationships of the classes in the schema may be written, by one statement"
    }

    private func allowance(_ action: CInt, _ first: String?, _ second: String?) -> CInt {
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
        case SQLITE_FUNCTION: return second?.lowercased() == "load_extension" ? SQLITE_DENY : SQLITE_OK
        case SQLITE_UPDATE:
            guard let first, let second, writable?[first]?.contains(second) == true else { return SQLITE_DENY }
            written[first, default: []].insert(second)
            return SQLITE_OK
        case SQLITE_INSERT:
            guard let first, writable?[first] != nil else { return SQLITE_DENY }
            return SQLITE_OK
        case SQLITE_DELETE:
            guard let first, writable?[first] != nil else { return SQLITE_DENY }
            // Rows are deleted one by one then, which the hook for changes receives.
            return SQLITE_IGNORE
        default: return SQLITE_DENY
        }
    }
}
