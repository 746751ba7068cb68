import GRDB
import GRDBSQLite
import SwiftDataCore

/// The preparation of one statement, in which SQLite asks for each action of the statement.
///
/// Not shared: it serves one statement on one connection.
final class GuardedPreparation {
    private let allowance: (CInt, String?, String?) -> CInt
    private var hasRefused = false

    /// - Parameter allowance: Answers for an action of SQLite's and its first two parameters.
    init(_ allowance: @escaping (CInt, String?, String?) -> CInt) { self.allowance = allowance }

    /// Prepares a statement, which the caller finalizes.
    /// - Parameter refusal: The reason for a refusal.
    /// - Throws: ``SQLFailure/refused(_:)`` for SQL that is not understood, for more than one statement, and for a
    ///   statement that is not allowed.
    func prepare(_ sql: String, _ handle: OpaquePointer, refusal: String) throws -> OpaquePointer {
        // SQLite would take it for the end of the statement.
        if sql.utf8.contains(0) { throw SQLFailure.refused("it has a NUL character") }
        var statement: OpaquePointer?
        // SQLite has one authority for each connection, which GRDB gives it. Nothing here needs the facts that GRDB
        // gets by it: the kinds of statements, and changes of its cache of the schema, which has no use after a store
        // is opened.
        sqlite3_set_authorizer(
            handle,
            { context, action, first, second, _, _ in
                guard let context else { return SQLITE_DENY }
                let preparation = Unmanaged<GuardedPreparation>.fromOpaque(context).takeUnretainedValue()
                return preparation.answer(action, first.map { String(cString: $0) }, second.map { String(cString: $0) })
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
                throw SQLFailure.refused("there is more than one statement")
            }
            return statement
        } catch {
            sqlite3_finalize(statement)
            throw error
        }
    }

    private func answer(_ action: CInt, _ first: String?, _ second: String?) -> CInt {
        let answer = allowance(action, first, second)
        if answer == SQLITE_DENY { hasRefused = true }
        return answer
    }
}
