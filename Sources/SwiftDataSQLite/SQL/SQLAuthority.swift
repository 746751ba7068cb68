import GRDB
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// The limits of what a statement of the program may do, which SQLite asks for while it prepares the statement.
///
/// Not shared: it serves one statement on one connection.
final class SQLAuthority {
    /// The columns that a statement may write, by table; nil for a statement that only reads.
    private let writable: [String: Set<String>]?
    /// The columns that the statement writes, by table.
    private(set) var written: [String: Set<String>] = [:]
    /// True where something was refused.
    private(set) var hasRefused = false

    init(writable: [String: Set<String>]? = nil) { self.writable = writable }

    /// Prepares one statement under the limits.
    /// - Throws: ``SQLFailure/refused(_:)`` for a statement that is not understood, that is more than one, or that does
    ///   what it may not.
    func prepare(_ sql: String, _ handle: OpaquePointer) throws -> OpaquePointer {
        // SQLite would take it for the end of the statement.
        if sql.utf8.contains(0) { throw SQLFailure.refused("it has a NUL character") }
        var statement: OpaquePointer?
        // SQLite has one authority for each connection, which GRDB gives it. Nothing here asks for what GRDB learns by it:
        // the kinds of statements, and changes of its cache of the schema, which has no use after a store is opened.
        sqlite3_set_authorizer(
            handle,
            { context, action, first, second, _, _ in
                guard let context else { return SQLITE_DENY }
                let authority = Unmanaged<SQLAuthority>.fromOpaque(context).takeUnretainedValue()
                return authority.answer(action, first.map { String(cString: $0) }, second.map { String(cString: $0) })
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        defer { sqlite3_set_authorizer(handle, nil, nil) }
        let (code, rest) = sql.withCString { start in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(handle, start, -1, &statement, &tail)
            return (code, tail.map { String(cString: $0) } ?? "")
        }
        do {
            if hasRefused || code == SQLITE_AUTH { throw SQLFailure.refused(refusal) }
            guard code == SQLITE_OK else { throw SQLFailure.refused(String(cString: sqlite3_errmsg(handle))) }
            guard let statement else { throw SQLFailure.refused("there is no statement") }
            guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
                throw SQLFailure.refused("it is more than one statement")
            }
            if writable == nil, sqlite3_stmt_readonly(statement) == 0 { throw SQLFailure.refused(refusal) }
            return statement
        } catch {
            sqlite3_finalize(statement)
            throw error
        }
    }

    private var refusal: String {
        writable == nil
            ? "only reading is allowed: one SELECT, with no other files"
            : "only attributes and to-one relationships of the classes in the schema may be written, by one statement"
    }

    private func answer(_ action: CInt, _ first: String?, _ second: String?) -> CInt {
        let answer = allowance(action, first, second)
        if answer == SQLITE_DENY { hasRefused = true }
        return answer
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
            // Rows are deleted one by one then, which the hook for changes is told of.
            return SQLITE_IGNORE
        default: return SQLITE_DENY
        }
    }
}
