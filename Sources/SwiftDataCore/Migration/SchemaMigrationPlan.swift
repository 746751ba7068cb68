/// The versions of a schema, oldest first, and the steps between them.
///
/// ```swift
/// enum TripPlan: SchemaMigrationPlan {
///     static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
///     static var stages: [MigrationStage] { [.lightweight(fromVersion: TripsV1.self, toVersion: TripsV2.self)] }
/// }
/// ```
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions, oldest first; the last is the current one.
    static var schemas: [any VersionedSchema.Type] { get }
    /// The steps between neighbouring versions.
    static var stages: [MigrationStage] { get }
}

/// A step from one version of a schema to the next.
///
/// ```swift
/// let stage = MigrationStage.custom(
///     fromVersion: TripsV1.self,
///     toVersion: TripsV2.self,
///     willMigrate: nil,
///     didMigrate: { context in
///         for trip in try context.fetch(FetchDescriptor<TripsV2.Trip>()) { trip.title = trip.title.capitalized }
///         try context.save()
///     }
/// )
/// ```
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
