#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Opens tables that another program made. Nothing is written, not even metadata.
struct MappedOpening {
    let connection: PostgresConnection
    let configuration: PostgresConfiguration
    let schema: Schema

    /// - Throws: ``StoreError`` with code `cannotOpen` and a ``TableMappingFailure`` for models that do not fit the tables.
    func open() throws -> StoreOpening.Opened {
        do {
            // The tables are those of one moment.
            try connection.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            // Arrays are read as JSON, which has those with NULL and with several dimensions as well.
            let choices = StoreChoices(hasArrays: false)
            let tables = try PostgresTables(ModelOutline(schema), choices)
            try check()
            let found = try FoundTables(connection, namespace: configuration.namespace)
            let model = try PostgresModel(
                schema: schema,
                storeIdentifier: identifier(),
                choices: choices,
                mapping: MappingBuilder.mapping(tables, found)
            )
            try connection.script("COMMIT")
            return StoreOpening.Opened(model: model, position: nil)
        } catch let failure as PostgresFailure {
            throw StoreError(
                .cannotOpen,
                "the tables in the PostgreSQL schema \"\(configuration.namespace)\" could not be read: \(failure)",
                underlying: failure
            )
        }
    }

    private func check() throws {
        let name = configuration.namespace
        let result = try connection.run(
            "SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = $1",
            [.text(name)]
        )
        guard result.count == 1 else {
            throw StoreError(.cannotOpen, "there is no PostgreSQL schema \"\(name)\".")
        }
        guard result.bool(0, 0) else {
            throw StoreError(.noPermission, "the role may not use the PostgreSQL schema \"\(name)\".")
        }
    }

    /// An identifier that is the same in every process: of the server's cluster, where the role may ask for it, of the database
    /// and of the PostgreSQL schema.
    private func identifier() throws -> String {
        let mayAsk = try connection.run("SELECT has_function_privilege('pg_control_system()', 'EXECUTE')")
        let cluster = mayAsk.bool(0, 0) ? "(SELECT system_identifier::text FROM pg_control_system())" : "''"
        let name = "\(cluster) || '/' || current_database() || '/' || $1"
        let sql = "SELECT left(encode(sha256(convert_to(\(name), 'UTF8')), 'hex'), 32)::uuid::text"
        guard let found = try connection.run(sql, [.text(configuration.namespace)]).text(0, 0) else {
            throw PostgresFailure.noAnswer
        }
        return found.uppercased()
    }
}
#endif
