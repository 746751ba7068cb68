import Foundation
import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// The tools of `SwiftDataTesting` for tests of migrations.
@Suite struct TestingToolsTests {
    @Test func aMigrationIsTestedFromOneVersionToAnother() throws {
        let test = MigrationTest(from: VoyagesV1.self, to: VoyagesV3.self, plan: VoyagesPlan.self)
        let migrated = try test.run(Voyages.fill)
        let voyages = try migrated.context.fetch(FetchDescriptor<VoyagesV3.Voyage>())
        #expect(Voyages.stops(voyages) == Voyages.stops)
    }

    /// A file of every kind of column is up to date as soon as it is written, and once it is migrated.
    @Test func everyKindOfColumnIsMigratedOnce() throws {
        let same = try MigrationTest(from: GalleryV1.self, to: GalleryV1.self).run(GalleryV1.fill)
        #expect(try same.context.fetchCount(FetchDescriptor<GalleryV1.Work>()) == 4)
        let migrated = try MigrationTest(from: GalleryV1.self, to: GalleryV2.self).run(GalleryV1.fill)
        #expect(try migrated.context.fetchCount(FetchDescriptor<GalleryV2.Work>()) == 4)
    }

    @Test func aFailureSaysWhatWasBeingDone() throws {
        struct Refusal: Error {}
        let test = MigrationTest(from: Boats.self, to: DatedBoats.self)
        let unfilled = #expect(throws: MigrationTestFailure.self) {
            try test.run { _ in throw Refusal() }
        }
        #expect(unfilled?.underlyingError is Refusal)
        #expect(unfilled?.step == "filling a store of Boats (1.0.0)")
        let stuck = #expect(throws: MigrationTestFailure.self) {
            try test.run { $0.insert(Boats.Boat(name: "Gorch")) }
        }
        #expect(stuck?.step == "migrating it to DatedBoats (2.0.0), with 1 of Boat")
        #expect(stuck.map { "\($0)" }?.contains("Boat.name") == true)
    }

    @Test func aFixtureIsRecordedOnce() throws {
        let folder = try TemporaryFolder()
        let fixture = StoreFixture("boats-1.0.0", in: folder.url)
        #expect(!fixture.exists)
        #expect(try fixture.record(Boats.self) { $0.insert(Boats.Boat(name: "Gorch")) })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["boats-1.0.0.store"])
        let bytes = try Data(contentsOf: fixture.url)
        #expect(try !fixture.record(Boats.self) { _ in Issue.record("It is there already.") })
        let store = try fixture.open(as: CapitalBoats.self, plan: CapitalBoatsPlan.self)
        #expect(try store.context.fetch(FetchDescriptor<CapitalBoats.Boat>()).map(\.name) == ["GORCH!"])
        #expect(try Data(contentsOf: fixture.url) == bytes)
        let failure = #expect(throws: MigrationTestFailure.self) { try fixture.record(DatedBoats.self) { _ in } }
        #expect(failure.map { "\($0)" }?.contains("Boat") == true)
    }

    @Test func aFixtureKeepsLargeValues() throws {
        let folder = try TemporaryFolder()
        let fixture = StoreFixture("notes-1.0.0", in: folder.url)
        try fixture.record(NotesV1.self, Notes.fill)
        let store = try fixture.open(as: NotesV3.self, plan: NotesPlan.self)
        #expect(try store.context.fetch(FetchDescriptor<NotesV3.Note>()).compactMap(\.scan) == [Notes.scan])
    }
}
