import SwiftData

/// The models before a stage.
enum RowsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Row.self] }

    @Model final class Row {
        var name: String
        var value: Int
        var note: String?

        init(name: String, value: Int) {
            self.name = name
            self.value = value
        }
    }
}

/// The models after it.
enum RowsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Row.self] }

    @Model final class Row {
        var name: String
        var value: Int
        var note: String?
        var doubled = 0

        init(name: String, value: Int) {
            self.name = name
            self.value = value
        }
    }
}

/// A plan whose stage adds a column and no more.
enum InferredPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [RowsV1.self, RowsV2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: RowsV1.self, toVersion: RowsV2.self)] }
}

/// A plan whose stage edits each row, and lets go of each batch.
enum BatchPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [RowsV1.self, RowsV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(fromVersion: RowsV1.self, toVersion: RowsV2.self, willMigrate: nil) { context in
                try StageEdit.run(context, isKeeping: false)
            }
        ]
    }
}

/// The same where the context keeps every edited model until the stage ends.
enum KeepingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [RowsV1.self, RowsV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(fromVersion: RowsV1.self, toVersion: RowsV2.self, willMigrate: nil) { context in
                try StageEdit.run(context, isKeeping: true)
            }
        ]
    }
}

enum StageEdit {
    static func run(_ context: ModelContext, isKeeping: Bool) throws {
        let rows = FetchDescriptor<RowsV2.Row>()
        try context.enumerate(rows, batchSize: 5_000, allowEscapingMutations: isKeeping) { row in
            row.doubled = row.value * 2
            row.note = "seen \(row.name)"
        }
    }
}
