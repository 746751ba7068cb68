import SwiftData
import Testing

/// Plans that cannot be used say why.
@Suite struct PlanErrorTests {
    private func message(_ plan: any SchemaMigrationPlan.Type) throws -> String {
        let store = try VersionedStore(VoyagesV1.self) { _ in }
        let error = #expect(throws: StoreError.self) { try store.container(VoyagesV3.self, plan: plan) }
        #expect(error?.code == .migration)
        return error?.message ?? ""
    }

    @Test func twoVersionsWithOneIdentifier() throws {
        enum Twin: VersionedSchema {
            static let versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [VoyagesV1.Voyage.self] }
        }
        enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [VoyagesV1.self, Twin.self, VoyagesV2.self] }
            static var stages: [MigrationStage] { [] }
        }
        let message = try message(Plan.self)
        #expect(message.contains("Twin") && message.contains("VoyagesV2") && message.contains("2.0.0"))
    }

    @Test func aStageThatIsMissing() throws {
        enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { VoyagesPlan.schemas }
            static var stages: [MigrationStage] {
                [.lightweight(fromVersion: VoyagesV1.self, toVersion: VoyagesV2.self)]
            }
        }
        #expect(try message(Plan.self).contains("Plan has no stage that begins at VoyagesV2 (2.0.0)"))
    }

    @Test func aStageOfAVersionThatIsNotListed() throws {
        enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [VoyagesV1.self, VoyagesV3.self] }
            static var stages: [MigrationStage] { VoyagesPlan.stages }
        }
        #expect(try message(Plan.self).contains("does not list VoyagesV2"))
    }

    @Test func aStageThatLeadsBack() throws {
        enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { VoyagesPlan.schemas.reversed() }
            static var stages: [MigrationStage] { VoyagesPlan.stages }
        }
        #expect(try message(Plan.self).contains("leads to an earlier version"))
    }

    @Test func twoStagesFromOneVersion() throws {
        enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { VoyagesPlan.schemas }
            static var stages: [MigrationStage] {
                VoyagesPlan.stages + [.lightweight(fromVersion: VoyagesV1.self, toVersion: VoyagesV3.self)]
            }
        }
        #expect(try message(Plan.self).contains("two stages that begin at VoyagesV1"))
    }
}
