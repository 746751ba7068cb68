/// The versions of a schema, oldest first, and the steps between them.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions, oldest first; the last is the current one.
    static var schemas: [any VersionedSchema.Type] { get }
    /// The steps between neighbouring versions.
    static var stages: [MigrationStage] { get }
}

/// A step from one version of a schema to the next.
public enum MigrationStage: Sendable {
    /// A step whose mapping is inferred.
    case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
    /// A step with code that runs before the old shape is left and after the new one is reached.
    @preconcurrency
    case custom(
        fromVersion: any VersionedSchema.Type,
        toVersion: any VersionedSchema.Type,
        willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
        didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?
    )
}
