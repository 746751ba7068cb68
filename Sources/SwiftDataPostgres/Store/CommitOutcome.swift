#if PostgreSQL
import Foundation
import SwiftDataCore

/// Finds out what has become of a transaction whose connection was lost at its commit.
struct CommitOutcome {
    private let connection: String
    /// The time in which a server has to answer.
    private let limit: Duration

    /// - Parameter connection: The connection string of the store.
    init(_ connection: String, limit: Duration = .seconds(30)) {
        self.connection = connection
        self.limit = limit
    }

    /// Asks the server through a new connection. Source: `pg_xact_status` in PostgreSQL's documentation, "Transaction ID and
    /// Snapshot Information Functions".
    /// - Parameters:
    ///   - number: The number of the transaction; nil where it is not known.
    ///   - failure: The failure of the commit.
    /// - Throws: ``StoreError`` with code `outcomeUnknown` where no server answers in time.
    func isCommitted(_ number: String?, _ failure: PostgresFailure) throws -> Bool {
        let end = ContinuousClock.now + limit
        while let number, ContinuousClock.now < end {
            switch status(of: number) {
            case "committed": return true
            case "aborted": return false
            // The process of the lost connection is still at it, or the server is not there again yet.
            default: Thread.sleep(forTimeInterval: 0.05)
            }
        }
        throw StoreError(
            .outcomeUnknown,
            "the connection to the server was lost at the commit, and no server has told what has become of it. Look whether the "
                + "changes are there before they are saved again.",
            underlying: failure
        )
    }

    private func status(of number: String) -> String? {
        guard let connection = try? PostgresConnection(connection, preparedLimit: 0),
            let result = try? connection.run("SELECT pg_xact_status($1::text::xid8)", [.text(number)])
        else { return nil }
        return result.text(0, 0)
    }
}
#endif
