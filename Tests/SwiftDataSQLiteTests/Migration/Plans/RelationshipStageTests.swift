import Foundation
import SwiftData
import TestSupport
import Testing

/// Relationships that cannot be inferred are left to a custom stage.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct RelationshipStageTests {
    private enum FoundingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [GaragesV1.self, GaragesV2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: GaragesV1.self,
                    toVersion: GaragesV2.self,
                    willMigrate: nil,
                    didMigrate: Garages.found
                )
            ]
        }
    }

    /// Leaves one car without an owner.
    private enum ForgetfulPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [GaragesV1.self, GaragesV2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: GaragesV1.self,
                    toVersion: GaragesV2.self,
                    willMigrate: { context in
                        context.insert(GaragesV1.Car(plate: "C 1"))
                        try context.save()
                    },
                    didMigrate: Garages.found
                )
            ]
        }
    }

    private enum LightPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [GaragesV1.self, GaragesV2.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: GaragesV1.self, toVersion: GaragesV2.self)] }
    }

    @Test func codeFillsARelationshipThatLeadsElsewhere() throws {
        let store = try VersionedStore(GaragesV1.self, Garages.fill)
        let context = ModelContext(try store.container(GaragesV2.self, plan: FoundingPlan.self))
        let cars = try context.fetch(FetchDescriptor<GaragesV2.Car>(sortBy: [SortDescriptor(\.plate)]))
        #expect(cars.map(\.plate) == ["A 1", "A 2", "B 1"])
        #expect(cars.map(\.owner.name) == ["Ann Ltd", "Ann Ltd", "Bob Ltd"])
        #expect(cars.map(\.driver.name) == ["Ann", "Ann", "Bob"])
        let companies = try context.fetch(FetchDescriptor<GaragesV2.Company>(sortBy: [SortDescriptor(\.name)]))
        #expect(companies.map { $0.cars.map(\.plate).sorted() } == [["A 1", "A 2"], ["B 1"]])
        #expect(try store.folder.sqlite3("PRAGMA integrity_check") == "ok")
    }

    @Test func whatMustLeadSomewhereIsNotLeftEmpty() throws {
        let store = try VersionedStore(GaragesV1.self, Garages.fill)
        let dump = try store.dump()
        let error = #expect(throws: StoreError.self) { try store.container(GaragesV2.self, plan: ForgetfulPlan.self) }
        #expect(error?.code == .migration)
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("owner") && text.contains("driver") && text.contains("Car/p4"))
        #expect(!text.contains("Car/p1"))
        #expect(try store.dump() == dump)
    }

    @Test func withoutCodeItIsRefused() throws {
        let store = try VersionedStore(GaragesV1.self, Garages.fill)
        let dump = try store.dump()
        let error = #expect(throws: StoreError.self) { try store.container(GaragesV2.self, plan: LightPlan.self) }
        #expect(error?.code == .migration)
        #expect(try store.dump() == dump)
    }
}
