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
    package static let author = "OpenSwiftData.Migration"

    /// Adds the failed step of a migration to errors.
    package static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as StoreError {
            throw StoreError(
                error.code,
                "The migration \(name) failed: \(error.message)",
                entity: error.entityName,
                property: error.propertyName,
                model: error.persistentModelID,
                underlying: error.underlyingError,
                details: error.details
            )
        }
    }

    /// The text for an error of a closure in a message. Errors of this library hold no stored values; of other errors
    /// only the type is named.
    package static func summary(_ error: any Error) -> String {
        switch error {
        case let error as StoreError: "\(error)"
        case let error as SwiftDataError: "\(error)"
        default: "an error of type \(type(of: error))"
        }
    }
}
