import Foundation
import SwiftDataModelSource
import SwiftDataSQL

#if PostgreSQL
    import SwiftDataPostgres
#endif

/// The dry run of a migration of a store on a server.
struct ServerMigration {
    let store: ServerAddress
    /// The path of the model, or the address of a store that has it.
    let model: String
    let version: String?

    /// Prints the changes, and the SQL that the migration would run. Nothing is written.
    /// - Throws: ``ToolFailure``, or ``StoreError`` for a migration that cannot be inferred.
    func printPlan(isJSON: Bool, _ console: Console) throws {
        #if PostgreSQL
            let preview = try preview()
            guard !isJSON else {
                console.print(
                    .members([
                        "schema": .string(store.namespace), "from": .string(preview.from), "to": .string(preview.to),
                        "steps": .strings(preview.changes), "statements": .strings(preview.statements),
                        "migrated": .text(nil),
                    ])
                )
                return
            }
            for change in preview.changes { console.print("- \(TextTable.printable(change))") }
            guard !preview.statements.isEmpty else {
                console.print("The tables are those of the model already.")
                return
            }
            console.print()
            let path = store.namespace.enclosed(in: "\"")
            for statement in ["BEGIN", "SET LOCAL search_path TO \(path)"] + preview.statements + ["COMMIT"] {
                console.print(statement.hasPrefix("--") ? TextTable.printable(statement) : statement + ";")
            }
        #else
            throw ToolFailure(
                "This tool was built without the package trait PostgreSQL, and supports no servers. Build it with --traits PostgreSQL."
            )
        #endif
    }

    #if PostgreSQL
        private func preview() throws -> MigrationPreview {
            let configuration = PostgresConfiguration(store.connection, namespace: store.namespace)
            if let other = ServerAddress(model) {
                guard version == nil else { throw ToolFailure("A store has one version of its model.", isUsage: true) }
                let target = try PostgresStore.storedModel(
                    PostgresConfiguration(other.connection, namespace: other.namespace)
                )
                return try PostgresStore.migrationPreview(configuration, to: target, isOfClasses: true)
            }
            var source = try ModelSource.read(URL(fileURLWithPath: model))
            if let version { try source.select(version: version) }
            guard let target = source.current?.model else { throw ToolFailure("The model has no versions.") }
            return try PostgresStore.migrationPreview(configuration, to: target, isOfClasses: false)
        }
    #endif
}
