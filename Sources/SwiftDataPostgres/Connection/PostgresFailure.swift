#if PostgreSQL
import CLibPQ

/// An error of the server or of the connection to it.
///
/// ``description`` never has stored values: the server's detail, which may, is in ``detail`` alone.
package struct PostgresFailure: Error, CustomStringConvertible {
    /// The condition that the server reports, as five characters; nil where there was no answer of the server. Source:
    /// PostgreSQL's documentation, appendix A, "PostgreSQL Error Codes".
    package let state: String?
    /// The server's message, or that of libpq.
    package let message: String
    /// The constraint that a statement breaks.
    package let constraint: String?
    package let table: String?
    package let column: String?
    /// The details of the server, which may have stored values.
    package let detail: String?
    /// True if the connection is of no further use.
    package let isConnectionLost: Bool

    package init(
        state: String?,
        message: String,
        constraint: String? = nil,
        table: String? = nil,
        column: String? = nil,
        detail: String? = nil,
        isConnectionLost: Bool
    ) {
        self.state = state
        self.message = message
        self.constraint = constraint
        self.table = table
        self.column = column
        self.detail = detail
        self.isConnectionLost = isConnectionLost
    }

    /// The error of a result.
    init(_ result: OpaquePointer?, connection: OpaquePointer) {
        func field(_ code: Character) -> String? {
            guard let result, let ascii = code.asciiValue, let text = PQresultErrorField(result, Int32(ascii))
            else { return nil }
            return String(cString: text)
        }
        // The codes of the fields are characters: "PQresultErrorField" in libpq's documentation.
        let said = field("M") ?? String(cString: PQerrorMessage(connection))
        let state = field("C")
        // The messages of values that cannot be read or calculated, and of triggers, quote values.
        let quotesValues = state?.hasPrefix("22") == true || state?.hasPrefix("P0") == true
        let line = said.split(separator: "\n").first.map(String.init) ?? "no message"
        self.init(
            state: state,
            message: quotesValues ? "the server could not compute a value" : line,
            constraint: field("n"),
            table: field("t"),
            column: field("c"),
            detail: quotesValues ? [line, field("D")].compactMap { $0 }.joined(separator: "\n") : field("D"),
            isConnectionLost: PQstatus(connection) != CONNECTION_OK || state?.hasPrefix("57P") == true
        )
    }

    /// The error of a connection that could not be made or used.
    init(connection: OpaquePointer?) {
        let said = connection.map { String(cString: PQerrorMessage($0)) } ?? "libpq has no memory"
        let lines = said.split(separator: "\n").map(String.init)
        self.init(state: nil, message: lines.joined(separator: "; "), isConnectionLost: true)
    }

    package var description: String {
        [state.map { "\($0):" }, message].compactMap { $0 }.joined(separator: " ")
    }
}

extension PostgresFailure {
    /// The error of a statement that the server has not answered.
    static var noAnswer: PostgresFailure {
        PostgresFailure(state: nil, message: "the server has not answered a statement", isConnectionLost: false)
    }

    /// True for a transaction that may succeed if it is made again: a serialization failure or a deadlock.
    package var isWorthRetrying: Bool { state == "40001" || state == "40P01" }
    /// True for a statement that is wrong for the server's types, for a calculation that fails, and for a statement that is too
    /// large: classes 42, 22 and 54, but for a table or a column that is missing, and for a permission.
    package var isRefusal: Bool {
        guard let state else { return false }
        if state.hasPrefix("42") { return !["42P01", "42703", "42501"].contains(state) }
        return state.hasPrefix("22") || state.hasPrefix("54")
    }
    /// True for a prepared statement whose tables have been altered since.
    package var isOfOldPlan: Bool { state == "0A000" || state == "26000" }
    package var isUniqueViolation: Bool { state == "23505" }
    /// True for any broken constraint: class 23.
    package var isConstraintViolation: Bool { state?.hasPrefix("23") == true }
    /// True for a statement that was stopped: by a cancel request or by `statement_timeout`.
    package var isCancelled: Bool { state == "57014" }
    /// True for a lock that was not free in time: `lock_timeout`, or NOWAIT.
    package var isLocked: Bool { state == "55P03" }
}
#endif
