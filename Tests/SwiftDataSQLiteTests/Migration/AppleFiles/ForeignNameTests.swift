import Foundation
import SwiftData
import SwiftDataSQL
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// A plan for a file whose entity has not the name of its class.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct ForeignNameTests {
    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [CDBoat.self] }

        @Model final class CDBoat {
            var name: String
            init(name: String) { self.name = name }
        }
    }

    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [CDBoat.self] }

        @Model final class CDBoat {
            var name: String
            var length: Int = 0
            init(name: String) { self.name = name }
        }
    }

    enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static let stage = MigrationStage.custom(
            fromVersion: V1.self,
            toVersion: V2.self,
            willMigrate: { context in
                for boat in try context.fetch(FetchDescriptor<V1.CDBoat>()) { boat.name = boat.name.uppercased() }
                try context.save()
            },
            didMigrate: { context in
                let past = try context.contextBeforeMigration?.fetch(FetchDescriptor<V1.CDBoat>()) ?? []
                for boat in try context.fetch(FetchDescriptor<V2.CDBoat>()) {
                    boat.length = past.filter { $0.name.uppercased() == boat.name }.count
                }
            }
        )
        static var stages: [MigrationStage] { [stage] }
    }

    @Test func theStagesFindTheirModels() throws {
        let store = try VersionedStore()
        try fill(store)
        for _ in 1...2 {
            let context = ModelContext(try store.container(V2.self, plan: Plan.self))
            let boats = try context.fetch(FetchDescriptor<V2.CDBoat>())
            #expect(boats.map(\.name) == ["GORCH"] && boats.map(\.length) == [1])
        }
    }

    /// Makes a file with one boat, whose entity has another name than its class.
    private func fill(_ store: VersionedStore) throws {
        var entity = EntityOutline("Boat", properties: [.attribute(AttributeOutline("name", .string))])
        entity.className = "CDBoat"
        let connection = try StoreConnection.file(store.file.path, settings: ConnectionSettings())
        _ = try StoreFile.open(connection, StoreLayout(ModelOutline(entities: [entity])))
        try connection.close()
        _ = try store.folder.sqlite3(
            """
            INSERT INTO ZBOAT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'gorch');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_ENT = 1
            """
        )
    }

    /// An entity that counted as missing would be made anew, and the one with the rows removed.
    @Test(arguments: ReadFaults.Cause.allCases)
    func aReadThatFailsIsNoMissingDescription(cause: ReadFaults.Cause) throws {
        for number in 0..<1_000 {
            let store = try VersionedStore()
            try fill(store)
            let faults = ReadFaults(.statement, cause, from: number, count: 1)
            var settings = ConnectionSettings(busyTimeout: 0, watching: .off)
            settings.readFaults = faults
            if let opened = try? store.open(V2.self, settings: settings) { try opened.connection.close() }
            let boats = try ModelContext(store.container(V2.self)).fetch(FetchDescriptor<V2.CDBoat>())
            #expect(boats.map(\.name) == ["gorch"], "statement \(number)")
            if faults.failed == 0 {
                #expect(number > 5)
                return
            }
        }
        Issue.record("the opening does not end")
    }
}
