#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

// Tables of earlier layouts.

extension StoreOpening {
    /// Brings tables of an earlier layout to the one of this version of the library. A deadlock is tried again once.
    /// - Returns: The description of the tables afterwards. Tables of the third layout without arrays stay as they are for a role that
    ///   may not alter them.
    /// - Throws: ``StoreError`` with code `migration` for arrays that cannot be kept as arrays of the server, and with code
    ///   `cannotOpen` for a role that may not alter the tables; ``PostgresFailure``.
    func upgrade(_ stored: StoredTables, _ planning: MigrationPlanning) throws -> StoredTables {
        guard stored.version < PostgresSchema.layoutVersion else { return stored }
        // Tables without a model are those of this one, or the opening ends here.
        if stored.model == nil { _ = try planning.steps(stored, next: nextNumber) }
        let arrays = ArrayUpgrade(connection: connection, stored: stored, model: stored.model ?? planning.model)
        try connection.script("SAVEPOINT swiftdata_upgrade")
        do {
            do {
                try change(stored, arrays)
            } catch let failure as PostgresFailure where failure.isDeadlock {
                // The locks of the upgrade are given up, and that of the opening is kept.
                try connection.script("ROLLBACK TO SAVEPOINT swiftdata_upgrade")
                try change(stored, arrays)
            }
        } catch let failure as PostgresFailure where failure.isOfPermission {
            guard stored.version >= StoreChoices.firstLayoutWithArrays - 1, try !arrays.isNeeded else {
                throw StoreError(
                    .cannotOpen,
                    "the tables in the namespace \"\(configuration.namespace)\" have the layout \(stored.version), and this role may "
                        + "not alter them. Open the store once with the role that owns the tables.",
                    underlying: failure
                )
            }
            try connection.script("ROLLBACK TO SAVEPOINT swiftdata_upgrade")
            return stored
        }
        try connection.script("RELEASE SAVEPOINT swiftdata_upgrade")
        return try look() ?? stored
    }

    /// Saves take their lock before they read `swiftdata_store`, which every process reads each second: it is altered last.
    private func change(_ stored: StoredTables, _ arrays: ArrayUpgrade) throws {
        let locks = StoreLocks(
            features: stored.features,
            namespace: configuration.namespace,
            identifier: stored.identifier
        )
        try connection.script("SET LOCAL statement_timeout TO 0")
        for statement in locks.alone { try connection.script(statement) }
        let fingerprint = stored.choices.hasArrays ? nil : try arrays.run()
        if stored.version < 2 {
            for statement in HistorySchema.statements { try connection.script(statement) }
        }
        try addColumns(stored)
        try connection.script(
            "UPDATE \(PostgresSchema.metadataTable) SET layout_version = \(PostgresSchema.layoutVersion)"
                + (fingerprint.map { ", fingerprint = \($0.enclosed(in: "'")), generation = generation + 1" } ?? "")
        )
    }

    /// Stores of the first layout have no history, stores of the second one no model, and stores of the third one no
    /// choices.
    private func addColumns(_ stored: StoredTables) throws {
        let columns =
            (stored.version < 2 ? [HistorySchema.storeColumns] : []) + [
                PostgresSchema.modelColumns, StoreChoices.columns,
            ]
        let list = columns.flatMap { $0.split(separator: ",") }.map {
            "ADD COLUMN IF NOT EXISTS \($0.trimmingPrefix(" "))"
        }
        try connection.script("ALTER TABLE \(PostgresSchema.metadataTable) \(list.joined(separator: ", "))")
    }
}

extension PostgresFailure {
    /// True for a role without the required right.
    fileprivate var isOfPermission: Bool { state == "42501" }
}
#endif
