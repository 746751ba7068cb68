#if PostgreSQL
import SwiftDataCore
package import SwiftDataSQL

/// The changes and the SQL of a migration that is not run.
package struct MigrationPreview: Sendable {
    /// The version of the store's model.
    package let from: String
    /// The version of the other model.
    package let to: String
    /// The changes, as text for people.
    package let changes: [String]
    /// The statements; none where the tables match the model already.
    package let statements: [String]
}

extension PostgresStore {
    /// The model of the tables of a store, from the store.
    /// - Throws: ``StoreError`` where there is no store, or where its tables are of a version that did not keep the model.
    package static func storedModel(_ configuration: PostgresConfiguration) throws -> ModelOutline {
        try lookingAtTables(configuration) { _, stored in try known(stored, configuration).model }
    }

    /// The migration of a store to a model, without running any of it.
    ///
    /// The checks for rows that prevent the migration are not among the statements.
    /// - Parameter isOfClasses: True for the model of another store on a server, which has the Swift types. The types
    ///   of a model of Core Data are taken for the types of the store wherever Core Data writes both in one way.
    /// - Throws: ``StoreError`` with code `migration` for a change that cannot be inferred, and for Swift types that
    ///   the model does not contain.
    package static func migrationPreview(
        _ configuration: PostgresConfiguration,
        to model: ModelOutline,
        isOfClasses: Bool
    ) throws -> MigrationPreview {
        try lookingAtTables(configuration) { connection, stored in
            let (stored, before) = try known(stored, configuration)
            var target = isOfClasses ? model : try SwiftTypes(of: before).completing(model)
            target.numbers = [:]
            // A model of Core Data may have no version.
            let to = target.versionIdentifier.isEmpty ? before.versionIdentifier : target.versionIdentifier
            target.versionIdentifier = before.version > target.version ? before.versionIdentifier : to
            guard stored.version == PostgresSchema.layoutVersion else {
                throw StoreError(
                    .migration,
                    "the tables in the PostgreSQL schema \"\(configuration.namespace)\" are of an earlier version of the library. "
                        + "Open the store once with the models that it was made with."
                )
            }
            let opening = StoreOpening(
                connection: connection,
                configuration: configuration,
                schema: Schema(),
                plan: nil
            )
            var next = try opening.nextNumber()
            let name = "\(before.versionIdentifier) → \(to)"
            let step: PostgresStep
            do {
                step = try PostgresStep(name, from: before, to: target, stored.choices, next: &next)
            } catch let error as StoreError where error.code == .migration && isOfClasses {
                throw StoreError(
                    .migration,
                    error.message
                        + " The model that a store keeps has no default values: where one is missing, open the store "
                        + "with the new models.",
                    entity: error.entityName,
                    property: error.propertyName,
                    underlying: error
                )
            }
            let changes = step.mapping.changes.map(\.description)
            // The order of the properties is no matter of the tables.
            let isDone = changes.isEmpty && step.source.numbers == step.target.numbers
            return MigrationPreview(
                from: before.versionIdentifier,
                to: to,
                changes: changes,
                statements: isDone ? [] : try statements(of: step, isFirst: true, connection)
            )
        }
    }

    private static func known(
        _ stored: StoredTables?,
        _ configuration: PostgresConfiguration
    ) throws -> (stored: StoredTables, model: ModelOutline) {
        guard let stored else {
            throw StoreError(.cannotOpen, "the PostgreSQL schema \"\(configuration.namespace)\" has no store.")
        }
        guard let model = stored.model else {
            throw StoreError(
                .migration,
                "the tables in the PostgreSQL schema \"\(configuration.namespace)\" do not record their model. Open the store once "
                    + "with the models that it was made with."
            )
        }
        return (stored, model)
    }
}
#endif
