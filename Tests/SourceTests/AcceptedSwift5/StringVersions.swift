// A version as the first betas wrote it.
import SwiftData

enum Old: VersionedSchema {  // expect-warning: Declare the version as
    static var versionIdentifier: String? { "1.0.0" }
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model
    final class Item {
        var name = ""
        init() {}
    }
}

enum Older: VersionedSchema {  // expect-warning: Declare the version as
    static var versionIdentifier: String? = "2.0.0"
    static var models: [any PersistentModel.Type] = [Old.Item.self]
}

enum Plan: SchemaMigrationPlan {
    static var schemas: [VersionedSchema.Type] { [Old.self, Older.self] }
    static var stages: [MigrationStage] { [stage] }
    static let stage = MigrationStage.custom(
        fromVersion: Old.self,
        toVersion: Older.self,
        willMigrate: { context in try? context.delete(model: Old.Item.self) },
        didMigrate: { context in try context.save() }
    )
}
