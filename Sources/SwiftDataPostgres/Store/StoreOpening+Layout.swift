#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

// Tables of earlier layouts, and tables that were restored on another server.

extension StoreOpening {
    /// Brings tables of an earlier layout to the one of this version of the library.
    /// - Returns: What the table `swiftdata_store` says then.
    /// - Throws: ``StoreError`` with code `migration` for arrays that cannot be kept as arrays of the server.
    func upgrade(_ stored: StoredTables, _ planning: MigrationPlanning) throws -> StoredTables {
        guard stored.version < PostgresSchema.layoutVersion else { return stored }
        // Tables without a model are those of this one, or the opening ends here.
        if stored.model == nil { _ = try planning.steps(stored, next: nextNumber) }
        try addColumns(stored)
        if !stored.choices.hasArrays {
            let locks = StoreLocks(
                features: stored.features,
                namespace: configuration.namespace,
                identifier: stored.identifier
            )
            let upgrade = ArrayUpgrade(
                connection: connection,
                stored: stored,
                locks: locks,
                model: stored.model ?? planning.model
            )
            try upgrade.run()
        }
        return try look() ?? stored
    }

    /// Stores of the first layout have no history, those of the second one no model, and those of the third one no choices.
    private func addColumns(_ stored: StoredTables) throws {
        let columns =
            (stored.version < 2 ? [HistorySchema.storeColumns] : []) + [
                PostgresSchema.modelColumns, StoreChoices.columns,
            ]
        let list = columns.flatMap { $0.split(separator: ",") }.map {
            "ADD COLUMN IF NOT EXISTS \($0.trimmingPrefix(" "))"
        }
        try connection.script("ALTER TABLE \(PostgresSchema.metadataTable) \(list.joined(separator: ", "))")
        if stored.version < 2 {
            for statement in HistorySchema.statements { try connection.script(statement) }
        }
        try connection.script(
            "UPDATE \(PostgresSchema.metadataTable) SET layout_version = \(PostgresSchema.layoutVersion)"
        )
    }

    /// The identifier of the server's cluster, which a standby shares and a restored copy does not; nil where the role may not
    /// ask for it.
    func clusterIdentifier(_ features: PostgresFeatures) throws -> Int64? {
        // Numbers that the tables count themselves go with them.
        guard features.contains(.transactionNumbers) else { return nil }
        let mayAsk = try connection.run("SELECT has_function_privilege('pg_control_system()', 'EXECUTE')")
        guard mayAsk.bool(0, 0) else { return nil }
        return try connection.run("SELECT system_identifier FROM pg_control_system()").integer(0, 0)
    }

    /// Tables that were restored on another server have numbers that transactions of this one may not have reached: from now
    /// on they are counted from there.
    func noteCluster(_ features: PostgresFeatures) throws {
        guard features.contains(.transactionNumbers) else { return }
        let greatest =
            "coalesce(GREATEST((SELECT max(number) FROM \(HistorySchema.transactions)), "
            + "(SELECT max(last) FROM \(HistorySchema.gaps))), 0)"
        // Where the identifier cannot be asked for, numbers that the server has not reached tell.
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
