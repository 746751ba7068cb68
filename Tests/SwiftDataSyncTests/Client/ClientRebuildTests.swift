import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// The view is computed anew in parts where an app has other rules than before: a class that was not known, another policy.
@Suite(.timeLimit(.minutes(30))) struct ClientRebuildTests {
    private struct Stopped: Error {}

    private static let count = 60

    private let hub = MemoryHub()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A device with the later version of the app. `point` is called at the points between two effects.
    private func new(
        _ name: String,
        limit: Int = 7,
        _ point: @escaping @Sendable (String) throws -> Void = { _ in }
    ) throws -> ClientDevice {
        try ClientDevice(
            MemoryTransport(hub),
            file: folder.file(name),
            models: [SyncFleetTwo.SyncShip.self, SyncFleetTwo.SyncPilot.self]
        ) { configuration in
            configuration.rebuildLimit = limit
            configuration.environment = SyncEnvironment(point: point)
        }
    }

    /// Fills a store of the earlier version with records that the later version shows otherwise.
    private func fill(_ name: String) async throws -> ClientDevice {
        let b = try new("b.store")
        let a = try ClientDevice(MemoryTransport(hub), file: folder.file(name), models: [SyncFleetOne.SyncShip.self])
        try b.edit { context in
            var last: SyncFleetTwo.SyncPilot?
            for number in 0..<Self.count {
                let ship = SyncFleetTwo.SyncShip("\(number)")
                context.insert(ship)
                ship.tons = number
                // Each pilot refers to the one before, and to two ships.
                let pilot = SyncFleetTwo.SyncPilot("\(number)")
                context.insert(pilot)
                pilot.teacher = number % 5 == 0 ? nil : last
                ship.pilot = pilot
                last = pilot
            }
        }
        try b.edit { context in
            let ships = try context.fetch(FetchDescriptor<SyncFleetTwo.SyncShip>())
            let pilots = try context.fetch(FetchDescriptor<SyncFleetTwo.SyncPilot>())
            for ship in ships {
                ship.friends = pilots.filter { ((Int($0.name) ?? 0) - ship.tons + Self.count) % Self.count < 2 }
            }
        }
        try await syncUntilIdle(b, a)
        #expect(try a.read { try $0.fetchCount(FetchDescriptor<SyncFleetOne.SyncShip>()) } == Self.count)
        return b
    }

    private func contents(_ device: ClientDevice) throws -> [String] {
        try device.read { context in
            let ships = try context.fetch(FetchDescriptor<SyncFleetTwo.SyncShip>()).map { ship in
                "\(ship.name) \(ship.tons) \(ship.pilot?.name ?? "-") \(ship.friends.map(\.name).sorted())"
            }
            let pilots = try context.fetch(FetchDescriptor<SyncFleetTwo.SyncPilot>()).map { pilot in
                "\(pilot.name) \(pilot.teacher?.name ?? "-") \(pilot.ships.map(\.name).sorted()) "
                    + "\(pilot.friends.map(\.name).sorted())"
            }
            return ships.sorted() + pilots.sorted()
        }
    }

    @Test func anUpgradeIsTakenInByPartsThatHoldNothingBack() async throws {
        let b = try await fill("a.store")
        let (commits, count) = (Locked(0), hub.packets.count)
        let a = try new("a.store") { point in if point == "after commit" { commits.withLock { $0 += 1 } } }
        try await a.sync()
        // The facts and the rows of 120 records by 7, and the removal of what is left over.
        #expect(commits.withLock { $0 } >= 40)
        #expect(a.log.outline.allSatisfy { !$0.contains("held") && !$0.contains("failed") })
        #expect(try contents(a) == contents(b))
        #expect(hub.packets.count == count)
        commits.withLock { $0 = 0 }
        try await a.sync()
        #expect(commits.withLock { $0 } <= 3)
        try await syncUntilIdle(a, b)
        #expect(try contents(a) == contents(b))
    }

    @Test func anUpgradeGoesOnWhereItWasStopped() async throws {
        let b = try await fill("a.store")
        let points = Locked(0)
        var starts = 0
        while true {
            starts += 1
            points.withLock { $0 = 0 }
            let a = try new("a.store", limit: 10) { _ in
                try points.withLock { count in
                    count += 1
                    if count > 13 { throw Stopped() }
                }
            }
            do {
                try await a.engine.fetchChanges()
                break
            } catch is Stopped { try #require(starts < 60) }
        }
        #expect(starts > 5)
        let a = try new("a.store")
        #expect(try contents(a) == contents(b))
        try await syncUntilIdle(a, b)
        #expect(try contents(a) == contents(b))
        #expect(a.engine.state.heldRows == 0)
    }

    @Test(arguments: [3, 17, 40, 50])
    func editsBetweenTwoPartsAreKept(_ first: Int) async throws {
        let b = try await fill("a.store")
        let (points, container) = (Locked(0), Locked<ModelContainer?>(nil))
        let a = try new("a.store", limit: 5) { point in
            let number = points.withLock { count in
                if point == "begin" { count += 1 }
                return count
            }
            guard point == "begin", number % 4 == first % 4, number >= first, number < first + 40,
                let container = container.withLock({ $0 })
            else { return }
            try Self.edit(container, number)
        }
        container.withLock { $0 = a.container }
        try await a.sync()
        container.withLock { $0 = nil }
        #expect(try a.read { try $0.fetchCount(FetchDescriptor<SyncFleetTwo.SyncShip>()) } != Self.count)
        try await syncUntilIdle(a, b)
        #expect(try contents(a) == contents(b))
        try a.read { context in
            for ship in try context.fetch(FetchDescriptor<SyncFleetTwo.SyncShip>()) where ship.name.hasPrefix("alone") {
                #expect(ship.pilot == nil)
            }
        }
        let names = try b.read { try $0.fetch(FetchDescriptor<SyncFleetTwo.SyncShip>()).map(\.name) }
        #expect(names.contains { $0.hasPrefix("inserted") })
        #expect(names.contains { $0.hasPrefix(first < 20 ? "edited" : "alone") })
    }

    /// The edits of a program: one row is renamed and loses its pilot, one is deleted, one is inserted.
    private static func edit(_ container: ModelContainer, _ number: Int) throws {
        let context = ModelContext(container)
        let ships = try context.fetch(FetchDescriptor<SyncFleetTwo.SyncShip>(sortBy: [SortDescriptor(\.name)]))
        let ship = ships[number * 7 % ships.count]
        // A pilot that the store does not show yet is not taken away.
        ship.name = ship.pilot == nil ? "edited \(number)" : "alone \(number)"
        ship.pilot = nil
        context.delete(ships[(number * 7 + 1) % ships.count])
        if number % 8 < 4 {
            for extra in 0..<3 { context.insert(SyncFleetTwo.SyncShip("inserted \(number) \(extra)")) }
        }
        try context.save()
    }

    /// Under the first policy the rows have the values 1 and 5, under the second one 5 and 9: the first part would give a row the
    /// value that another one has until the second part.
    @Test func rowsThatExchangeUniqueValuesAreWrittenTogether() async throws {
        func device(_ name: String, _ policy: MergePolicy) throws -> ClientDevice {
            try ClientDevice(MemoryTransport(hub), file: folder.file(name)) { configuration in
                configuration.policies.set(policy, for: \SyncHarbor.code)
                configuration.rebuildLimit = 1
            }
        }
        let b = try device("b.store", .max)
        do {
            let a = try device("a.store", .min)
            try a.edit { $0.insert(SyncHarbor("1", "first")) }
            try a.edit { $0.insert(SyncHarbor("5", "second")) }
            try await syncUntilIdle(a, b)
            for (old, new) in [("5", "9"), ("1", "5")] {
                try b.edit { try $0.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == old }?.code = new }
                try await syncUntilIdle(b, a)
            }
            #expect(try a.harbors() == ["1": "first", "5": "second"])
            #expect(try b.harbors() == ["5": "first", "9": "second"])
        }
        let a = try device("a.store", .max)
        try await a.sync()
        #expect(try a.harbors() == ["5": "first", "9": "second"] && a.engine.state.lastError == nil)
        try a.edit { $0.insert(SyncHarbor("7", "third")) }
        try await syncUntilIdle(a, b)
        for device in [a, b] { #expect(try device.harbors() == ["5": "first", "7": "third", "9": "second"]) }
    }

    /// Each of two engines has another policy, so that each finds the view of the other.
    @Test func twoEnginesWithOtherRulesLoseNothing() async throws {
        let container = try ClientDevice(MemoryTransport(MemoryHub()), file: folder.file("a.store")).container
        let engines = try [MergePolicy.lastWriter, .max].map { policy in
            try ClientDevice(container, MemoryTransport(hub)) { configuration in
                configuration.policies.set(policy, for: \SyncHarbor.visits)
                configuration.rebuildLimit = 1
            }
        }
        let b = try ClientDevice(MemoryTransport(hub))
        for number in 1...4 {
            try engines[0].edit { $0.insert(SyncHarbor("a\(number)")) }
            try b.edit { $0.insert(SyncHarbor("b\(number)")) }
            try await b.sync()
            // One of them may find that the other has begun to compute the view anew.
            async let first: Void = tolerant(engines[0])
            async let second: Void = tolerant(engines[1])
            _ = try await (first, second)
        }
        try await syncUntilIdle(engines[0], b)
        try await syncUntilIdle(engines[1], b)
        #expect(try b.harbors().count == 8 && engines[0].harbors() == b.harbors())
    }

    /// Neither engine is ever alone with the store: each transaction of one follows a transaction of the other.
    @Test func enginesWithOtherRulesThatTakeTurnsComeToAnEnd() async throws {
        let turns = Turns()
        let container = try ClientDevice(MemoryTransport(MemoryHub()), file: folder.file("a.store")).container
        // Neither engine has the rules of the first one.
        let policies: [MergePolicy] = [.min, .lastWriter, .max]
        let engines = try policies.enumerated().map { number, policy in
            try ClientDevice(container, MemoryTransport(hub)) { configuration in
                configuration.policies.set(policy, for: \SyncHarbor.visits)
                configuration.rebuildLimit = 1
                configuration.environment = SyncEnvironment(point: { point in try turns.reach(point, number - 1) })
            }
        }
        try engines[0].edit { context in for number in 1...8 { context.insert(SyncHarbor("\(number)")) } }
        try await engines[0].sync()
        turns.begin()
        async let first: Void = tolerant(engines[1])
        async let second: Void = tolerant(engines[2])
        _ = try await (first, second)
        #expect(turns.count > 16)
        turns.end()
        for engine in engines {
            try await engine.sync()
            #expect(try engine.harbors().count == 8)
        }
    }

    private func tolerant(_ device: ClientDevice) async throws {
        do { try await device.sync() } catch let error as SyncError where error.code == .interrupted {}
    }
}

/// Lets two engines run one transaction each in turn.
private final class Turns: Sendable {
    private struct Endless: Error {}

    private struct State {
        var isOn = false
        var next = 0
        var count = 0
    }

    private let state = Locked(State())

    var count: Int { state.withLock(\.count) }

    func begin() { state.withLock { $0.isOn = true } }

    func end() { state.withLock { $0.isOn = false } }

    func reach(_ point: String, _ engine: Int) throws {
        if point == "after commit" { state.withLock { $0.next = 1 - engine } }
        guard point == "begin" else { return }
        // The other engine may have ended: after a while the turn passes.
        for _ in 0..<50 where state.withLock({ $0.isOn && $0.next != engine }) { Thread.sleep(forTimeInterval: 0.001) }
        try state.withLock {
            if $0.isOn { $0.count += 1 }
            if $0.count > 1_000 { throw Endless() }
        }
    }
}

private enum SyncFleetOne {
    @Model final class SyncShip {
        var name: String

        init(_ name: String) { self.name = name }
    }
}

private enum SyncFleetTwo {
    @Model final class SyncShip {
        var name: String
        var tons: Int = 0
        @Relationship(inverse: \SyncPilot.ships) var pilot: SyncPilot?
        @Relationship(inverse: \SyncPilot.friends) var friends: [SyncPilot] = []

        init(_ name: String) { self.name = name }
    }

    @Model final class SyncPilot {
        var name: String
        var teacher: SyncPilot?
        @Relationship(inverse: \SyncPilot.teacher) var pupils: [SyncPilot] = []
        var ships: [SyncShip] = []
        var friends: [SyncShip] = []

        init(_ name: String) { self.name = name }
    }
}
