import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// Stores that are open, or are being opened, while another process migrates their file.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct OpenDuringMigrationTests {
    /// A migration that changes no table, only values: a store that has taken it in must notice all the same.
    @Test func anOldStoreCannotWriteAfterItHasTakenAMigrationIn() throws {
        let store = try VersionedStore(NamelessBoats.self) { $0.insert(NamelessBoats.Boat(name: nil)) }
        let old = try store.open(NamelessBoats.self)
        _ = try store.container(NamedBoats.self)
        old.receiveExternalCommits()
        let error = #expect(throws: StoreError.self) { try old.erase() }
        #expect(error?.code == .migration)
        #expect(try store.folder.sqlite3("SELECT ZNAME FROM ZBOAT") == "none")
    }

    /// The version hashes are the same before and after.
    @Test func anOldStoreCannotWriteAfterAStageOfValues() throws {
        let store = try VersionedStore(Boats.self) { $0.insert(Boats.Boat(name: "gorch")) }
        let old = try store.open(Boats.self)
        _ = try store.container(CapitalBoats.self, plan: CapitalBoatsPlan.self)
        old.receiveExternalCommits()
        let error = #expect(throws: StoreError.self) { try old.erase() }
        #expect(error?.code == .migration)
    }

    @Test func anOldStoreGoesOnWritingAfterOrdinaryCommits() throws {
        let store = try VersionedStore(Boats.self) { $0.insert(Boats.Boat(name: "gorch")) }
        let old = try store.open(Boats.self)
        let context = ModelContext(try store.container(Boats.self))
        context.insert(Boats.Boat(name: "other"))
        try context.save()
        old.receiveExternalCommits()
        try old.erase()
        #expect(try store.folder.sqlite3("SELECT count(*) FROM ZBOAT") == "0")
    }

    /// Another process migrates after the file was found to be as it should, and before its tables are opened.
    @Test func aMigrationWhileAStoreIsOpenedIsNoticed() throws {
        let store = try VersionedStore(Boats.self) { $0.insert(Boats.Boat(name: "gorch")) }
        let reads = Locked(0)
        var settings = ConnectionSettings(watching: .off)
        settings.statementObserver = nil
        let schema = Schema(versionedSchema: Boats.self)
        let migration = try StoreMigration(schema, name: "test", plan: nil)
        let configuration = ModelConfiguration(schema: schema, url: store.file)
        let connection = try StoreConnection.file(store.file.path, settings: settings)
        connection.statementObserver = { statement in
            guard statement.contains("SELECT Z_NAME FROM Z_PRIMARYKEY") else { return }
            // The first time it is asked for the migration, the second time for the tables.
            guard
                reads.withLock({
                    $0 += 1; return $0
                }) == 2
            else { return }
            _ = try? store.container(NewerBoats.self)
        }
        #expect(throws: SwiftDataError.backwardMigration) { try migration.open(connection, configuration) }
        #expect(reads.withLock { $0 } >= 2)
        try connection.close()
    }

    enum NewerBoats: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Boat.self] }

        typealias Boat = LongBoats.Boat
    }

    /// Without the journal it would not be known which files belong to no row.
    @Test func aJournalThatCannotBeReadStaysForTheNextTime() throws {
        let store = try VersionedStore(Boats.self) { $0.insert(Boats.Boat(name: "gorch")) }
        let files = FileManager.default
        let external = try #require(ExternalStorage(storePath: store.file.path).folder)
        try files.createDirectory(at: external, withIntermediateDirectories: true)
        let stray = UUID().uuidString
        try Data([1]).write(to: external.appendingPathComponent(stray))
        let folder = MigrationFolder(storePath: store.file.path)
        try folder.make()
        // Something is there, and it cannot be read as a file.
        try files.createDirectory(at: folder.journal, withIntermediateDirectories: false)
        let copy = folder.url.appendingPathComponent("before-1.store")
        try Data([1]).write(to: copy)
        _ = try store.container(Boats.self)
        #expect(folder.exists)
        #expect(!files.fileExists(atPath: copy.path))
        try files.removeItem(at: folder.journal)
        // Half a line and bytes of anything are what a crash may leave.
        try (Data((stray + "\n").utf8) + Data([0xff, 0xfe, 0x31])).write(to: folder.journal)
        _ = try store.container(Boats.self)
        #expect(!folder.exists)
        #expect(try files.contentsOfDirectory(atPath: external.path) == [])
    }

    @Test func aFolderWithoutAJournalIsRemoved() throws {
        let store = try VersionedStore(Boats.self) { $0.insert(Boats.Boat(name: "gorch")) }
        let folder = MigrationFolder(storePath: store.file.path)
        try folder.make()
        _ = try store.container(Boats.self)
        #expect(!folder.exists)
    }

    /// The lock is given back once the other one says that it waits, so that nothing depends on time.
    @Test func whoOpensWaitsForAMigration() throws {
        let store = try VersionedStore(Boats.self) { $0.insert(Boats.Boat(name: "gorch")) }
        let holder = try StoreConnection.file(store.file.path, settings: ConnectionSettings())
        let folder = MigrationFolder(storePath: store.file.path)
        let (holds, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let thread = Thread {
            _ = try? holder.write { _ in
                try folder.make()
                holds.signal()
                release.wait()
            }
        }
        thread.start()
        holds.wait()
        let waits = Locked(0)
        let settings = ConnectionSettings(busyTimeout: 0.01)
        let connection = try StoreConnection.file(store.file.path, settings: settings)
        connection.statementObserver = { text in
            guard text == "waiting for another migration" else { return }
            if waits.withLock({
                $0 += 1; return $0
            }) == 3 {
                release.signal()
            }
        }
        let schema = Schema(versionedSchema: LongBoats.self)
        let migration = try StoreMigration(schema, name: "test", plan: nil)
        try migration.prepare(connection, ModelConfiguration(schema: schema, url: store.file))
        #expect(waits.withLock { $0 } >= 3)
        #expect(try store.folder.sqlite3("SELECT ZLENGTH FROM ZBOAT") == "12")
        #expect(try store.strays().isEmpty)
        try connection.close()
        try holder.close()
    }

    @Test func whatAMigrationRemovesIsCounted() throws {
        let store = try VersionedStore(VoyagesV1.self, Voyages.fill)
        let rows = try store.folder.sqlite3("SELECT count(*) FROM ZVOYAGE")
        let connection = try StoreConnection.file(store.file.path, settings: ConnectionSettings())
        let target = ModelOutline(Schema(versionedSchema: Boats.self))
        let lines = try connection.read { runner in
            let source = try FileModel(runner, path: store.file.path).outline()
            let mapping = try InferredMigration(from: source, to: target).mapping
            let file = try MigrationFile(runner, mapping.source, path: store.file.path)
            return try RemovalNotice(plan: MigrationPlan(mapping, file), runner: runner).lines()
        }
        #expect(lines.contains("Voyage (\(rows) rows)"))
        try connection.close()
    }
}
