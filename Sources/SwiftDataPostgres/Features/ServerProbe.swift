#if PostgreSQL
import Foundation
import SwiftDataCore

/// Finds out which features a server has.
struct ServerProbe {
    let connection: PostgresConnection
    let configuration: PostgresConfiguration

    /// The features whose functions the server has and the role may call, except features that a known engine has in
    /// name alone.
    func features() throws -> PostgresFeatures {
        func has(_ functions: String...) -> String {
            let list = functions.map { "'\($0)'" }.joined(separator: ", ")
            return "(SELECT count(DISTINCT proname) = \(functions.count) FROM pg_proc WHERE proname IN (\(list)) "
                + "AND has_function_privilege(oid, 'EXECUTE'))"
        }
        let result = try connection.run(
            "SELECT version(), \(has("pg_current_xact_id", "pg_current_snapshot", "pg_snapshot_xmin")), "
                + has("pg_advisory_xact_lock", "pg_advisory_xact_lock_shared", "pg_try_advisory_xact_lock")
        )
        var features = PostgresFeatures.all
        if !result.bool(0, 1) { features.remove(.transactionNumbers) }
        if !result.bool(0, 2) { features.remove(.advisoryLocks) }
        // Its functions for advisory locks do nothing. Source: "Compatibility with PostgreSQL" in CockroachDB's documentation.
        if result.text(0, 0)?.contains("CockroachDB") == true { features.subtract([.listen, .advisoryLocks]) }
        return features
    }

    /// Tries features, in the transaction that makes the tables of a store. Nothing is left of the trials.
    func tried(_ wanted: PostgresFeatures) throws -> PostgresFeatures {
        var features = wanted
        for (feature, statements) in Self.trials where features.contains(feature) {
            if try !runs(statements) { features.remove(feature) }
        }
        if let pair = PairProbe(connection, configuration) { features = try pair.features(features) }
        return features
    }

    private static var trials: [(PostgresFeatures, [String])] {
        let table = "swiftdata_probe_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        return [
            (
                .deferrableConstraints,
                [
                    "CREATE TABLE \(table) (pk bigint PRIMARY KEY, value bigint UNIQUE DEFERRABLE INITIALLY IMMEDIATE, "
                        + "other bigint REFERENCES \(table) (pk) DEFERRABLE INITIALLY DEFERRED)",
                    "INSERT INTO \(table) VALUES (1, 1, 2)", "INSERT INTO \(table) VALUES (2, 2, 1)",
                    "SET CONSTRAINTS ALL DEFERRED", "UPDATE \(table) SET value = 2 WHERE pk = 1",
                    "UPDATE \(table) SET value = 1 WHERE pk = 2", "SET CONSTRAINTS ALL IMMEDIATE",
                ]
            ),
            (
                .advisoryLocks,
                [
                    "SELECT pg_advisory_xact_lock_shared(1937204854, 0), pg_advisory_xact_lock(1937204854, 0)",
                    "SELECT pg_try_advisory_xact_lock(1937204854, 0)",
                ]
            ),
            (
                .transactionNumbers,
                ["SELECT pg_current_xact_id()::text::bigint, pg_snapshot_xmin(pg_current_snapshot())::text::bigint"]
            ),
        ]
    }

    /// True if the server runs some statements, which are rolled back.
    private func runs(_ statements: [String]) throws -> Bool {
        try connection.script("SAVEPOINT swiftdata_probe")
        var isRun = true
        do {
            for statement in statements { try connection.script(statement) }
        } catch let failure as PostgresFailure where failure.isOfMissingFeature {
            isRun = false
        }
        try connection.script("ROLLBACK TO SAVEPOINT swiftdata_probe")
        return isRun
    }
}

/// A trial with two connections: a lock of one keeps the other one out, and one sees the number of the other's transaction.
private struct PairProbe {
    private let own: PostgresConnection
    private let other: PostgresConnection

    /// Connects a second time; nil, with a notice in the log, where no other connection can be made.
    init?(_ own: PostgresConnection, _ configuration: PostgresConfiguration) {
        do {
            other = try PostgresConnection(configuration.connection, preparedLimit: 0, servers: configuration.servers)
        } catch {
            log.notice(
                "The tables in the namespace \"\(configuration.namespace)\" are made with the features that one connection to the "
                    + "server shows: a second one, which tests locks and transaction numbers, could not be made: \(error)"
            )
            return nil
        }
        self.own = own
        other.answerLimit = .seconds(10)
    }

    func features(_ wanted: PostgresFeatures) throws -> PostgresFeatures {
        var features = wanted
        if wanted.contains(.advisoryLocks) {
            let lock = "SELECT pg_try_advisory_xact_lock(1937204854, \(Int32.random(in: 1...Int32.max)))"
            if try !own.run(lock).bool(0, 0) || other.run(lock).bool(0, 0) { features.remove(.advisoryLocks) }
        }
        if wanted.contains(.transactionNumbers) {
            let number = try own.run("SELECT pg_current_xact_id()::text::bigint").integer(0, 0)
            let seen = try other.run("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint").integer(0, 0)
            if let number, let seen, seen <= number { return features }
            features.remove(.transactionNumbers)
        }
        return features
    }
}

extension PostgresFailure {
    /// True for a statement that a server without a feature refuses: it does not support it, does not parse it, or does not have
    /// the function, or it checks a constraint at once.
    var isOfMissingFeature: Bool {
        state.map(["0A000", "42601", "42883", "23503", "23505"].contains) ?? false
    }
}
#endif
