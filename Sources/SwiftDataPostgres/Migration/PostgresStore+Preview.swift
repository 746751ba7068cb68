#if PostgreSQL
package import SwiftDataCore
import SwiftDataSQL

extension PostgresStore {
    /// The SQL that an opening would run to migrate the tables of a store, without running any of it; none where there is nothing
    /// to migrate, or no store.
    ///
    /// The checks for rows that prevent the migration are not among the statements, and the code of custom stages is a
    /// comment.
    /// - Throws: The errors that opening the store would throw for the models.
    package static func migrationStatements(
        _ configuration: PostgresConfiguration,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> [String] {
        guard let schema = configuration.schema else {
            throw SwiftDataError.withoutSchema(configuration.name)
        }
        return try lookingAtTables(configuration) { connection, stored in
            guard let stored else { return [] }
            try stored.check(configuration)
            let opening = StoreOpening(
                connection: connection,
                configuration: configuration,
                schema: schema,
                plan: migrationPlan
            )
            let planning = try MigrationPlanning(schema, migrationPlan, configuration)
            let steps = try planning.steps(stored, next: opening.nextNumber)
            return try steps.enumerated().flatMap { index, step in
                try statements(of: step, isFirst: index == 0, connection)
            }
        }
    }

    /// Calls a function with a connection that may not write, and with the content of the bookkeeping tables.
    static func lookingAtTables<Result>(
        _ configuration: PostgresConfiguration,
        _ body: (PostgresConnection, StoredTables?) throws -> Result
    ) throws -> Result {
        do {
            let connection = try PostgresConnection(configuration.connection, preparedLimit: 0)
            try connection.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try connection.script("SET LOCAL search_path TO \(configuration.namespace.enclosed(in: "\""))")
            return try body(connection, StoredTables(connection, namespace: configuration.namespace))
        } catch let failure as PostgresFailure {
            throw StoreError(.cannotOpen, "the tables could not be read: \(failure)", underlying: failure)
        }
    }

    static func statements(
        of step: PostgresStep,
        isFirst: Bool,
        _ connection: PostgresConnection
    ) throws -> [String] {
        // The tables of later steps are not there yet: they are those that a new store has.
        let parts = try isFirst ? StoredParts(connection) : StoredParts(step.source)
        let script = try MigrationScript(step, parts, StoredKeys(isFirst ? connection : nil))
        let isNewGeneration = step.changesTables || !script.isEmpty
        let record =
            try MigrationScript.record(step.target, isNewGeneration: isNewGeneration)
            + (isNewGeneration ? [SearchSchema.drop] : [])
        return ["-- \(step.name)"] + (step.code?.willMigrate == nil ? [] : ["-- willMigrate"]) + script.statements
            + script.ending + record + (step.code?.didMigrate == nil ? [] : ["-- didMigrate"])
    }
}
#endif
