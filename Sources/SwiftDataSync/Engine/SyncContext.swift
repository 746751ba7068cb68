import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// The store and the settings that the transactions of an engine share.
struct SyncContext {
    let core: ContainerCore
    let store: any StoreAccess
    let side: any SideTableStore
    let schema: SyncSchema
    let configuration: SyncConfiguration
    let selections: SyncSelections
    let sealing: ValueSealing
    let editing = EditingState(author: SyncEngine.author)
    /// A hash of the schema as sync sees it: another hash needs the view to be computed again.
    let rulesHash: Data

    /// The number of bytes after which a change set ends and another one begins.
    static let changeSetLimit = 1 << 16
    /// The number of changes that one transaction captures. Rows with bytes may be large.
    var captureLimit: Int { schema.hasBytes ? 100 : 250 }

    /// The number of records that one transaction computes and writes when the view is computed again.
    var rebuildLimit: Int { configuration.rebuildLimit }

    var environment: SyncEnvironment { configuration.environment }

    /// - Throws: ``SyncError`` with code `configuration` or `unsupportedStore`.
    init(_ container: ModelContainer, _ configuration: SyncConfiguration) throws {
        core = container.core
        self.configuration = configuration
        let stores = core.stores.filter { store in
            configuration.configurationName.map { $0 == store.configurationName } ?? true
        }
        guard let store = stores.first, stores.count == 1 else {
            throw SyncError(
                .configuration,
                "The container has \(stores.count) stores to sync. Name one in SyncConfiguration.configurationName."
            )
        }
        self.store = store
        let layouts = store.entityNames.sorted().compactMap { name in
            container.core.schema.entitiesByName[name]?.modelType.map { ModelLayout.of($0) }
        }
        schema = try SyncSchema(layouts, configuration.policies)
        sealing = ValueSealing(configuration, schema)
        selections = try SyncSelections(configuration.selections, core, schema)
        rulesHash = SecureHash.sha256(ofContent: Data(schema.outline.utf8))
        side = try Self.sideTables(of: store, core, layouts, configuration)
    }

    /// The records in the tables of sync, for one transaction or one question.
    func records() -> SyncRecords {
        SyncRecords(side, storeIdentifier: store.storeIdentifier, environment)
    }

    /// The large values in the contents of the rows that the store cannot take now.
    func blobsOfHeldRows(_ records: SyncRecords) throws -> Set<BlobReference> {
        let view = MaintainedView(schema.rules)
        var found: Set<BlobReference> = []
        for row in try side.readSideTables({ try SyncTables.held($0) }) {
            guard let content = try view.content(of: row, in: records) else { continue }
            found.formUnion(content.values.values.compactMap(\.carriedBlob))
        }
        return found
    }

    /// Keeps other writers from the store, from the first read of a transaction on.
    func takeLock() throws -> any WriteLock {
        try (side as? SeparateTables)?.takeLock() ?? store.takeWriteLock(for: editing)
    }

    /// Forgets the state of sync.
    func forget() throws {
        if let tables = side as? SeparateTables { return try tables.forget() }
        _ = try side.save(StoreChanges(), editing) { tables, _ in try SyncTables.drop(tables) }
    }

    /// The tables of sync: in the file of the store where it has a place for them, else in a file of their own.
    private static func sideTables(
        of store: any StoreAccess,
        _ core: ContainerCore,
        _ layouts: [ModelLayout],
        _ configuration: SyncConfiguration
    ) throws -> any SideTableStore {
        let name = store.configurationName
        if let side = store.sideTableStore {
            guard store.isWritable, store.hasWriteLock else {
                throw SyncError(
                    .unsupportedStore,
                    "The store \"\(name)\" cannot be written. Open it without allowsSave: false."
                )
            }
            return side
        }
        guard let store = store as? any CompleteRowStore else {
            throw SyncError(
                .unsupportedStore,
                "The store \"\(name)\" is on a server, and sync cannot lock out other writers while it merges. Sync a default "
                    + "store, or a store of your own with a history."
            )
        }
        guard let history = store.erasedHistory else {
            throw SyncError(
                .unsupportedStore,
                "The store \"\(name)\" keeps no history from which edits are captured, or one whose tokens are no HistoryToken. Let it "
                    + "conform to HistoryProviding, with tokens that conform to HistoryToken."
            )
        }
        guard let file = configuration.stateURL else {
            throw SyncError(
                .configuration,
                "The store \"\(name)\" has no place for the tables of sync. Name a file for them in SyncConfiguration.stateURL."
            )
        }
        return try SeparateTables(store, history, StateFile.open(file), layouts, configuration.environment) {
            [weak core] commit in core?.receive(commit)
        }
    }
}
