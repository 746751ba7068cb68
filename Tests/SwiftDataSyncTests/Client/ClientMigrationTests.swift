import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import TestSupport
import Testing

/// Migrations of stores that are synced: devices with the later version of the app, and one that is upgraded.
@Suite(.timeLimit(.minutes(30))) struct ClientMigrationTests {
    enum Kind: CaseIterable { case inferred, lightweight, custom }

    private let hub = MemoryHub()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func device(
        _ name: String,
        _ version: any VersionedSchema.Type,
        _ plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> ClientDevice {
        let schema = Schema(versionedSchema: version)
        let container = try ModelContainer(
            for: schema,
            migrationPlan: plan,
            configurations: [ModelConfiguration(schema: schema, url: folder.file(name))]
        )
        return try ClientDevice(container, MemoryTransport(hub)) { $0.rebuildLimit = 3 }
    }

    private func plan(_ kind: Kind) -> (any SchemaMigrationPlan.Type)? {
        switch kind {
        case .inferred: nil
        case .lightweight: SyncLightPlan.self
        case .custom: SyncCustomPlan.self
        }
    }

    private func contents(_ device: ClientDevice) throws -> [String] {
        try device.read { context in
            let piers = try context.fetch(FetchDescriptor<SyncPiersTwo.SyncPier>()).map { pier in
                "\(pier.title) \(pier.length) \(pier.remark ?? "-") \(pier.lamps.map(\.color).sorted()) "
                    + "\(pier.watch?.name ?? "-")"
            }
            let lamps = try context.fetch(FetchDescriptor<SyncPiersTwo.SyncLamp>()).map {
                "\($0.color) \($0.pier?.title ?? "-")"
            }
            let watches = try context.fetch(FetchDescriptor<SyncPiersTwo.SyncWatch>()).map(\.name)
            return piers.sorted() + lamps.sorted() + watches.sorted()
        }
    }

    @Test(arguments: Kind.allCases, [true, false])
    func aStoreSyncsOnAfterAMigration(_ kind: Kind, _ hasUncapturedEdits: Bool) async throws {
        let b = try device("b.store", SyncPiersTwo.self)
        do {
            let a = try device("a.store", SyncPiersOne.self)
            try a.edit { context in
                for number in 0..<10 {
                    let pier = SyncPiersOne.SyncPier("\(number)")
                    context.insert(pier)
                    context.insert(SyncPiersOne.SyncLamp("red \(number)", pier))
                }
            }
            try await syncUntilIdle(a, b)
            // What the earlier version does not know.
            try b.edit { context in
                for pier in try context.fetch(FetchDescriptor<SyncPiersTwo.SyncPier>()) {
                    pier.length = 7
                    pier.watch = SyncPiersTwo.SyncWatch("of \(pier.title)")
                }
            }
            try await syncUntilIdle(b, a)
            if hasUncapturedEdits {
                try a.edit { context in
                    for pier in try context.fetch(FetchDescriptor<SyncPiersOne.SyncPier>()) {
                        if pier.name == "3" { context.delete(pier) }
                        if pier.name == "4" { pier.name = "renamed" }
                    }
                    context.insert(SyncPiersOne.SyncPier("new"))
                }
            }
        }
        let a = try device("a.store", SyncPiersTwo.self, plan(kind))
        try b.edit { context in
            try context.fetch(FetchDescriptor<SyncPiersTwo.SyncPier>()).first { $0.title == "5" }?.remark = "of b"
        }
        try await syncUntilIdle(a, b)
        #expect(try contents(a) == contents(b))
        try b.read { context in
            let piers = try context.fetch(FetchDescriptor<SyncPiersTwo.SyncPier>())
            #expect(piers.count == 10 + (kind == .custom ? 1 : 0))
            #expect(piers.contains { $0.title == "renamed" } == hasUncapturedEdits)
            #expect(piers.contains { $0.title == "3" } != hasUncapturedEdits)
            #expect(piers.first { $0.title == "5" }?.remark == "of b")
            #expect(piers.first { $0.title == "6" }?.remark == (kind == .custom ? "by the stage" : nil))
            #expect(
                piers.first { $0.title == "6" }?.watch?.name == "of 6" && piers.first { $0.title == "6" }?.length == 7
            )
        }
        try a.edit { try $0.fetch(FetchDescriptor<SyncPiersTwo.SyncPier>()).first { $0.title == "1" }?.length = 1 }
        try await syncUntilIdle(a, b)
        #expect(try contents(a) == contents(b))
        for device in [a, b] { #expect(device.engine.state.heldRows == 0 && device.engine.state.lastError == nil) }
    }

    /// A pair that the earlier version does not know is not in its store: an edit of the relationship does not take it away.
    @Test func anEditOfANewRelationshipBeforeTheFirstRoundKeepsItsMembers() async throws {
        let b = try device("b.store", SyncPiersTwo.self)
        do {
            let a = try device("a.store", SyncPiersOne.self)
            try a.edit { $0.insert(SyncPiersOne.SyncPier("1")) }
            try await syncUntilIdle(a, b)
            try b.edit { context in
                let pier = try context.fetch(FetchDescriptor<SyncPiersTwo.SyncPier>())[0]
                pier.neighbors = [SyncPiersTwo.SyncPier("2"), SyncPiersTwo.SyncPier("3")]
                pier.annexes = [SyncPiersTwo.SyncPier("4")]
            }
            try await syncUntilIdle(b, a)
        }
        let a = try device("a.store", SyncPiersTwo.self)
        try a.edit { context in
            let pier = try context.fetch(FetchDescriptor<SyncPiersTwo.SyncPier>()).first { $0.title == "1" }
            pier?.neighbors.append(SyncPiersTwo.SyncPier("5"))
            pier?.annexes.append(SyncPiersTwo.SyncPier("6"))
        }
        try await syncUntilIdle(a, b)
        for device in [a, b] {
            try device.read { context in
                let pier = try context.fetch(FetchDescriptor<SyncPiersTwo.SyncPier>()).first { $0.title == "1" }
                #expect(pier?.neighbors.map(\.title).sorted() == ["2", "3", "5"])
                #expect(pier?.annexes.map(\.title).sorted() == ["4", "6"])
            }
        }
    }
}

private enum SyncPiersOne: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [SyncPier.self, SyncLamp.self] }

    @Model final class SyncPier {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \SyncLamp.pier) var lamps: [SyncLamp] = []

        init(_ name: String) { self.name = name }
    }

    @Model final class SyncLamp {
        var color: String
        var pier: SyncPier?

        init(_ color: String, _ pier: SyncPier?) {
            self.color = color
            self.pier = pier
        }
    }
}

private enum SyncPiersTwo: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [SyncPier.self, SyncLamp.self, SyncWatch.self] }

    @Model final class SyncPier {
        @Attribute(originalName: "name") var title: String
        var length: Int = 1
        var remark: String?
        @Relationship(deleteRule: .cascade, inverse: \SyncLamp.pier) var lamps: [SyncLamp] = []
        @Relationship(inverse: \SyncWatch.piers) var watch: SyncWatch?
        @Relationship(inverse: \SyncPier.neighborsOf) var neighbors: [SyncPier] = []
        var neighborsOf: [SyncPier] = []
        @Relationship(inverse: \SyncPier.annexOf) var annexes: [SyncPier] = []
        var annexOf: SyncPier?

        init(_ title: String) { self.title = title }
    }

    @Model final class SyncLamp {
        var color: String
        var pier: SyncPier?

        init(_ color: String, _ pier: SyncPier?) {
            self.color = color
            self.pier = pier
        }
    }

    @Model final class SyncWatch {
        var name: String
        var piers: [SyncPier] = []

        init(_ name: String) { self.name = name }
    }
}

private enum SyncLightPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SyncPiersOne.self, SyncPiersTwo.self] }
    static var stages: [MigrationStage] {
        [.lightweight(fromVersion: SyncPiersOne.self, toVersion: SyncPiersTwo.self)]
    }
}

private enum SyncCustomPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SyncPiersOne.self, SyncPiersTwo.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: SyncPiersOne.self,
                toVersion: SyncPiersTwo.self,
                willMigrate: { context in
                    context.insert(SyncPiersOne.SyncPier("before"))
                    try context.save()
                },
                didMigrate: { context in
                    for pier in try context.fetch(FetchDescriptor<SyncPiersTwo.SyncPier>()) {
                        pier.remark = "by the stage"
                    }
                    try context.save()
                }
            )
        ]
    }
}
