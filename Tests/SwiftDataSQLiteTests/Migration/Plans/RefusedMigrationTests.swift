import Foundation
import SwiftData
import TestSupport
import Testing

/// A migration that is not possible is refused, and nothing of the store is touched.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct RefusedMigrationTests {
    /// - Parameter bytes: True if the files must be the same byte for byte, which holds where no process could write
    ///   them.
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

    /// With logs that were not moved into the files, a look takes another way.
    @Test func noStoreOfAContainerIsTouchedAfterACrashEither() throws {
        let first = try VersionedStore(VoyagesV1.self, Voyages.fill)
        let second = try VersionedStore(Harbours.self) { $0.insert(Harbours.Harbour(depth: "deep")) }
        let folder = try TemporaryFolder()
        let files = ["first", "second"].map { folder.url.appendingPathComponent($0) }
        do {
            let contexts = (
                ModelContext(try first.container(VoyagesV1.self)), ModelContext(try second.container(Harbours.self))
            )
            contexts.0.insert(VoyagesV1.Stop(place: "late"))
            contexts.1.insert(Harbours.Harbour(depth: "deeper"))
            try contexts.0.save()
            try contexts.1.save()
            for (store, file) in zip([first, second], files) {
                for suffix in ["", "-wal"] {
                    try FileManager.default.copyItem(atPath: store.file.path + suffix, toPath: file.path + suffix)
                }
            }
        }
        func bytes() throws -> [Data] {
            try files.flatMap { [try Data(contentsOf: $0), try Data(contentsOf: URL(filePath: $0.path + "-wal"))] }
        }
        let before = try bytes()
        #expect(before.allSatisfy { !$0.isEmpty })
        let error = #expect(throws: StoreError.self) {
            try ModelContainer(
                for: Schema(versionedSchema: VoyagesAndHarbours.self),
                configurations: [
                    ModelConfiguration("first", schema: Schema(versionedSchema: VoyagesV2.self), url: files[0]),
                    ModelConfiguration("second", schema: Schema([VoyagesAndHarbours.Harbour.self]), url: files[1]),
                ]
            )
        }
        #expect(error?.code == .migration && error?.entityName == "Harbour")
        #expect(try bytes() == before)
    }
}
