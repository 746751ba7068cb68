import Foundation
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// Random models with random rows, migrated by SQL and by dictionaries.
///
/// `TRIAL_SEED=7 TRIALS=1 swift test --filter RandomMigrationTests` runs one.
struct RandomMigrationTests {
    private static let seeds = Trials.seeds(20)

    @Test func rowsAreWhatTheReferenceSays() throws {
        var (migrated, refused) = (0, 0)
        for seed in Self.seeds {
            do {
                let counts = try Self.run(seed)
                migrated += counts.migrated
                refused += counts.refused
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
        print("• random migrations: \(migrated) done, \(refused) refused as they should be")
        if Self.seeds.count >= 20 { #expect(migrated > Self.seeds.count && refused > 0) }
    }

    /// Three versions after the first, each from the one before.
    private static func run(_ seed: UInt64) throws -> (migrated: Int, refused: Int) {
        var numbers = SeededNumbers(seed: seed)
        var world = ReferenceWorld.random(&numbers)
        let file = try WorldFile()
        try file.write(world)
        try expect(file, world, "seed \(seed), written")
        var counts = (migrated: 0, refused: 0)
        for version in 1...3 {
            let place = "seed \(seed), version \(version)"
            let next = world.changed(&numbers)
            if next.isWithinBounds {
                try file.store.migrate(to: next.outline)
                world = next
                counts.migrated += 1
            } else {
                let before = try file.contents()
                let error = #expect(throws: StoreError.self, "\(place)") { try file.store.migrate(to: next.outline) }
                #expect(error?.code == .migration, "\(place)")
                #expect(try file.contents() == before, "\(place)")
                counts.refused += 1
            }
            try expect(file, world, place)
        }
        return counts
    }

    private static func expect(_ file: WorldFile, _ world: ReferenceWorld, _ place: String) throws {
        let found = try file.read(world)
        let wanted = WorldFile.lines(world)
        if found != wanted {
            let (missing, extra) = (Set(wanted).subtracting(found), Set(found).subtracting(wanted))
            Issue.record("\(place): missing \(missing.sorted()), not expected \(extra.sorted())")
        }
        #expect(try file.store.sql("PRAGMA integrity_check") == "ok", "\(place)")
        let fresh = try WorldFile()
        try fresh.write(ReferenceWorld.empty(like: world))
        #expect(try file.shape() == fresh.shape(), "\(place)")
        #expect(try file.countersBelowKeys(world) == [], "\(place)")
    }
}

extension ReferenceWorld {
    /// The model without rows.
    static func empty(like world: ReferenceWorld) -> ReferenceWorld {
        var empty = world
        empty.objects = [:]
        for index in empty.relations.indices { empty.relations[index].pairs = [] }
        return empty
    }
}
