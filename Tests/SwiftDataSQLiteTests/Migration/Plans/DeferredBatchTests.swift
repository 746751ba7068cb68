import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Edits that make sense only when all batches are done are saved at the end.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct DeferredBatchTests {
    enum Old: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Berth.self] }

        @Model final class Berth {
            @Attribute(.unique) var number: Int
            init(number: Int) { self.number = number }
        }
    }

    enum New: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Berth.self, Harbour.self] }

        @Model final class Berth {
            @Attribute(.unique) var number: Int
            var name: String = ""
            var harbour: Harbour
            init(number: Int, harbour: Harbour) {
                self.number = number
                self.harbour = harbour
            }
        }

        @Model final class Harbour {
            @Attribute(.unique) var name: String
            var depth: Int = 0
            @Relationship(deleteRule: .deny, inverse: \Berth.harbour) var berths: [Berth] = []
            init(name: String) { self.name = name }
        }
    }

    enum Plan: SchemaMigrationPlan {
        @TaskLocal static var run: (@Sendable (ModelContext) throws -> Void)?
        static var schemas: [any VersionedSchema.Type] { [Old.self, New.self] }
        static var stages: [MigrationStage] {
            [.custom(fromVersion: Old.self, toVersion: New.self, willMigrate: nil, didMigrate: { try run?($0) })]
        }
    }

    private func migrated(_ body: @escaping @Sendable (ModelContext) throws -> Void) throws -> VersionedStore {
        let store = try VersionedStore(Old.self) { context in
            for number in 0..<50 { context.insert(Old.Berth(number: number)) }
        }
        try Plan.$run.withValue(body) { _ = try store.container(New.self, plan: Plan.self) }
        return store
    }

    /// Goes through the berths as they were and as they are, in batches of five.
    private static func forEachBerth(_ context: ModelContext, _ body: (Old.Berth, New.Berth) throws -> Void) throws {
        let past = try #require(context.contextBeforeMigration)
        try past.enumerate(FetchDescriptor<Old.Berth>(), batchSize: 5) { old in
            try body(old, try #require(try context.migratedModel(of: old, as: New.Berth.self)))
        }
    }

    /// Each gets the number of the next one, and all of them one harbour.
    @Test func uniqueValuesThatMoveOn() throws {
        let store = try migrated { context in
            let harbour = New.Harbour(name: "Kiel")
            context.insert(harbour)
            try context.save()
            try Self.forEachBerth(context) { old, berth in
                berth.harbour = harbour
                berth.number = old.number + 1
            }
        }
        #expect(
            try store.folder.sqlite3("SELECT count(*), min(ZNUMBER), max(ZNUMBER), count(ZHARBOUR) FROM ZBERTH")
                == "50|1|50|50"
        )
        #expect(try store.folder.sqlite3("SELECT count(*) FROM ZHARBOUR") == "1")
    }

    /// Rows must have a harbour, which they get in a second walk.
    @Test func requiredRelationshipsThatAreFilledLater() throws {
        let store = try migrated { context in
            try Self.forEachBerth(context) { old, berth in berth.name = "berth \(old.number)" }
            let harbour = New.Harbour(name: "Kiel")
            context.insert(harbour)
            try context.save()
            try Self.forEachBerth(context) { _, berth in berth.harbour = harbour }
        }
        #expect(
            try store.folder.sqlite3("SELECT count(DISTINCT ZNAME), count(ZHARBOUR) FROM ZBERTH") == "50|50"
        )
    }

    /// Models of one unique name that are made in several batches are one.
    @Test func newModelsOfOneUniqueName() throws {
        let store = try migrated { context in
            try Self.forEachBerth(context) { old, berth in
                let harbour = New.Harbour(name: old.number.isMultiple(of: 2) ? "Kiel" : "Cuxhaven")
                context.insert(harbour)
                berth.harbour = harbour
            }
        }
        let counts = "SELECT h.ZNAME, count(*) FROM ZBERTH b JOIN ZHARBOUR h ON h.Z_PK = b.ZHARBOUR GROUP BY 1"
        #expect(try store.folder.sqlite3(counts) == "Cuxhaven|25\nKiel|25")
        #expect(try store.folder.sqlite3("SELECT count(*) FROM ZHARBOUR") == "2")
    }

    /// The rule holds a harbour back that has berths, until the last of them is deleted as well.
    @Test func deletionsThatARuleAllowsAtTheEnd() throws {
        let store = try migrated { context in
            let harbour = New.Harbour(name: "Kiel")
            context.insert(harbour)
            try context.save()
            try Self.forEachBerth(context) { _, berth in berth.harbour = harbour }
            try context.save()
            context.delete(harbour)
            try Self.forEachBerth(context) { _, berth in context.delete(berth) }
        }
        #expect(try store.folder.sqlite3("SELECT (SELECT count(*) FROM ZBERTH), count(*) FROM ZHARBOUR") == "0|0")
    }
}
