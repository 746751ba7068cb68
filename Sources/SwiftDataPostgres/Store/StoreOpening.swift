#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Finds the tables of a store, or makes them. Two processes that begin at once make them once.
struct StoreOpening {
    let connection: PostgresConnection
    let configuration: PostgresConfiguration
    let schema: Schema

    /// - Throws: ``StoreError``
    func model() throws -> PostgresModel {
        do {
            if let known = try existing() { return known }
            guard configuration.allowsSave else {
                throw StoreError(
                    .cannotOpen,
                    "the namespace \"\(configuration.namespace)\" has no store, and none may be made."
                )
            }
            try connection.script("BEGIN")
            // The first number is of this library: "swft" in ASCII.
            try connection.run(
                "SELECT pg_advisory_xact_lock(1937204852, hashtext($1))",
                [.text(configuration.namespace)]
            )
            if let known = try existing() {
                try connection.script("COMMIT")
                return known
            }
            let identifier = UUID().uuidString
            let model = try PostgresModel(schema: schema, storeIdentifier: identifier)
            try connection.script("CREATE SCHEMA IF NOT EXISTS \(configuration.namespace.enclosed(in: "\""))")
            for statement in PostgresSchema(model).statements(identifier: identifier) {
                try connection.script(statement)
            }
            try connection.script("COMMIT")
            return model
        } catch let failure as PostgresFailure {
            throw StoreError(
                .cannotOpen,
                "the tables in the namespace \"\(configuration.namespace)\" could not be read or made: \(failure)",
                underlying: failure
            )
        }
    }

    /// The model of the tables that are there; nil for a namespace without a store.
    private func existing() throws -> PostgresModel? {
        let name =
            "\(configuration.namespace.enclosed(in: "\"")).\(PostgresSchema.metadataTable.enclosed(in: "\""))"
        let found = try connection.run("SELECT to_regclass($1) IS NOT NULL", [.text(name)])
        guard found.bool(0, 0) else { return nil }
        let row = try connection.run("SELECT identifier::text, layout_version::bigint, fingerprint FROM \(name)")
        guard row.count == 1, let identifier = row.text(0, 0), let version = row.integer(0, 1) else {
            throw StoreError(.cannotOpen, "the table \(name) has not one row.")
        }
        guard version <= PostgresSchema.layoutVersion else {
            throw StoreError(
                .newerLayout,
                "the tables in the namespace \"\(configuration.namespace)\" have the layout \(version), and this version of "
                    + "the library knows \(PostgresSchema.layoutVersion). Use a later one."
            )
        }
        let model = try PostgresModel(schema: schema, storeIdentifier: identifier.uppercased())
        guard row.text(0, 2) == model.fingerprint else {
            throw StoreError(
                .migration,
                "the tables in the namespace \"\(configuration.namespace)\" are those of another schema. Stores on a server "
                    + "are not migrated yet: choose another namespace, or change the tables by SQL."
            )
        }
        return model
    }
}
#endif
