#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// A store of one version inside of a migration, with its container.
struct StageStore {
    let container: ModelContainer
    private let connection: LentConnection

    init(
        _ migration: PostgresMigration,
        _ schema: Schema,
        _ tables: PostgresTables,
        _ generation: Int64,
        _ side: LentConnection.Side
    ) throws {
        var configuration = migration.configuration
        configuration.schema = schema
        configuration.allowsSave = side == .present
        connection = LentConnection(migration.connection, migration.turn, side, namespace: configuration.namespace)
        let store = PostgresStore(
            inside: connection,
            try PostgresModel(
                schema: schema,
                storeIdentifier: migration.stored.identifier,
                choices: tables.choices,
                numbers: tables.numbers,
                generation: generation
            ),
            schema,
            configuration
        )
        let core = ContainerCore(
            schema: schema,
            migrationPlan: nil,
            stores: [TrustedStore(store)],
            configurations: [],
            isInMigration: true
        )
        container = core.container()
        core.adopt(container)
    }

    /// Code that keeps a context gets errors from now on.
    func end() { connection.close() }
}
#endif
