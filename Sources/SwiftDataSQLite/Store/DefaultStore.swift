import Foundation
public import SwiftDataCore
package import SwiftDataSQL

/// The store behind ``ModelConfiguration``: an SQLite file laid out as Core Data's, or a database in memory.
///
/// It may be used from any thread. Reads see the last save and do not wait for one that is under way.
///
/// A container makes it. A program that needs it alone, as for ``explanation(of:)``, makes it too:
///
/// ```swift
/// let store = try DefaultStore(ModelConfiguration(for: Trip.self), migrationPlan: nil)
/// print(store.identifier)
/// ```
public final class DefaultStore: DataStore, Sendable {
    /// The configuration that opens this store.
    public typealias Configuration = ModelConfiguration
    /// The row type exchanged with contexts.
    public typealias Snapshot = DefaultSnapshot

    /// The name of the configuration.
    public let name: String
    /// The schema that is served.
    public let schema: Schema
    /// The configuration it was opened with.
    public let configuration: ModelConfiguration
    package let connection: StoreConnection
    let model: StoreModel
    let file: StoreFile
    package let external: ExternalStorage
    /// Nil for a store that no other process can write.
    let commitWatcher: CommitWatcher?
    /// The search index; made at the first search.
    let searchFile: SearchFile
    let sideTableStatements = SideTableStatements()
    /// The decoders of rows with all their properties, by entity number.
    let decoders = Locked<[Int64: RowDecoder]>([:])

    /// Opens the store of a configuration. Creates its file where it is missing, and migrates it where another schema
    /// wrote it: by the plan, or as far as the change can be inferred.
    /// - Throws: ``StoreError`` with file and cause when the store cannot be opened or migrated,
    ///   ``SwiftDataError/backwardMigration`` for a file of a newer schema, ``SwiftDataError/unknownDataStoreSchema`` for
    ///   one of no version of the plan, ``SwiftDataError/unknownSchema`` for a configuration without a schema.
    public convenience init(
        _ configuration: ModelConfiguration,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil
    ) throws {
        try self.init(configuration, migrationPlan: migrationPlan, settings: .ordinary)
    }

    package init(
        _ configuration: ModelConfiguration,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        settings: ConnectionSettings
    ) throws {
        guard let schema = configuration.schema else {
            throw SwiftDataError.withoutSchema(configuration.name)
        }
        let migration = try StoreMigration(
            schema,
            name: configuration.name,
            plan: migrationPlan,
            migratesAppleStores: configuration.migratesAppleStores
        )
        connection = try Self.connect(configuration, settings, migration.judge)
        let layout: StoreLayout
        (file, layout) = try migration.open(connection, configuration)
        model = try StoreModel(schema: schema, layout: layout, file: file)
        external = ExternalStorage(storePath: connection.path, files: settings.files)
        searchFile = SearchFile(store: connection.isReadOnly ? nil : connection.path, files: settings.files)
        commitWatcher = connection.path == nil ? nil : CommitWatcher(connection, model, file.history)
        name = configuration.name
        self.schema = schema
        self.configuration = configuration
        if let notice = configuration.missingSyncNotice { log.notice(notice) }
        IndexNotice.report(schema)
        clearAway()
        try watchCommits(settings.watching)
    }

    /// Opens a store without model classes.
    /// - Parameter layouts: The properties of each entity of the configuration's schema.
    init(
        _ configuration: ModelConfiguration,
        settings: ConnectionSettings,
        layout: StoreLayout,
        layouts: [String: ModelLayout]
    ) throws {
        schema = configuration.schema ?? Schema()
        connection = try Self.connect(configuration, settings) { connection in
            _ = try connection.read { try StoreFile.existing($0, layout, path: connection.path) }
        }
        if connection.path != nil { try connection.beginToKnow() }
        file = try StoreFile.open(connection, layout)
        model = try StoreModel(schema: schema, layout: layout, file: file, layouts: layouts)
        external = ExternalStorage(storePath: connection.path, files: settings.files)
        searchFile = SearchFile(store: connection.isReadOnly ? nil : connection.path, files: settings.files)
        commitWatcher = connection.path == nil ? nil : CommitWatcher(connection, model, file.history)
        name = configuration.name
        self.configuration = configuration
        clearAway()
        try watchCommits(settings.watching)
    }

    /// A store inside of a migration, or of a copy that one has made: it looks for no commits of other writers.
    init(
        inside connection: StoreConnection,
        schema: Schema,
        configuration: ModelConfiguration,
        external: ExternalStorage
    ) throws {
        // Before a stage the file may have other names for entities than their classes have.
        let layout = try StoreLayout(StoredNames(connection, for: schema).outline(schema))
        self.connection = connection
        file = try StoreFile.open(connection, layout)
        model = try StoreModel(schema: schema, layout: layout, file: file)
        self.external = external
        searchFile = SearchFile(store: nil, files: external.files)
        commitWatcher = nil
        name = configuration.name
        self.schema = schema
        var configuration = configuration
        configuration.schema = schema
        self.configuration = configuration
    }

    /// The inverses of the file that differ from the inverses of the classes.
    package var storedInverses: StoredInverses? { model.storedInverses }

    deinit {
        clearUnresolvedNotes()
        commitWatcher?.stop()
    }

    /// The stable identifier of the store: the UUID in its file.
    public var identifier: String { file.identifier }

    /// The layout of the file.
    package var layout: StoreLayout { model.layout }

    /// A function that is called with the text of each statement that is run, apart from the ones that begin and end a
    /// transaction.
    package var statementObserver: (@Sendable (String) -> Void)? {
        get { connection.statementObserver }
        set { connection.statementObserver = newValue }
    }

    /// A context begins to use the store.
    public func initializeState(for editingState: EditingState) {}

    /// A context stops using the store.
    public func invalidateState(for editingState: EditingState) {}

    /// Removes the files of saves that ended with their process.
    private func clearAway() {
        guard let path = connection.path, !connection.isReadOnly else { return }
        ExternalSweep(storage: external, storePath: path).run(connection)
    }

    /// Notices commits of other writers from now on.
    private func watchCommits(_ watching: ConnectionSettings.Watching) throws {
        guard let commitWatcher, let path = connection.path else { return }
        if file.hasHistory {
            let last = try connection.readOnce { try $0.lastTransaction() }
            connection.known.begin(transaction: last)
        }
        // Most stores that are open are not being read.
        connection.releaseReaders()
        commitWatcher.start(for: self, path: path, isReadOnly: connection.isReadOnly, watching)
    }

    private static func connect(
        _ configuration: ModelConfiguration,
        _ settings: ConnectionSettings,
        _ judge: (StoreConnection) throws -> Void
    ) throws -> StoreConnection {
        var settings = settings
        settings.setup = configuration.connectionSetup
        if configuration.isStoredInMemoryOnly { return try .inMemory(settings: settings) }
        settings.logLimit = settings.logLimit ?? configuration.writeAheadLogLimit
        let path = configuration.url.path
        guard configuration.allowsSave else { return try .readOnlyFile(path, settings: settings) }
        func readOnly() throws -> StoreConnection {
            log.notice("\(MirroredStore.reason(path))")
            return try .readOnlyFile(path, settings: settings, reason: MirroredStore.reason(path))
        }
        try DeadRestores.finish(path, settings.files)
        let look = try StoreLook(configuration, settings, judge)
        let isMirrored = configuration.allowsSavingMirroredStores ? false : look.isMirrored
        if isMirrored == true { return try readOnly() }
        if !configuration.hasExplicitLocation || isStandardFolder(of: configuration.url) {
            try createFolder(of: configuration.url, settings.files)
        }
        let connection = try file(path, configuration, settings)
        guard isMirrored == nil else { return connection }
        let isFound: Bool
        do {
            isFound = try MirroredStore.isOne(connection)
        } catch {
            try? connection.close()
            throw error
        }
        guard isFound else { return connection }
        try connection.close()
        return try readOnly()
    }

    /// Opens a file that another process may be migrating.
    private static func file(
        _ path: String,
        _ configuration: ModelConfiguration,
        _ settings: ConnectionSettings
    ) throws -> StoreConnection {
        var wait = MigrationWait(path, limit: configuration.migrationWait)
        while true {
            do {
                return try StoreConnection.file(path, settings: settings)
            } catch let error as StoreError where error.code == .locked {
                // It has waited already for other writers.
                try wait.goOn(after: error, patience: 0, settings.statementObserver)
            }
        }
    }

    /// True if the folder is one that exists on Apple's platforms before any program asks for it.
    private static func isStandardFolder(of file: URL) -> Bool {
        let folder = file.deletingLastPathComponent().standardizedFileURL.path
        let standard: [URL] = [.applicationSupportDirectory, .documentsDirectory, .cachesDirectory]
        return standard.contains { $0.standardizedFileURL.path == folder }
    }

    /// A folder of our own choice is made; a missing folder in a location of the user's is more likely a mistake.
    private static func createFolder(of file: URL, _ files: any FileCalls) throws {
        let folder = file.deletingLastPathComponent()
        do {
            try files.makeFolders(folder.path, .ordinary)
        } catch {
            let isDenied = (error as? FileFailure)?.code == .noPermission
            throw StoreError(
                isDenied ? .noPermission : .missingFolder,
                "The folder \(folder.path) could not be created.",
                underlying: error
            )
        }
    }
}
