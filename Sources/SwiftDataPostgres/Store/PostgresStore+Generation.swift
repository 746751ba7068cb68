#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

// A store whose tables have been migrated since it was opened does not write any more, and soon it does not read either.

extension PostgresStore {
    /// A statement of every save that fails where the tables have been migrated. The save has its lock then, which a migration
    /// waits for, so that none can come in between.
    var generationCheck: String {
        "SELECT 1 / (generation = \(model.generation))::integer FROM \(PostgresSchema.metadataTable)"
    }

    /// The number of the migration that gave the tables their present form, for a statement that reads
    /// `swiftdata_store` as `s`.
    static var currentGeneration: String { "coalesce((to_jsonb(s)->>'generation')::bigint, 1)" }

    /// - Throws: ``StoreError`` with code `migration` where the tables are known to have been migrated.
    func checkGeneration() throws {
        if isOutdated.withLock({ $0 }) { throw outdated(nil) }
    }

    /// Notes the number of a generation that was read.
    func note(generation: Int64?) {
        if let generation, generation != model.generation { isOutdated.withLock { $0 = true } }
    }

    private func outdated(_ failure: (any Error)?) -> StoreError {
        StoreError(
            .migration,
            "the tables have been migrated since the container was made. Make a new one with the current models.",
            underlying: failure
        )
    }

    /// True if the tables have been migrated, by the number on the server.
    private func isMigrated() -> Bool {
        let sql = "SELECT \(Self.currentGeneration) FROM \(PostgresSchema.metadataTable) s"
        guard !isInside, model.mapping == nil,
            let result = try? pool.withConnection({ try $0.run(sql) })
        else { return false }
        note(generation: result.integer(0, 0))
        return isOutdated.withLock { $0 }
    }

    /// Turns an error of the server into one of stores. Where a statement does not fit the tables, or a row the model, a migration
    /// may be the reason.
    func mappingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as PostgresFailure {
            let classes = ["0A", "22", "23", "42"]
            if let state = failure.state, classes.contains(where: state.hasPrefix), isMigrated() {
                throw outdated(failure)
            }
            throw model.error(failure)
        } catch let error as StoreError where error.code == .corruptRow || error.code == .sql {
            if isMigrated() { throw outdated(error) }
            throw error
        }
    }

    /// Runs a save as a part of the transaction of a migration.
    func savepoint<Result>(
        _ connection: PostgresConnection,
        before commit: () throws -> Void,
        _ body: (PostgresConnection, [PostgresStatement]) throws -> (Result, CommitBounds)
    ) throws -> (Result, CommitBounds) {
        let waits = model.features.contains(.deferrableConstraints)
        let begin = ["SAVEPOINT swiftdata_save"] + (waits ? ["SET CONSTRAINTS ALL DEFERRED"] : [])
        do {
            let outcome = try body(connection, begin.map { PostgresStatement($0) })
            try commit()
            try connection.script("RELEASE SAVEPOINT swiftdata_save")
            return outcome
        } catch {
            _ = try? connection.script("ROLLBACK TO SAVEPOINT swiftdata_save; RELEASE SAVEPOINT swiftdata_save")
            throw error
        }
    }
}
#endif
