import Foundation
import SwiftData
import TestSupport
import Testing

/// Changes that the model in a file does not show.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct LikeModelsTests {
    @Test func aNarrowerIntegerMustHoldWhatIsThere() throws {
        for (level, depth, property) in [(Int16(300), 1, "level"), (1, -1, "depth")] {
            let store = try VersionedStore(Gauges.self) { $0.insert(Gauges.Gauge(level: level, depth: depth)) }
            let dump = try store.dump()
            let error = #expect(throws: StoreError.self) { try store.container(NarrowGauges.self) }
            #expect(error?.code == .migration && error?.propertyName == property)
            #expect(try store.dump() == dump)
            #expect(throws: StoreError.self) { try store.container(NarrowGauges.self, allowsSave: false) }
        }
    }

    @Test func aNarrowerIntegerThatHoldsAllIsTakenOnce() throws {
        let store = try VersionedStore(Gauges.self) { $0.insert(Gauges.Gauge(level: 5, depth: 7)) }
        let context = ModelContext(try store.container(NarrowGauges.self))
        #expect(try context.fetch(FetchDescriptor<NarrowGauges.Gauge>()).map(\.level) == [5])
        let dump = try store.dump()
        _ = try store.container(NarrowGauges.self)
        #expect(try store.dump() == dump)
        // What has become narrower may become wider again.
        let wider = ModelContext(try store.container(Gauges.self))
        #expect(try wider.fetch(FetchDescriptor<Gauges.Gauge>()).map(\.depth) == [7])
    }

    /// If a file does not tell the width of its integers, all of them are checked.
    @Test func aNarrowerIntegerIsCheckedWhereTheFileDoesNotTell() throws {
        enum More: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [NarrowGauges.Gauge.self, Boats.Boat.self] }
        }
        let store = try VersionedStore(Gauges.self) { $0.insert(Gauges.Gauge(level: 300, depth: 1)) }
        try store.changeMetadata { $0["OpenSwiftDataTypes"] = nil }
        let error = #expect(throws: StoreError.self) { try store.container(More.self) }
        #expect(error?.code == .migration && error?.propertyName == "level")
    }

    @Test func aListOfOtherValuesIsRefused() throws {
        let store = try VersionedStore(Lists.self) { $0.insert(Lists.Page(items: [1, 2])) }
        let error = #expect(throws: StoreError.self) { try store.container(TextLists.self) }
        #expect(error?.code == .migration && error?.propertyName == "items")
    }

    @Test func valuesThatSwapTheirNamesAreSwappedOnce() throws {
        let store = try VersionedStore(Parcels.self) { $0.insert(Parcels.Parcel(a: "one", b: "two")) }
        for _ in 1...2 {
            let context = ModelContext(try store.container(SwappedParcels.self))
            let parcels = try context.fetch(FetchDescriptor<SwappedParcels.Parcel>())
            #expect(parcels.map(\.a) == ["two"] && parcels.map(\.b) == ["one"])
        }
    }

    @Test func whatIsOnlyReadIsNotReadUnderOldNames() throws {
        for version in [ReplacedParcels.self, SwappedParcels.self] as [any VersionedSchema.Type] {
            let store = try VersionedStore(Parcels.self) { $0.insert(Parcels.Parcel(a: "one", b: "two")) }
            let error = #expect(throws: StoreError.self) { try store.container(version, allowsSave: false) }
            #expect(error?.code == .readOnly)
        }
    }

    @Test func whatIsOnlyReadIsNotReadBeforeItsStage() throws {
        let store = try VersionedStore(Boats.self) { $0.insert(Boats.Boat(name: "gorch")) }
        let error = #expect(throws: StoreError.self) {
            try store.container(CapitalBoats.self, plan: CapitalBoatsPlan.self, allowsSave: false)
        }
        #expect(error?.code == .readOnly)
    }

    /// The last versions of the plan have the same models.
    @Test func aVersionWithTheModelsOfALaterOneStaysItself() throws {
        let store = try VersionedStore(Boats.self) { $0.insert(Boats.Boat(name: "gorch")) }
        for _ in 1...2 {
            let context = ModelContext(try store.container(CapitalBoats.self, plan: LoudBoatsPlan.self))
            #expect(try context.fetch(FetchDescriptor<CapitalBoats.Boat>()).map(\.name) == ["GORCH!"])
        }
        let context = ModelContext(try store.container(LoudBoats.self, plan: LoudBoatsPlan.self))
        #expect(try context.fetch(FetchDescriptor<LoudBoats.Boat>()).map(\.name) == ["GORCH!!!!"])
    }
}
