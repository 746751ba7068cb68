import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport

extension TemporaryFolder {
    /// A container on the file.
    func container(for types: any PersistentModel.Type..., allowsSave: Bool = true) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(types),
            configurations: [ModelConfiguration(url: file, allowsSave: allowsSave)]
        )
    }

    /// A container on the file that gives up waiting for a lock after a given time.
    func container(for types: [any PersistentModel.Type], busyTimeout: TimeInterval) throws -> ModelContainer {
        var configuration = ModelConfiguration(url: file)
        let schema = Schema(types)
        configuration.schema = schema
        let store = try DefaultStore(configuration, settings: ConnectionSettings(busyTimeout: busyTimeout))
        let core = ContainerCore(
            schema: schema,
            migrationPlan: nil,
            stores: [TrustedStore(store)],
            configurations: [configuration]
        )
        let container = ModelContainer(core: core)
        core.adopt(container)
        return container
    }
}

/// A context on a store in memory.
func memoryContext(_ types: any PersistentModel.Type...) throws -> ModelContext {
    ModelContext(
        try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    )
}
