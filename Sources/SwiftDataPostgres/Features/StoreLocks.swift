#if PostgreSQL
import SwiftDataSQL

/// The statements by which saves, isolated transactions, migrations and openings of a store keep each other out.
///
/// Each of them is for a transaction, at whose end the server releases the lock. Advisory locks are the first way.
/// Without them, the rows of the table `swiftdata_lock` are locked: saves share the row `writing`, and an isolated
/// transaction has it alone. A server lets further saves share a row that another transaction waits to lock alone, so
/// that the wait might never end. Each save therefore passes the row `gate` first, which it releases at once, and which
/// an isolated transaction keeps while it waits.
struct StoreLocks {
    let features: PostgresFeatures
    let namespace: String
    let identifier: String

    /// The table that a store without advisory locks has.
    static let table = "swiftdata_lock"
    /// The statements that make the table.
    static let statements = [
        "CREATE TABLE \(table) (name text PRIMARY KEY)",
        "INSERT INTO \(table) VALUES ('opening'), ('gate'), ('writing')",
    ]

    private var usesRows: Bool { !features.contains(.advisoryLocks) }

    private func row(_ name: String, _ strength: String) -> String {
        Self.row(name, strength, namespace)
    }

    private static func row(_ name: String, _ strength: String, _ namespace: String) -> String {
        "SELECT 1 FROM \(namespace.enclosed(in: "\"")).\(table) WHERE name = '\(name)' FOR \(strength)"
    }

    /// The two numbers of the advisory lock: that of this library, "swfu" in ASCII, and one of the store.
    private var numbers: String { "1937204853, hashtext('\(identifier)')" }

    /// The lock that saves share.
    var shared: [String] {
        guard usesRows else { return ["SELECT pg_advisory_xact_lock_shared(\(numbers))"] }
        return [
            "SAVEPOINT swiftdata_gate", row("gate", "SHARE"), "ROLLBACK TO SAVEPOINT swiftdata_gate",
            "RELEASE SAVEPOINT swiftdata_gate", row("writing", "SHARE"),
        ]
    }

    /// The lock of a writer that keeps all other writers out.
    var alone: [String] {
        guard usesRows else { return ["SELECT pg_advisory_xact_lock(\(numbers))"] }
        return [row("gate", "UPDATE"), row("writing", "UPDATE")]
    }

    /// The lock of an opening that makes or migrates tables; none where there is no row to lock yet.
    /// - Parameter isThere: True if the store has its tables.
    static func opening(_ features: PostgresFeatures, _ namespace: String, isThere: Bool) -> PostgresStatement? {
        guard features.contains(.advisoryLocks) else {
            return isThere ? PostgresStatement(row("opening", "UPDATE", namespace)) : nil
        }
        // The first number is of this library: "swft" in ASCII.
        return PostgresStatement("SELECT pg_advisory_xact_lock(1937204852, hashtext($1))", [.text(namespace)])
    }
}
#endif
