package import SwiftDataCore

/// The code of a custom stage, which runs before and after the rows are moved.
package struct StageCode {
    package let source: Schema
    package let target: Schema
    package let willMigrate: (@Sendable (ModelContext) throws -> Void)?
    package let didMigrate: (@Sendable (ModelContext) throws -> Void)?

    package init(
        source: Schema,
        target: Schema,
        willMigrate: (@Sendable (ModelContext) throws -> Void)?,
        didMigrate: (@Sendable (ModelContext) throws -> Void)?
    ) {
        self.source = source
        self.target = target
        self.willMigrate = willMigrate
        self.didMigrate = didMigrate
    }

    /// The code of a stage between two versions; nil for a lightweight one.
    package init?(_ stage: MigrationStage, _ source: PlanVersions.Version, _ target: PlanVersions.Version) {
        guard case .custom(_, _, let willMigrate, let didMigrate) = stage else { return nil }
        self.init(source: source.schema, target: target.schema, willMigrate: willMigrate, didMigrate: didMigrate)
    }

    /// The author of the saves of closures, in the history.
    private static let author = "OpenSwiftData.Migration"

    /// Calls a closure, and saves the changes that it left unsaved.
    /// - Parameters:
    ///   - name: The name of the closure, for errors.
    ///   - container: The store of the migration.
    ///   - past: The store as it was before the stage.
    ///   - successor: Finds the row that a row of the past store has become.
    ///   - check: Checks the transaction after the save.
    /// - Throws: ``StoreError`` with code `migration`, with the error of the closure as the underlying error.
    package static func run(
        _ name: String,
        _ closure: (ModelContext) throws -> Void,
        in container: ModelContainer,
        past: ModelContainer?,
        successor: ((PersistentIdentifier) throws -> PersistentIdentifier?)?,
        check: () throws -> Void
    ) throws {
        try SnapshotTypes.$called.withValue(nil) {
            let context = ModelContext(container)
            context.author = author
            context.past = past.map { ModelContext($0) }
            context.successor = successor
            let batches = StageBatches(context)
            context.batchEnded = batches.save
            context.past?.batchEnded = batches.save
            defer {
                context.batchEnded = nil
                context.past?.batchEnded = nil
                // Code that keeps the context has one without changes, which does not save when it goes.
                context.autosaveEnabled = false
                context.rollback()
                context.past = nil
                context.successor = nil
            }
            do {
                try closure(context)
                if context.hasChanges { try context.save() }
                try check()
            } catch {
                throw StoreError(.migration, "\(name) threw \(summary(error)).", underlying: error)
            }
        }
    }

    /// Adds the failed step of a migration to errors.
    package static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as StoreError {
            throw error.saying("The migration \(name) failed: \(error.message)")
        }
    }

    /// The text for an error of a closure in a message. Errors of this library hold no stored values; of other errors
    /// only the type is named.
    private static func summary(_ error: any Error) -> String {
        switch error {
        case let error as StoreError: "\(error)"
        case let error as SwiftDataError: "\(error)"
        default: "an error of type \(type(of: error))"
        }
    }
}
