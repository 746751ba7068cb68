import SwiftData

/// A plan whose stage runs what a test says.
enum HookedBoats: SchemaMigrationPlan {
    typealias Closure = @Sendable (ModelContext) throws -> Void

    @TaskLocal static var willMigrate: Closure?
    @TaskLocal static var didMigrate: Closure?

    static var schemas: [any VersionedSchema.Type] { [Boats.self, CapitalBoats.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: Boats.self,
                toVersion: CapitalBoats.self,
                willMigrate: { try willMigrate?($0) },
                didMigrate: { try didMigrate?($0) }
            )
        ]
    }

    /// Migrates a store of ``Boats``.
    @discardableResult
    static func migrate(
        _ store: VersionedStore,
        didMigrate: Closure? = nil,
        willMigrate: Closure? = nil
    ) throws -> ModelContainer {
        try $willMigrate.withValue(willMigrate) {
            try $didMigrate.withValue(didMigrate) {
                try store.container(CapitalBoats.self, plan: HookedBoats.self)
            }
        }
    }

    /// A store of boats with these names.
    static func store(_ names: [String]) throws -> VersionedStore {
        try VersionedStore(Boats.self) { context in
            for name in names { context.insert(Boats.Boat(name: name)) }
        }
    }
}
