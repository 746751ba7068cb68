/// The objects that sync the containers whose configurations name a CloudKit database. The module SwiftDataSync registers how
/// they are made.
package enum SyncRegistry {
    /// Makes the object that syncs the store of a configuration, which the container keeps; nil where it does not sync.
    package typealias Start = @Sendable (ModelContainer, ModelConfiguration) -> (any Sendable)?

    private struct Entry {
        let database: ModelConfiguration.CloudKitDatabase
        let start: Start
    }

    private static let entries = Locked<[Entry]>([])

    /// Registers, in place of an earlier registration for the same database. Containers that exist are not concerned.
    package static func register(_ database: ModelConfiguration.CloudKitDatabase, _ start: @escaping Start) {
        entries.withLock { entries in
            entries.removeAll { $0.database.isSame(as: database) }
            entries.append(Entry(database: database, start: start))
        }
    }

    /// Ends a registration.
    package static func remove(_ database: ModelConfiguration.CloudKitDatabase) {
        entries.withLock { $0.removeAll { $0.database.isSame(as: database) } }
    }

    /// True if a store of the configuration is synced. A store in memory is not, as with CloudKit.
    package static func serves(_ configuration: ModelConfiguration) -> Bool { start(for: configuration) != nil }

    private static func start(for configuration: ModelConfiguration) -> Start? {
        guard !configuration.isStoredInMemoryOnly else { return nil }
        return entries.withLock { $0.first { $0.database.isSame(as: configuration.cloudKitDatabase) }?.start }
    }

    /// Makes the objects that sync the stores of a container.
    static func start(_ container: ModelContainer) -> [any Sendable] {
        guard !container.core.isInMigration else { return [] }
        return container.configurations.sorted { $0.name < $1.name }.compactMap { configuration in
            start(for: configuration)?(container, configuration)
        }
    }
}
