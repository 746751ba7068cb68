#if PostgreSQL
import SwiftDataCore

/// The migrations of stores on servers that run this task, or the one that has made it.
enum RunningMigrations {
    @TaskLocal private static var own: Set<PostgresConfiguration> = []

    static func run<Result>(_ configuration: PostgresConfiguration, _ body: () throws -> Result) rethrows -> Result {
        try $own.withValue(own.union([configuration]), operation: body)
    }

    /// - Throws: ``StoreError`` with code `migration` where code of a migration opens the store that is migrated, which would wait
    ///   for itself.
    static func check(_ configuration: PostgresConfiguration) throws {
        let isOwn = own.contains {
            $0.connection == configuration.connection && $0.namespace == configuration.namespace
        }
        guard isOwn else { return }
        throw StoreError(
            .migration,
            "the store in the namespace \"\(configuration.namespace)\" is being migrated, and code of the migration opens it again, "
                + "which would deadlock. Use the context of the stage alone, and no container in a static property."
        )
    }
}
#endif
