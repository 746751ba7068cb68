import Foundation
import ClientModels
import SwiftData
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// Several stores in a container, several containers of a store.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct SeveralStoresTests {
    /// The models of a plan in two files: each is migrated for its own part.
    @Test func eachStoreIsMigratedForItsOwnModels() throws {
        let voyages = try VersionedStore(VoyagesV1.self, Voyages.fill)
        let boats = try TemporaryFolder()
        func open() throws -> ModelContainer {
            try ModelContainer(
                for: Schema(versionedSchema: VoyagesV3.self),
                migrationPlan: VoyagesPlan.self,
                configurations: [
                    ModelConfiguration("voyages", schema: Schema([VoyagesV3.Voyage.self]), url: voyages.file),
                    ModelConfiguration("boats", schema: Schema([VoyagesV3.Boat.self]), url: boats.file),
                ]
            )
        }
        for count in 1...2 {
            let context = ModelContext(try open())
            #expect(try Voyages.stops(context.fetch(FetchDescriptor<VoyagesV3.Voyage>())) == Voyages.stops)
            context.insert(VoyagesV3.Boat(name: "Gorch"))
            try context.save()
            #expect(try boats.sqlite3("SELECT count(*) FROM ZBOAT") == "\(count)")
        }
        let entities =
            "SELECT group_concat(Z_NAME) FROM (SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_NAME)"
        #expect(try voyages.folder.sqlite3(entities) == "Stop,Voyage")
        #expect(try boats.sqlite3(entities) == "Boat")
    }

    /// Rows of the old shape must not get into the new tables.
    @Test func aContainerThatWasOpenBeforeCannotSaveAnyMore() throws {
        let store = try VersionedStore(VoyagesV1.self, Voyages.fill)
        let old = ModelContext(try store.container(VoyagesV1.self))
        let voyage = try #require(try old.fetch(FetchDescriptor<VoyagesV1.Voyage>()).first)
        let new = try store.container(VoyagesV3.self, plan: VoyagesPlan.self)
        let dump = try store.dump()
        voyage.days = 100
        old.insert(VoyagesV1.Stop(place: "late"))
        let error = #expect(throws: StoreError.self) { try old.save() }
        #expect(error?.code == .migration)
        let deletion = #expect(throws: StoreError.self) { try old.delete(model: VoyagesV1.Stop.self) }
        #expect(deletion?.code == .migration)
        #expect(try store.dump() == dump)
        #expect(try ModelContext(new).fetchCount(FetchDescriptor<VoyagesV3.Stop>()) == 3)
    }

    /// Programs that open an old store at the same time: one migrates it, the other programs wait and find it done.
    @Test(arguments: [KillScenario.lightweight, .custom])
    func programsThatOpenAStoreTogetherMigrateItOnce(_ scenario: KillScenario) async throws {
        let alone = try TemporaryFolder()
        try scenario.fill(alone.file)
        _ = try scenario.migrate(alone.file)
        let folder = try TemporaryFolder()
        try scenario.fill(folder.file)
        let command = "'\(try ChildProgram.path)' migrate '\(folder.file.path)' \(scenario.rawValue)"
        let streams = try (1...3).map { _ in try #require(popen(command, "r")) }
        var output = Data()
        for stream in streams {
            while case let byte = fgetc(stream), byte != EOF { output.append(UInt8(byte)) }
            pclose(stream)
        }
        let counts = String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
        #expect(counts.count == 3, "\(String(decoding: output, as: UTF8.self))")
        let expected = try scenario.newContents(alone.file)
            .replacing(try identifier(alone), with: try identifier(folder))
        #expect(try scenario.newContents(folder.file) == expected)
        // Code that ran twice would have saved twice.
        let transactions = "SELECT count(*) FROM ATRANSACTION"
        #expect(try folder.sqlite3(transactions) == alone.sqlite3(transactions))
        #expect(try folder.sqlite3("PRAGMA integrity_check") == "ok")
    }

    private func identifier(_ folder: TemporaryFolder) throws -> String {
        try folder.sqlite3("SELECT Z_UUID FROM Z_METADATA")
    }

    /// The way of the tool: no classes, a dry run first.
    @Test func aFileIsMigratedToAModelWithoutClasses() throws {
        let store = try VersionedStore(VoyagesV1.self, Voyages.fill)
        let before = try store.bytes()
        let migration = try FileMigration(store.file, to: .init(Schema(versionedSchema: VoyagesV2.self)))
        #expect(migration.inferred.steps.map { "\($0)" }.contains { $0.contains("Boat") })
        #expect(try store.bytes() == before)
        try migration.run()
        let context = ModelContext(try store.container(VoyagesV2.self, allowsSave: false))
        #expect(try Voyages.stops(context.fetch(FetchDescriptor<VoyagesV2.Voyage>())) == Voyages.stops)
    }
}
