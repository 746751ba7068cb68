import Foundation
import SwiftData
import TestSupport
import Testing

/// Stages that keep the values of rows, delete the rows, and make them anew.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct RemadeRowsTests {
    private func store(rows: Int = 2) throws -> VersionedStore {
        try VersionedStore(Remade.V1.self) { context in
            for number in 0..<rows { context.insert(Remade.V1.Stone(text: "\(number)")) }
            context.insert(Remade.V1.Other(name: "kept"))
        }
    }

    @Test func aRequiredAttributeWithoutADefaultIsAddedWhereNoRowIsLeft() throws {
        let store = try store()
        let context = ModelContext(try store.container(Remade.V2.self, plan: Remade.Plan<Remade.All>.self))
        let stones = try context.fetch(FetchDescriptor<Remade.V2.Stone>(sortBy: [SortDescriptor(\.n)]))
        #expect(stones.map(\.n) == [0, 1])
        #expect(stones.map(\.kind) == ["stone", "stone"])
        #expect(try store.folder.sqlite3("SELECT group_concat(ZN) FROM (SELECT ZN FROM ZSTONE ORDER BY ZN)") == "0,1")
        #expect(try store.folder.sqlite3("SELECT ZNAME FROM ZOTHER") == "kept")
        #expect(try store.folder.sqlite3("PRAGMA integrity_check") == "ok")
    }

    @Test func rowsThatRemainAreNamedAndNothingIsChanged() throws {
        let store = try store(rows: 3)
        let dump = try store.dump()
        let error = #expect(throws: StoreError.self) {
            try store.container(Remade.V2.self, plan: Remade.Plan<Remade.Some>.self)
        }
        #expect(error?.code == .migration)
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("was added and must have a value"))
        #expect(text.contains("Stone") && text.contains("after willMigrate") && text.contains("1 row (Stone/p"))
        #expect(try store.dump() == dump)
        #expect(try store.strays().isEmpty)
    }

    @Test func aStageThatDeletesNothingIsRefused() throws {
        let store = try store()
        let error = #expect(throws: StoreError.self) {
            try store.container(Remade.V2.self, plan: Remade.Plan<Remade.None>.self)
        }
        #expect(error.map { "\($0)" }?.contains("2 rows (Stone/p1, Stone/p2)") == true)
    }

    @Test func withoutRowsToBeginWithNothingIsInTheWay() throws {
        let store = try store(rows: 0)
        let context = ModelContext(try store.container(Remade.V2.self, plan: Remade.Plan<Remade.None>.self))
        #expect(try context.fetchCount(FetchDescriptor<Remade.V2.Stone>()) == 0)
    }
}

private enum Remade {
    enum V1: VersionedSchema {
        static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
        static var models: [any PersistentModel.Type] { [Stone.self, Other.self] }

        @Model final class Stone {
            var text: String
            var kind: String?
            init(text: String) { self.text = text }
        }
        @Model final class Other {
            var name: String
            init(name: String) { self.name = name }
        }
    }

    enum V2: VersionedSchema {
        static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
        static var models: [any PersistentModel.Type] { [Stone.self, Other.self] }

        @Model final class Stone {
            var n: Int
            /// Was optional.
            var kind: String
            init(n: Int) {
                self.n = n
                kind = "stone"
            }
        }
        typealias Other = V1.Other
    }

    /// The number of rows that a stage deletes.
    protocol Part: SendableMetatype { static var limit: Int? { get } }
    enum All: Part { static var limit: Int? { nil } }
    enum Some: Part { static var limit: Int? { 2 } }
    enum None: Part { static var limit: Int? { 0 } }

    enum Plan<Deleted: Part>: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
            let kept = Kept()
            return [
                .custom(
                    fromVersion: V1.self,
                    toVersion: V2.self,
                    willMigrate: { context in
                        var descriptor = FetchDescriptor<V1.Stone>(sortBy: [SortDescriptor(\.text)])
                        descriptor.fetchLimit = Deleted.limit
                        for stone in Deleted.limit == 0 ? [] : try context.fetch(descriptor) {
                            kept.texts.append(stone.text)
                            context.delete(stone)
                        }
                        try context.save()
                    },
                    didMigrate: { context in
                        for text in kept.texts { context.insert(V2.Stone(n: Int(text) ?? -1)) }
                        try context.save()
                    }
                )
            ]
        }
    }

    /// `@unchecked Sendable` without a lock: a migration is run by one thread.
    final class Kept: @unchecked Sendable { var texts: [String] = [] }
}
