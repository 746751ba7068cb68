#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

// Tables that were restored on another server.

extension StoreOpening {
    /// The identifier of the server's cluster, which a standby shares and a restored copy does not; nil where the role may not
    /// ask for it.
    func clusterIdentifier(_ features: PostgresFeatures) throws -> Int64? {
        // Numbers that the tables count themselves go with them.
        guard features.contains(.transactionNumbers) else { return nil }
        let mayAsk = try connection.run("SELECT has_function_privilege('pg_control_system()', 'EXECUTE')")
        guard mayAsk.bool(0, 0) else { return nil }
        return try connection.run("SELECT system_identifier FROM pg_control_system()").integer(0, 0)
    }

    /// True if the numbers of transactions are for the server's cluster, or its identifier cannot be asked for.
    func isOfCluster(_ stored: StoredTables) throws -> Bool {
        try clusterIdentifier(stored.features).map { $0 == stored.cluster } ?? true
    }

    /// Tables that were restored on another server have numbers that transactions of this one may not have reached: from now
    /// on they are counted from there.
    func noteCluster(_ features: PostgresFeatures) throws {
        guard features.contains(.transactionNumbers) else { return }
        let greatest =
            "coalesce(GREATEST((SELECT max(number) FROM \(HistorySchema.transactions)), "
            + "(SELECT max(last) FROM \(HistorySchema.gaps))), 0)"
        // Without a readable identifier, numbers that the server has not reached show that it is another one.
        try connection.script(
            "UPDATE \(PostgresSchema.metadataTable) SET history_offset = GREATEST(history_offset, \(greatest)) "
                + "WHERE \(greatest) >= \(HistoryNumbers(features).end)"
        )
        guard let identifier = try clusterIdentifier(features) else { return }
        let last =
            "GREATEST((SELECT max(number) FROM \(HistorySchema.transactions)), (SELECT max(last) FROM \(HistorySchema.gaps)))"
        try connection.run(
            "UPDATE \(PostgresSchema.metadataTable) SET cluster_identifier = $1, "
                + "history_offset = CASE WHEN cluster_identifier IS NULL THEN history_offset "
                + "ELSE GREATEST(history_offset, coalesce(\(last), 0)) END WHERE cluster_identifier IS DISTINCT FROM $1",
            [.integer(identifier)]
        )
    }
}
#endif
