import Foundation
import SwiftDataCore

/// The file with the tables of sync of a store that has no place for them: a default store without models.
enum StateFile {
    /// Opens the file, which is made where it is missing.
    /// - Throws: ``SyncError`` with code `configuration` where the file is one of models, and errors of the default store.
    static func open(_ url: URL) throws -> any SideTableStore {
        // The module of the default store makes it conform, which this module does not import.
        let configuration: Any = ModelConfiguration(
            schema: Schema(versionedSchema: Empty.self),
            url: url,
            cloudKitDatabase: .none
        )
        guard let configuration = configuration as? any DataStoreConfiguration else {
            throw SyncError(.configuration, "The program has no default store for the state of sync. Import SwiftData.")
        }
        func open<Configuration: DataStoreConfiguration>(_ configuration: Configuration) throws -> any StoreAccess {
            try CheckedStore<Configuration.Store>.open(configuration, migrationPlan: Plan.self)
        }
        do {
            if let tables = try open(configuration).sideTableStore { return tables }
        } catch SwiftDataError.unknownDataStoreSchema {
            // Without the plan a store of models would lose its tables.
        }
        throw SyncError(
            .configuration,
            "The file of SyncConfiguration.stateURL is a store of models. Name a file that has nothing but the state of sync."
        )
    }

    private enum Empty: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [] }
    }

    private enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Empty.self] }
        static var stages: [MigrationStage] { [] }
    }
}
