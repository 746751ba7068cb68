#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The mark that distinguishes a transaction from every other one: the connection that writes it, and the number that
/// the connection has counted to. The transaction writes it to a row of the table `swiftdata_commit`, which exists if
/// the transaction is committed.
///
/// The server's own number of a transaction does not suffice: a server that crashes before the transaction is on its
/// disk, and a standby that is promoted before it has received the transaction, give the number to another transaction.
struct CommitMark {
    /// The identity of the connection, a UUID.
    let writer: String
    let number: Int64

    /// The statement by which a transaction leaves its mark.
    var statement: PostgresStatement {
        PostgresStatement(
            "INSERT INTO \(HistorySchema.marks) (writer, number) VALUES ($1::text::uuid, $2) "
                + "ON CONFLICT (writer) DO UPDATE SET number = excluded.number, written = excluded.written",
            [.text(writer), .integer(number)]
        )
    }
}

/// Determines the outcome of a transaction whose connection was lost at its commit.
struct CommitOutcome {
    private let connection: String
    private let servers: PostgresServers
    private let table: String
    /// The time in which a server has to answer.
    private let limit: Duration

    init(_ configuration: PostgresConfiguration) {
        connection = configuration.connection
        servers = configuration.servers
        table =
            "\(configuration.namespace.enclosed(in: "\"")).\(HistorySchema.marks.enclosed(in: "\""))"
        limit = configuration.outcomeLimit
    }

    /// Asks the server through a new connection.
    /// - Parameter failure: The failure of the commit.
    /// - Throws: ``StoreError`` with code `outcomeUnknown` where no server answers in time.
    func isCommitted(_ mark: CommitMark, _ failure: PostgresFailure) throws -> Bool {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if let number = number(of: mark.writer, by: end) { return number == mark.number }
            // The server is not there again yet, or the process of the lost connection is still at it.
            Thread.sleep(forTimeInterval: 0.05)
        }
        throw StoreError(
            .outcomeUnknown,
            "the connection to the server was lost at the commit, and the outcome is unknown. Check whether the "
                + "changes are stored before you save them again.",
            underlying: failure
        )
    }

    /// The number of the last committed transaction of a connection, 0 for none; nil where no server answers.
    ///
    /// The statement writes, for three reasons. It waits for a transaction of the lost connection that is still open. A standby
    /// refuses it. And where commits are synchronous, its own returns when the standby has all that was committed before, so
    /// that the transaction is not lost with this server.
    private func number(of writer: String, by end: ContinuousClock.Instant) -> Int64? {
        let rest = max(Int64((end - .now) / .milliseconds(1)), 1)
        guard let connection = try? PostgresConnection(connection, preparedLimit: 0, servers: servers) else {
            return nil
        }
        // Neither a standby that is waited for nor a server that has stopped keeps the caller.
        connection.answerLimit = .milliseconds(rest)
        guard (try? connection.script("SET lock_timeout TO \(rest)")) != nil
        else { return nil }
        let result = try? connection.run(
            "INSERT INTO \(table) AS known (writer, number) VALUES ($1::text::uuid, 0) "
                + "ON CONFLICT (writer) DO UPDATE SET number = known.number RETURNING number",
            [.text(writer)]
        )
        return result?.integer(0, 0)
    }
}
#endif
