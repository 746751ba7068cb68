public import Foundation
public import SwiftData
import SwiftDataCore
import SwiftDataSQLite

/// A store that is kept beside the tests, as a version of an app wrote it: the tests of later versions open it.
///
/// ```swift
/// let fixture = StoreFixture("trips-1.0.0")
///
/// /// Run when a version is released; it then fails if anybody changes the models of that version.
/// @Test func theFixtureIsOfTheFirstVersion() throws {
///     try fixture.record(TripsV1.self) { context in
///         context.insert(TripsV1.Trip(name: "Alps"))
///     }
/// }
///
/// @Test func theFirstVersionOpensToday() throws {
///     let store = try fixture.open(as: TripsV3.self, plan: TripsPlan.self)
///     #expect(try store.context.fetchCount(FetchDescriptor<TripsV3.Trip>()) == 1)
/// }
/// ```
public struct StoreFixture: Sendable {
    /// The file. Large external values are in a folder beside it.
    public let url: URL

    /// A fixture in a folder.
    public init(_ name: String, in folder: URL) {
        url = folder.appendingPathComponent(name + ".store")
    }

    /// A fixture in the folder `Fixtures` beside the source file of the test.
    public init(_ name: String, besideFile file: String = #filePath) {
        let tests = URL(fileURLWithPath: file).deletingLastPathComponent()
        self.init(name, in: tests.appendingPathComponent("Fixtures", isDirectory: true))
    }

    /// True if the fixture has been recorded.
    public var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Writes the fixture where there is none; an existing one stays, and is compared with the version.
    ///
    /// The file is whole, without a `-wal`, and as far as possible the same each time it is recorded: its identifier and
    /// the times in its history are made up.
    /// - Parameters:
    ///   - version: The version of the schema that the fixture is a store of.
    ///   - fill: Inserts models; the changes that it leaves unsaved are saved.
    /// - Returns: True if it was written.
    /// - Throws: ``MigrationTestFailure``, with the error of `fill`, or where the models of the version differ from the
    ///   models that the fixture was recorded with.
    @discardableResult
    public func record(_ version: any VersionedSchema.Type, _ fill: (ModelContext) throws -> Void) throws -> Bool {
        let schema = Schema(versionedSchema: version)
        if exists {
            try MigrationTestFailure.naming("comparing the fixture \(url.lastPathComponent) with \(version)") {
                let changed = try StoreWitness(url).differences(from: schema)
                guard changed.isEmpty else {
                    throw StoreError(
                        .migration,
                        "The models of \(version) are no longer those that the fixture was recorded with: "
                            + "\(changed.joined(separator: ", ")). A version that stores were written with stays as it "
                            + "is; add a new one."
                    )
                }
            }
            return false
        }
        try MigrationTestFailure.naming("recording the fixture \(url.lastPathComponent) of \(version)") {
            let folder = try TestFolder()
            let file = folder.url.appendingPathComponent(url.lastPathComponent)
            try write(schema, file, fill)
            try StoreWitness(file).normalize(name: url.lastPathComponent)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try copy(from: folder.url, to: url.deletingLastPathComponent())
        }
        return true
    }

    /// Opens a copy of the fixture, which is migrated where it has to be.
    /// - Throws: ``MigrationTestFailure`` where it cannot be opened, or the copy is damaged then.
    public func open(
        as version: any VersionedSchema.Type,
        plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> OpenedStore {
        let folder = try TestFolder()
        let file = folder.url.appendingPathComponent(url.lastPathComponent)
        let container = try MigrationTestFailure.naming("opening the fixture \(url.lastPathComponent) as \(version)") {
            try copy(from: url.deletingLastPathComponent(), to: folder.url)
            let container = try ModelContainer(
                for: Schema(versionedSchema: version),
                migrationPlan: plan,
                configurations: ModelConfiguration(url: file)
            )
            try StoreWitness(file).check()
            return container
        }
        return OpenedStore(container, file, in: folder)
    }

    private func write(_ schema: Schema, _ file: URL, _ fill: (ModelContext) throws -> Void) throws {
        let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: file))
        let context = ModelContext(container)
        try fill(context)
        if context.hasChanges { try context.save() }
        for store in container.core.stores { try (store as? TrustedStore<DefaultStore>)?.store.connection.close() }
    }

    /// Copies the file and the folder of its external values.
    private func copy(from source: URL, to target: URL) throws {
        let folders = [".\(url.deletingPathExtension().lastPathComponent)_SUPPORT", ".\(url.lastPathComponent)_FILES"]
        for name in [url.lastPathComponent] + folders {
            let file = source.appendingPathComponent(name)
            guard !folders.contains(name) || FileManager.default.fileExists(atPath: file.path) else { continue }
            try FileManager.default.copyItem(at: file, to: target.appendingPathComponent(name))
        }
    }
}
