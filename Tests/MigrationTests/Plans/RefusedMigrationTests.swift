import Foundation
import SwiftData
import TestSupport
import Testing

/// What cannot be migrated is refused, and nothing of it is touched.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct RefusedMigrationTests {
    /// - Parameter bytes: Whether the files must be the same byte for byte, which holds where nobody could write them.
    private func expectUntouched(_ store: VersionedStore, bytes: Bool = false, _ body: () throws -> Void) throws {
        let (before, dump) = (try store.bytes(), try store.dump())
        try body()
        if bytes { #expect(try store.bytes() == before) }
        #expect(try store.dump() == dump)
        #expect(try store.strays().isEmpty)
    }

    @Test func aNewerStoreIsNotTakenBack() throws {
        let store = try VersionedStore(VoyagesV3.self) { $0.insert(VoyagesV3.Boat(name: "Gorch")) }
        try expectUntouched(store) {
            #expect(throws: SwiftDataError.backwardMigration) { try store.container(VoyagesV2.self) }
            #expect(throws: SwiftDataError.backwardMigration) {
                try store.container(VoyagesV2.self, plan: VoyagesPlan.self)
            }
            enum OldPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [VoyagesV1.self, VoyagesV2.self] }
                static var stages: [MigrationStage] {
                    [.lightweight(fromVersion: VoyagesV1.self, toVersion: VoyagesV2.self)]
                }
            }
            #expect(throws: SwiftDataError.backwardMigration) {
                try store.container(VoyagesV2.self, plan: OldPlan.self)
            }
        }
    }

    @Test func theErrorSaysWhichVersionIsNewer() throws {
        let store = try VersionedStore(VoyagesV3.self) { _ in }
        let error = #expect(throws: SwiftDataError.self) { try store.container(VoyagesV2.self) }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("3.0.0") && text.contains("2.0.0") && text.contains(store.file.path))
    }

    @Test func aStoreOfNoVersionOfThePlanIsUnknown() throws {
        enum Strangers: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [VoyagesV1.Voyage.self, VoyagesV2.Boat.self] }
        }
        let store = try VersionedStore(Strangers.self) { _ in }
        try expectUntouched(store) {
            let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
                try store.container(VoyagesV3.self, plan: VoyagesPlan.self)
            }
            #expect(error.map { "\($0)" }?.contains("VoyagesV1 (1.0.0), VoyagesV2 (2.0.0)") == true)
        }
    }

    @Test func aReadOnlyStoreIsNotMigrated() throws {
        let store = try VersionedStore(VoyagesV1.self, Voyages.fill)
        try expectUntouched(store, bytes: true) {
            let error = #expect(throws: StoreError.self) {
                try store.container(VoyagesV3.self, plan: VoyagesPlan.self, allowsSave: false)
            }
            #expect(error?.code == .readOnly)
            #expect(error?.message.contains("VoyagesV1 (1.0.0) → VoyagesV2 (2.0.0)") == true)
            let other = #expect(throws: StoreError.self) { try store.container(VoyagesV2.self, allowsSave: false) }
            #expect(other?.code == .readOnly)
        }
    }

    @Test func aReadOnlyStoreThatHasEverythingIsReadAsItIs() throws {
        let store = try VersionedStore(Boats.self) { $0.insert(Boats.Boat(name: "Gorch")) }
        try expectUntouched(store, bytes: true) {
            let context = ModelContext(try store.container(IndexedBoats.self, allowsSave: false))
            #expect(try context.fetch(FetchDescriptor<IndexedBoats.Boat>()).map(\.name) == ["Gorch"])
        }
    }

    @Test func whatCannotBeInferredNamesEntityAndProperty() throws {
        let store = try VersionedStore(Boats.self) { $0.insert(Boats.Boat(name: "Gorch")) }
        try expectUntouched(store) {
            let error = #expect(throws: StoreError.self) { try store.container(DatedBoats.self) }
            #expect(error?.code == .migration)
            #expect(error?.entityName == "Boat" && error?.propertyName == "name")
            #expect(error?.message.contains("1.0.0 → 2.0.0") == true)
        }
    }

    /// Of several stores none is migrated where one cannot be.
    @Test func noStoreOfAContainerIsTouchedWhereAnotherIsRefused() throws {
        let first = try VersionedStore(VoyagesV1.self, Voyages.fill)
        let second = try VersionedStore(Harbours.self) { $0.insert(Harbours.Harbour(depth: "deep")) }
        try expectUntouched(first) {
            try expectUntouched(second) {
                let error = #expect(throws: StoreError.self) {
                    try ModelContainer(
                        for: Schema(versionedSchema: VoyagesAndHarbours.self),
                        configurations: [
                            ModelConfiguration(
                                "first",
                                schema: Schema(versionedSchema: VoyagesV2.self),
                                url: first.file
                            ),
                            ModelConfiguration(
                                "second",
                                schema: Schema([VoyagesAndHarbours.Harbour.self]),
                                url: second.file
                            ),
                        ]
                    )
                }
                #expect(error?.code == .migration && error?.entityName == "Harbour")
            }
        }
    }
}
