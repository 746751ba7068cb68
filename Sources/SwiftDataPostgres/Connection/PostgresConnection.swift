#if PostgreSQL
import CLibPQ
import Foundation
import SwiftDataCore

/// A connection to a server.
///
/// `@unchecked Sendable`: one thread at a time uses a connection. The lock of ``PostgresPool`` guards idle connections,
/// and a lent connection is known to its borrower alone, apart from ``cancellation``.
package final class PostgresConnection: @unchecked Sendable {
    let handle: OpaquePointer
    /// The names of the prepared statements.
    var statements: StatementNames
    /// The identity under which transactions leave their marks.
    private let identity = UUID().uuidString
    private var marks: Int64 = 0
    /// Stops a statement from another thread.
    package let cancellation: PostgresCancellation?
    /// Called with the text of each statement.
    package var observer: (@Sendable (String) -> Void)?
    /// Called before each wait for the server's answers.
    var roundTrip: (@Sendable () -> Void)?

    /// Connects to a server.
    /// - Parameters:
    ///   - information: A connection string or URL of libpq. libpq takes missing settings from the environment and its
    ///     files.
    ///   - preparedLimit: The number of prepared statements that are kept; 0 for none.
    ///   - servers: The requested servers of the list.
    /// - Throws: ``PostgresFailure`` where no server is reached, or where it refuses the connection.
    package init(
        _ information: String,
        preparedLimit: Int = 256,
        servers: PostgresServers = .asConfigured
    ) throws {
        try ConnectionInformation.check(information)
        // Later keys win: settings before the string are defaults, settings behind it cannot be overridden.
        var keywords = [
            "connect_timeout", "keepalives_idle", "keepalives_interval", "tcp_user_timeout", "dbname",
            "client_encoding", "fallback_application_name",
        ]
        // The system gives a silent network up at the first probe after tcp_user_timeout: its own interval is 75 seconds.
        var values = ["10", "10", "5", "20000", information, "UTF8", ProcessInfo.processInfo.processName]
        switch servers {
        case .asConfigured: break
        case .primary:
            keywords.insert("target_session_attrs", at: 0)
            values.insert("primary", at: 0)
        case .standbys:
            keywords.append("target_session_attrs")
            values.append("prefer-standby")
        }
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
        // Bytes that do not fit into the buffers are sent while results are read: each side could wait for the other
        // otherwise.
        PQsetnonblocking(made, 1)
    }

    deinit { PQfinish(handle) }

    /// True if nothing can be asked of the server through this connection any more.
    package var isLost: Bool { isGivenUp || PQstatus(handle) != CONNECTION_OK }
    /// True if the server has not answered within the limit.
    private(set) var isGivenUp = false
    /// The time that an answer may take before the connection counts as lost; nil for no limit.
    var answerLimit: Duration?
    /// The position in the write-ahead log that a standby has been seen to have reached.
    var replayedPosition: UInt64 = 0
    /// True for a server that replays the writes of another one.
    var isStandby: Bool { setting("in_hot_standby") == "on" }

    /// Gives the connection up: the outcome of the last statement on the server is not known.
    func giveUp() { isGivenUp = true }
    /// True if the server has ended the connection while it was idle: a look at the socket, without a round trip.
    package var isEnded: Bool {
        var poll = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        // Nothing was asked: the readable bytes are a notice, a changed setting, or the end.
        while poll.fd >= 0, Foundation.poll(&poll, 1, 0) > 0 {
            guard PQconsumeInput(handle) == 1, !isLost else { return true }
        }
        return isLost
    }
    /// True if a transaction is open, whether or not a statement of it has failed.
    package var isInTransaction: Bool {
        switch PQtransactionStatus(handle) {
        case PQTRANS_INTRANS, PQTRANS_INERROR: true
        default: false
        }
    }
    /// True if a statement of the open transaction has failed, so that nothing but its end is accepted.
    package var isInFailedTransaction: Bool { PQtransactionStatus(handle) == PQTRANS_INERROR }
    /// True if a statement can be sent: no transaction is open, and nothing is left to be read.
    package var isIdle: Bool {
        PQtransactionStatus(handle) == PQTRANS_IDLE && PQpipelineStatus(handle) == PQ_PIPELINE_OFF
    }
    /// The version of the server, such as 150018.
    package var serverVersion: Int { Int(PQserverVersion(handle)) }
    /// A setting that the server reports by itself, such as `in_hot_standby`.
    package func setting(_ name: String) -> String? {
        PQparameterStatus(handle, name).map { String(cString: $0) }
    }

    /// The mark of the next transaction.
    func nextMark() -> CommitMark {
        marks += 1
        return CommitMark(writer: identity, number: marks)
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
        do {
            return try exchange { parameters.withPointers { PQsendQueryPrepared(handle, name, $0, $1, $2, $3, 1) } }
        } catch let failure as PostgresFailure where failure.isOfOldPlan {
            // It is prepared again: at once where no transaction has failed by it.
            statements.forgetAll()
            guard !isInTransaction else { throw failure }
            return try run(sql, parameters)
        }
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

/// The servers that a connection is made to, out of the servers in a connection string.
package enum PostgresServers: Sendable {
    /// Whichever the string means.
    case asConfigured
    /// The server that can be written, unless the string names another kind.
    case primary
    /// A server that replays the writes of the primary, or the primary where there is none.
    case standbys
}

/// Stops the statement of a connection from another thread.
///
/// `@unchecked Sendable`: libpq's object is immutable, and `PQcancel` may be called on any thread. Source: "Canceling Queries
/// in Progress" in libpq's documentation. The number of requests has a lock of its own.
package final class PostgresCancellation: @unchecked Sendable {
    private let handle: OpaquePointer
    private let requests = Locked(0)

    fileprivate init?(_ connection: OpaquePointer) {
        guard let handle = PQgetCancel(connection) else { return nil }
        self.handle = handle
    }

    deinit { PQfreeCancel(handle) }

    /// True if the server has not acknowledged a request, which may stop a later statement of the connection.
    var isUnderWay: Bool { requests.withLock { $0 > 0 } }

    /// Asks the server to stop the statement, which fails then, unless it ends before the request arrives.
    package func cancel() {
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(handle, &message, Int32(message.count))
    }

    /// Asks the server on a thread of its own, since the request waits for a server that has stopped.
    /// - Parameter request: Another request, for tests.
    package func cancelOnOwnThread(
        _ request: @escaping @Sendable (PostgresCancellation) -> Void = { $0.cancel() }
    ) {
        requests.withLock { $0 += 1 }
        Thread.detachNewThread { [self] in
            request(self)
            requests.withLock { $0 -= 1 }
        }
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
