import Foundation
import SwiftData
import TestSupport
import Testing

/// A file that Apple's frameworks made is served as it is, or migrated where the program asks for it.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct AppleFileTests {
    private func boats(_ names: String...) throws -> VersionedStore {
        let store = try VersionedStore(Boats.self) { context in
            for name in names { context.insert(Boats.Boat(name: name)) }
        }
        try store.disguise()
        return store
    }

    @Test func whatHasEverythingIsServedAndStaysAsItIs() throws {
        let store = try boats("Gorch")
        let dump = try store.dump()
        for version in [Boats.self, IndexedBoats.self, NamelessBoats.self] as [any VersionedSchema.Type] {
            _ = try store.container(version)
        }
        #expect(try store.dump() == dump)
    }

    @Test func aChangeMustBeAskedFor() throws {
        let store = try boats("Gorch")
        let dump = try store.dump()
        let error = #expect(throws: StoreError.self) { try store.container(LongBoats.self) }
        #expect(error?.code == .migration && error?.entityName == "Boat" && error?.propertyName == "length")
        #expect(error?.message.contains("migratesAppleStores") == true)
        #expect(try store.dump() == dump)
        #expect(try store.strays().isEmpty)
        let context = ModelContext(try store.migratingContainer(LongBoats.self))
        #expect(try context.fetch(FetchDescriptor<LongBoats.Boat>()).map(\.length) == [12])
    }

    @Test func aStageRunsAlsoWhereTheColumnsAreThere() throws {
        let store = try boats("12")
        let context = ModelContext(try store.container(TimedBoats.self, plan: TimedBoatsPlan.self))
        let names = try context.fetch(FetchDescriptor<TimedBoats.Boat>()).map(\.name)
        #expect(names == [Date(timeIntervalSince1970: 12)])
    }

    @Test func aStageOfValuesRunsOnce() throws {
        let store = try boats("gorch")
        for _ in 1...2 {
            let context = ModelContext(try store.container(CapitalBoats.self, plan: CapitalBoatsPlan.self))
            #expect(try context.fetch(FetchDescriptor<CapitalBoats.Boat>()).map(\.name) == ["GORCH!"])
        }
    }

    @Test func aNameThatWasGivenToSomethingElseIsNoticed() throws {
        let store = try VersionedStore(Parcels.self) { $0.insert(Parcels.Parcel(a: "old", b: "new")) }
        try store.disguise()
        let error = #expect(throws: StoreError.self) { try store.container(ReplacedParcels.self) }
        #expect(error?.code == .migration && error?.propertyName == "a")
        let context = ModelContext(try store.migratingContainer(ReplacedParcels.self))
        #expect(try context.fetch(FetchDescriptor<ReplacedParcels.Parcel>()).map(\.a) == ["new"])
    }

    @Test func missingValuesAreFilledWhereOneMustBe() throws {
        let store = try VersionedStore(NamelessBoats.self) { $0.insert(NamelessBoats.Boat(name: nil)) }
        try store.disguise()
        // Models for Core Data's files often ask for more than those do: it shows in the rows, if in any.
        let unasked = ModelContext(try store.container(NamedBoats.self))
        let error = #expect(throws: StoreError.self) { try unasked.fetch(FetchDescriptor<NamedBoats.Boat>()) }
        #expect(error?.code == .corruptRow && error?.propertyName == "name")
        let context = ModelContext(try store.migratingContainer(NamedBoats.self))
        #expect(try context.fetch(FetchDescriptor<NamedBoats.Boat>()).map(\.name) == ["none"])
    }

    @Test func aNewerVersionIsRefused() throws {
        let store = try VersionedStore(VoyagesV3.self) { $0.insert(VoyagesV3.Boat(name: "Gorch")) }
        try store.disguise()
        let dump = try store.dump()
        #expect(throws: SwiftDataError.backwardMigration) { try store.container(VoyagesV2.self) }
        #expect(try store.dump() == dump)
    }
}
