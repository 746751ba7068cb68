import Foundation
import SwiftData
import TestSupport
import Testing

/// A store whose schema has changed is migrated as it is opened.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct OpeningMigratesTests {
    @Test func withoutAPlanTheChangeIsInferred() throws {
        let store = try VersionedStore(VoyagesV1.self, Voyages.fill)
        let context = ModelContext(try store.container(VoyagesV2.self))
        let voyages = try context.fetch(FetchDescriptor<VoyagesV2.Voyage>())
        #expect(Voyages.stops(voyages) == Voyages.stops)
        #expect(voyages.allSatisfy { $0.notes == nil })
        context.insert(VoyagesV2.Boat(name: "Gorch"))
        try context.save()
        #expect(try store.folder.sqlite3("SELECT ZNAME FROM ZBOAT") == "Gorch")
        #expect(
            try store.folder.sqlite3("SELECT ZTITLE FROM ZVOYAGE ORDER BY 1")
                == Voyages.stops.keys.sorted().joined(separator: "\n")
        )
        #expect(try store.folder.sqlite3("PRAGMA integrity_check") == "ok")
        #expect(try store.strays().isEmpty)
    }

    @Test func aPlanLeadsOverSeveralVersions() throws {
        let store = try VersionedStore(VoyagesV1.self, Voyages.fill)
        let context = ModelContext(try store.container(VoyagesV3.self, plan: VoyagesPlan.self))
        let voyages = try context.fetch(FetchDescriptor<VoyagesV3.Voyage>())
        // Without the version in between, the title could not be told to have been the name.
        #expect(Voyages.stops(voyages) == Voyages.stops)
        #expect(voyages.allSatisfy { $0.rating == 3 })
        #expect(try store.folder.sqlite3("PRAGMA integrity_check") == "ok")
    }

    @Test func aPlanBeginsAtTheVersionOfTheFile() throws {
        let store = try VersionedStore(VoyagesV2.self) { context in
            let voyage = VoyagesV2.Voyage(title: "Crossing", days: 2)
            voyage.notes = "windy"
            context.insert(voyage)
        }
        let context = ModelContext(try store.container(VoyagesV3.self, plan: VoyagesPlan.self))
        let voyages = try context.fetch(FetchDescriptor<VoyagesV3.Voyage>())
        #expect(voyages.map(\.title) == ["Crossing"])
        #expect(voyages.map(\.notes) == ["windy"])
    }

    /// `ModelContainer(for: Voyage.self, migrationPlan: …)` names no version.
    @Test func typesWithoutAVersionAreThoseOfThePlan() throws {
        let store = try VersionedStore(VoyagesV1.self, Voyages.fill)
        func open() throws -> ModelContainer {
            try ModelContainer(
                for: VoyagesV3.Voyage.self,
                VoyagesV3.Boat.self,
                migrationPlan: VoyagesPlan.self,
                configurations: ModelConfiguration(url: store.file)
            )
        }
        #expect(try ModelContext(open()).fetchCount(FetchDescriptor<VoyagesV3.Voyage>()) == Voyages.stops.count)
        // The file says which version it has now.
        #expect(throws: SwiftDataError.backwardMigration) { try store.container(VoyagesV1.self) }
        #expect(try ModelContext(open()).fetchCount(FetchDescriptor<VoyagesV3.Stop>()) == 3)
    }

    @Test func aStoreThatIsUpToDateIsOnlyRead() throws {
        let store = try VersionedStore(VoyagesV3.self) { $0.insert(VoyagesV3.Boat(name: "Gorch")) }
        let dump = try store.dump()
        let pages = "SELECT group_concat(name || rootpage) FROM sqlite_master"
        let before = try store.folder.sqlite3(pages)
        for plan in [nil, VoyagesPlan.self] as [(any SchemaMigrationPlan.Type)?] {
            _ = try store.container(VoyagesV3.self, plan: plan)
        }
        #expect(try store.dump() == dump)
        #expect(try store.folder.sqlite3(pages) == before)
    }

    @Test func whatWasMigratedIsNotMigratedAgain() throws {
        let store = try VersionedStore(VoyagesV1.self, Voyages.fill)
        _ = try store.container(VoyagesV3.self, plan: VoyagesPlan.self)
        let dump = try store.dump()
        _ = try store.container(VoyagesV3.self, plan: VoyagesPlan.self)
        _ = try store.container(VoyagesV3.self)
        #expect(try store.dump() == dump)
    }

    @Test func anEmptyFileIsMadeForTheLastVersion() throws {
        let store = try VersionedStore()
        _ = try store.container(VoyagesV3.self, plan: VoyagesPlan.self)
        #expect(throws: SwiftDataError.backwardMigration) { try store.container(VoyagesV2.self) }
        _ = try store.container(VoyagesV3.self)
    }
}
