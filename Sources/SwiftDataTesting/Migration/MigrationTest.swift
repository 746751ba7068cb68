public import SwiftData
import SwiftDataCore
import SwiftDataSQLite

/// Fills a store with the models of one version, migrates it to another, and lets a test examine the result.
///
/// ```swift
/// @Test func namesBecomeTitles() throws {
///     let migrated = try MigrationTest(from: TripsV1.self, to: TripsV2.self, plan: TripsPlan.self).run { context in
///         context.insert(TripsV1.Trip(name: "Alps"))
///     }
///     #expect(try migrated.context.fetch(FetchDescriptor<TripsV2.Trip>()).map(\.title) == ["Alps"])
/// }
/// ```
public struct MigrationTest {
    private let source: any VersionedSchema.Type
    private let target: any VersionedSchema.Type
    private let plan: (any SchemaMigrationPlan.Type)?

    /// A test of the migration from one version to another: by a plan, or inferred where there is none.
    public init(
        from source: any VersionedSchema.Type,
        to target: any VersionedSchema.Type,
        plan: (any SchemaMigrationPlan.Type)? = nil
    ) {
        self.source = source
        self.target = target
        self.plan = plan
    }

    /// Fills a store, migrates it, checks its file, and opens it once more to see that it is up to date then.
    /// - Parameter fill: Inserts models of the old version; the changes that it leaves unsaved are saved.
    /// - Returns: The migrated store, in a file of its own.
    /// - Throws: ``MigrationTestFailure``, with the step that failed.
    public func run(_ fill: (ModelContext) throws -> Void) throws -> OpenedStore {
        let folder = try TestFolder()
        let file = folder.url.appendingPathComponent("migrated.store")
        let counts = try MigrationTestFailure.naming("filling a store of \(name(source))") {
            let container = try ModelContainer(
                for: Schema(versionedSchema: source),
                configurations: ModelConfiguration(url: file)
            )
            let context = ModelContext(container)
            try fill(context)
            if context.hasChanges { try context.save() }
            return try StoreWitness(file).rowCounts()
        }
        let step = "migrating it to \(name(target)), with \(Self.text(counts))"
        let container = try MigrationTestFailure.naming(step) { try open(file) }
        try MigrationTestFailure.naming("looking into the migrated file") {
            try StoreWitness(file).check()
            // A file that is migrated each time it is opened would say that it is of another version than it is.
            let isMigrated = Locked(false)
            let before = try StoreWitness(file).state()
            _ = try withMigrationProgress {
                _ in
                isMigrated.withLock { $0 = true }
            } _: {
                try open(file)
            }
            guard !isMigrated.withLock({ $0 }), try StoreWitness(file).state() == before else {
                throw StoreError(.migration, "The file was migrated once more when it was opened again.")
            }
        }
        return OpenedStore(container, file, in: folder)
    }

    private func open(_ file: URL) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: target),
            migrationPlan: plan,
            configurations: ModelConfiguration(url: file)
        )
    }

    private func name(_ version: any VersionedSchema.Type) -> String { "\(version) (\(version.versionIdentifier))" }

    private static func text(_ counts: [String: Int]) -> String {
        let rows = counts.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
        return rows.isEmpty ? "no rows" : rows.joined(separator: ", ")
    }
}
