/// The progress of a migration of a store.
///
/// An addition to Apple's API.
public struct MigrationProgress: Sendable, Hashable {
    /// The entity of the new schema whose rows are being moved; nil between entities.
    public let entityName: String?
    /// The rows that the step under way has moved so far.
    public let completedRowCount: Int
    /// The rows that the step under way has to move.
    public let totalRowCount: Int
    /// The step under way, from 1: a plan takes a store from version to version.
    public let stepNumber: Int
    /// The number of steps.
    public let stepCount: Int

    package init(
        entityName: String?,
        completedRowCount: Int,
        totalRowCount: Int,
        stepNumber: Int = 1,
        stepCount: Int = 1
    ) {
        self.entityName = entityName
        self.completedRowCount = completedRowCount
        self.totalRowCount = totalRowCount
        self.stepNumber = stepNumber
        self.stepCount = stepCount
    }

    /// The progress from 0 to 1. Each step has the same share.
    public var fractionCompleted: Double {
        let step = totalRowCount == 0 ? 1 : Double(completedRowCount) / Double(totalRowCount)
        return (Double(stepNumber - 1) + step) / Double(max(1, stepCount))
    }
}

/// Runs a closure that opens containers, and reports the progress of the migrations of their stores.
///
/// An addition to Apple's API: a container reports nothing while it opens.
///
/// ```swift
/// let container = try withMigrationProgress { progress in
///     print("\(progress.entityName ?? "") \(Int(progress.fractionCompleted * 100)) %")
/// } _: {
///     try ModelContainer(for: Trip.self, migrationPlan: TripPlan.self)
/// }
/// ```
/// - Parameters:
///   - handler: Is called now and then, on the thread that opens the container, and never where there is nothing to
///     migrate.
///   - body: The closure that opens containers.
/// - Throws: The error of the closure.
public func withMigrationProgress<Result>(
    _ handler: @escaping @Sendable (MigrationProgress) -> Void,
    _ body: () throws -> Result
) rethrows -> Result {
    try MigrationReporting.$current.withValue(MigrationReporting(report: handler), operation: body)
}

/// The handler for the progress of migrations, by task.
///
/// A class and not a closure: a release build of another module passes no type for a task-local value that is an optional
/// closure (Swift 6.3 on Linux), which ends the program.
package final class MigrationReporting: Sendable {
    @TaskLocal package static var current: MigrationReporting?

    package let report: @Sendable (MigrationProgress) -> Void

    init(report: @escaping @Sendable (MigrationProgress) -> Void) { self.report = report }
}
