public import SwiftDataCore

/// Sync in Apple's spelling: a configuration names a CloudKit database, and a transport that was registered for it carries the
/// changes.
extension SyncEngine {
    /// Lets containers sync whose configurations name a CloudKit database, over a transport of one's own.
    ///
    /// Each container that is made from now on gets an automatic engine for each such store in a file, which lives as long as the
    /// container. ``engines(of:)`` has the engines. `ModelConfiguration.CloudKitDatabase.none` never syncs.
    ///
    /// ```swift
    /// SyncEngine.register(for: .private("iCloud.trips")) { _ in FolderTransport(url: folder) }
    /// let container = try ModelContainer(
    ///     for: Trip.self,
    ///     configurations: ModelConfiguration(cloudKitDatabase: .private("iCloud.trips"))
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - database: The database as configurations name it. `.automatic` is the database of configurations that name
    ///     none. A registration for `.none` has no effect but an error in the log.
    ///   - delegate: An object that receives the steps of all these engines, held weakly.
    ///   - configuration: The settings. The name of the configuration is set to that of the store.
    ///   - failure: Is called where an engine could not be made; the store is local then. Without it the error is logged.
    ///   - transport: Makes the transport of a store.
    public static func register(
        for database: ModelConfiguration.CloudKitDatabase,
        delegate: (any SyncEngineDelegate)? = nil,
        configuration: SyncConfiguration = SyncConfiguration(),
        failure: (@Sendable (ModelConfiguration, any Error) -> Void)? = nil,
        transport: @escaping @Sendable (ModelConfiguration) throws -> any SyncTransport
    ) {
        guard !database.isSame(as: .none) else {
            return log.error(
                "[SwiftDataSync] A transport was registered for CloudKitDatabase.none, which never syncs. Register it for the "
                    + "database that the configurations name."
            )
        }
        let holder = EngineShared(delegate)
        SyncRegistry.register(database) { container, store in
            var settings = configuration
            settings.configurationName = store.name
            do {
                return try SyncEngine(
                    container,
                    transport: try transport(store),
                    delegate: holder.heldDelegate,
                    configuration: settings
                )
            } catch {
                if let failure {
                    failure(store, error)
                } else {
                    log.error("[SwiftDataSync] The store \"\(store.name)\" is not synced: \(error)")
                }
                return nil
            }
        }
    }

    /// Ends a registration. Engines of containers that exist go on.
    public static func unregister(for database: ModelConfiguration.CloudKitDatabase) {
        SyncRegistry.remove(database)
    }

    /// The engines that a container has got by ``register(for:delegate:configuration:failure:transport:)``.
    public static func engines(of container: ModelContainer) -> [SyncEngine] {
        container.companions.compactMap { $0 as? SyncEngine }
    }
}
