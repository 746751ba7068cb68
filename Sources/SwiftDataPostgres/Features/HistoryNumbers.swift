#if PostgreSQL
import SwiftDataSQL

/// The SQL for the numbers of the history, in statements that read `swiftdata_store`.
///
/// With transaction numbers, a number is the server's for the transaction (`xid8`), plus an offset that grows where the tables move
/// to another server. Numbers are in the order in which transactions began to write, and not in that of their commits: a reader
/// stops before the first transaction that is under way.
///
/// Without them, a save takes the next number of the table `swiftdata_counter` as the last step before its commit. It
/// locks the row until then, so that numbers are in the order of commits, and a reader that sees a number sees all
/// smaller ones.
struct HistoryNumbers {
    private let usesServer: Bool

    init(_ features: PostgresFeatures) { usesServer = features.contains(.transactionNumbers) }

    /// The table that a store without transaction numbers has.
    static let counter = "swiftdata_counter"
    /// The statements that make the table.
    static let statements = [
        "CREATE TABLE \(counter) (number bigint NOT NULL) WITH (fillfactor = 50)", "INSERT INTO \(counter) VALUES (0)",
    ]

    /// The statement that gives the transaction its number; nil where it has one by itself.
    var next: String? { usesServer ? nil : "UPDATE \(Self.counter) SET number = number + 1" }

    /// The number of the transaction under way.
    var current: String {
        usesServer ? "history_offset + pg_current_xact_id()::text::bigint" : "(SELECT number FROM \(Self.counter))"
    }

    /// The number of the first transaction that is under way, or the next one: whatever precedes it has ended.
    var horizon: String {
        usesServer
            ? "history_offset + pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
            : "(SELECT number + 1 FROM \(Self.counter))"
    }

    /// A number that no transaction has reached. A standby does not have the numbers that the primary has given.
    var end: String {
        let known =
            usesServer ? "history_offset + pg_snapshot_xmax(pg_current_snapshot())::text::bigint" : horizon
        return "(CASE WHEN pg_is_in_recovery() THEN history_offset + 4611686018427387904 ELSE \(known) END)"
    }

    /// The statement for the transaction's number, and that of the oldest transaction that is under way; NULL where there is none.
    var bounds: String {
        usesServer
            ? "SELECT pg_current_xact_id()::text, pg_snapshot_xmin(pg_current_snapshot())::text"
            : "SELECT NULL::text, NULL::text"
    }
}
#endif
