#if PostgreSQL
import CLibPQ
import Foundation

/// A connection to a server.
///
/// `@unchecked Sendable`: one thread at a time uses a connection. The lock of ``PostgresPool`` guards those that are not lent,
/// and a lent one is known to its borrower alone, apart from ``cancellation``.
package final class PostgresConnection: @unchecked Sendable {
    let handle: OpaquePointer
    /// The names of the prepared statements.
    var statements: StatementNames
    /// Stops a statement from another thread.
    package let cancellation: PostgresCancellation?
    /// Called with the text of each statement.
    package var observer: (@Sendable (String) -> Void)?

    /// Connects to a server.
    /// - Parameters:
    ///   - information: A connection string or URL of libpq. What it does not say is in the environment and the files that
    ///     libpq reads.
    ///   - preparedLimit: The number of prepared statements that are kept; 0 for none.
    /// - Throws: ``PostgresFailure`` where no server is reached, or where it refuses the connection.
    package init(_ information: String, preparedLimit: Int = 256) throws {
        // libpq's own message would quote what it does not understand, which may be a part of a password.
        if information.contains("=") || information.contains("://") {
            guard let options = PQconninfoParse(information, nil) else {
                throw PostgresFailure(
                    state: nil,
                    message: "the connection string is none that libpq can read",
                    isConnectionLost: true
                )
            }
            PQconninfoFree(options)
        }
        // Later keys win: what precedes the string is a default, what follows it cannot be overridden.
        let keywords = [
            "connect_timeout", "keepalives_idle", "tcp_user_timeout", "dbname", "client_encoding",
            "fallback_application_name",
        ]
        let values = ["10", "30", "60000", information, "UTF8", ProcessInfo.processInfo.processName]
        let made = CStringList(keywords).withPointers { keywords in
            CStringList(values).withPointers { values in PQconnectdbParams(keywords, values, 1) }
        }
        guard let made else { throw PostgresFailure(connection: nil) }
        guard PQstatus(made) == CONNECTION_OK else {
            defer { PQfinish(made) }
            throw PostgresFailure(connection: made)
        }
        handle = made
        statements = StatementNames(limit: preparedLimit)
        cancellation = PostgresCancellation(made)
        // Notices are for people.
        PQsetNoticeProcessor(made, { _, _ in }, nil)
        // What does not fit into the buffers is sent while results are read: each side could wait for the other otherwise.
        PQsetnonblocking(made, 1)
    }

    deinit { PQfinish(handle) }

    /// True if nothing can be asked of the server through this connection any more.
    package var isLost: Bool { PQstatus(handle) != CONNECTION_OK }
    /// True if a transaction is open, whether or not a statement of it has failed.
    package var isInTransaction: Bool {
        switch PQtransactionStatus(handle) {
        case PQTRANS_INTRANS, PQTRANS_INERROR: true
        default: false
        }
    }
    /// True if a statement can be sent: no transaction is open, and nothing is left to be read.
    package var isIdle: Bool {
        PQtransactionStatus(handle) == PQTRANS_IDLE && PQpipelineStatus(handle) == PQ_PIPELINE_OFF
    }
    /// The version of the server, such as 150018.
    package var serverVersion: Int { Int(PQserverVersion(handle)) }
    /// A setting that the server tells of by itself, such as `in_hot_standby`.
    package func setting(_ name: String) -> String? {
        PQparameterStatus(handle, name).map { String(cString: $0) }
    }

    /// Runs statements without parameters, separated by semicolons.
    /// - Returns: The result of the last one, whose values are texts.
    /// - Throws: ``PostgresFailure``
    @discardableResult
    package func script(_ sql: String) throws -> PostgresResult {
        observer?(sql)
        return try exchange { PQsendQuery(handle, sql) }
    }

    /// Runs a statement.
    /// - Throws: ``PostgresFailure``
    @discardableResult
    package func run(_ sql: String, _ parameters: [PostgresParameter] = []) throws -> PostgresResult {
        observer?(sql)
        guard let name = try prepared(sql, parameters) else {
            let types = parameters.map(\.type)
            return try exchange {
                parameters.withPointers { PQsendQueryParams(handle, sql, $0, types, $1, $2, $3, 1) }
            }
        }
        return try exchange { parameters.withPointers { PQsendQueryPrepared(handle, name, $0, $1, $2, $3, 1) } }
    }

    @discardableResult
    package func run(_ statement: PostgresStatement) throws -> PostgresResult {
        try run(statement.sql, statement.parameters)
    }

    /// The name of the prepared statement for a text, which is prepared if it is not yet; nil where none are kept.
    func prepared(_ sql: String, _ parameters: [PostgresParameter]) throws -> String? {
        let key = StatementNames.Key(sql: sql, types: parameters.map(\.type))
        switch statements.name(for: key) {
        case .none: return nil
        case .known(let name): return name
        case .new(let name, let evicted):
            do {
                if let evicted { _ = try exchange { PQsendQuery(handle, "DEALLOCATE \(evicted)") } }
                _ = try exchange { PQsendPrepare(handle, name, sql, Int32(key.types.count), key.types) }
            } catch {
                // Which of the statements are prepared is not known.
                statements.forgetAll()
                throw error
            }
            return name
        }
    }
}

/// Stops the statement of a connection from another thread.
///
/// `@unchecked Sendable`: libpq's object is immutable, and `PQcancel` may be called on any thread. Source: "Canceling Queries
/// in Progress" in libpq's documentation.
package final class PostgresCancellation: @unchecked Sendable {
    private let handle: OpaquePointer

    fileprivate init?(_ connection: OpaquePointer) {
        guard let handle = PQgetCancel(connection) else { return nil }
        self.handle = handle
    }

    deinit { PQfreeCancel(handle) }

    /// Asks the server to stop the statement, which fails then, unless it ends before the request arrives.
    package func cancel() {
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(handle, &message, Int32(message.count))
    }
}

/// Strings as a list that ends with a null pointer.
private struct CStringList {
    private let strings: [String]

    init(_ strings: [String]) { self.strings = strings }

    func withPointers<Result>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        let pointers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
        return pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("the list ends with a null pointer") }
            return body(base)
        }
    }
}
#endif
