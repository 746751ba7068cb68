import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// Merging old packets. The witness is the core of sync itself: what a device had of all packets, it must have of the snapshot.
@Suite struct CompactionTests {
    /// Merges everything that may be merged, a little at a time in memory.
    private func settings(memory: Int = 4_000, age: TimeInterval = 0) -> CompactionSettings {
        var settings = CompactionSettings()
        (settings.memory, settings.age, settings.leastPackets, settings.packetBytes) = (memory, age, 1, 2_000)
        return settings
    }

    private func zone(_ server: TestServer) async throws -> ZoneSummary {
        try await #require(server.store.zones().first)
    }

    /// The states of packets, and the packets that are no change sets.
    private func meaning(_ packets: [SyncPacket]) -> (SyncState, [SyncPacket]) {
        var (state, others) = (SyncState(), [SyncPacket]())
        for packet in packets {
            if let changes = try? packet.changes() { state.apply(changes) } else { others.append(packet) }
        }
        return (state, others)
    }

    /// Edits of all kinds, the same for each seed.
    private func edit(_ device: TestDevice, _ random: inout Numbers, _ name: String) throws {
        try device.edit { context in
            let piers = try context.fetch(FetchDescriptor<Pier>(sortBy: [SortDescriptor(\.name)]))
            for number in 0..<6 {
                switch Int.random(in: 0..<5, using: &random) {
                case 0: context.insert(Pier("\(name)-\(number)", number))
                case 1: piers.randomElement(using: &random)?.length = .random(in: 0...99, using: &random)
                case 2: piers.randomElement(using: &random)?.remark = String(UInt8.random(in: 0...9, using: &random))
                case 3: context.insert(Boat("\(name)-\(number)", piers.randomElement(using: &random)))
                default: if piers.count > 4, let pier = piers.randomElement(using: &random) { context.delete(pier) }
                }
            }
        }
    }

    @Test(arguments: TestPlace.Kind.all)
    func aSnapshotMeansWhatItsPacketsMeant(kind: TestPlace.Kind) async throws {
        let clock = TestClock()
        try await withServer(kind, now: { clock.now }) { server in
            let devices = try (0..<3).map { _ in try TestDevice(server.transport()) }
            var random = Numbers(seed: 7)
            let (settings, compactor) = (settings(), Compactor(server.store, settings()))
            var strange: [SyncPacket] = []
            for generation in 1...3 {
                for round in 0..<4 {
                    for (index, device) in devices.enumerated() {
                        try edit(device, &random, "\(generation).\(round).\(index)")
                        if round % 2 == index % 2 { try await device.syncDespiteDamage() }
                    }
                    strange.append(testPacket(UInt64(generation * 10 + round), size: 700))
                    _ = try await server.push([strange[strange.count - 1]])
                }
                for _ in 1...3 { for device in devices { try await device.syncDespiteDamage() } }
                let before = try await server.all()
                let (state, others) = meaning(before)
                #expect(others == strange)
                clock.advance(1)
                let result = try await #require(compactor.compact(zone(server).number, least: 1))
                #expect(result.merged > 8)
                #expect(result.after < result.before, "\(result)")
                let after = try await server.all("limit=1500")
                let (now, left) = meaning(after)
                // Byte for byte, and the packets that nobody could read as they were.
                #expect(now.encoded == state.encoded)
                #expect(Set(left) == Set(strange) && left.count == strange.count)
                #expect(after.count == result.made)
                for packet in after { #expect(packet.bytes.count <= settings.packetBytes || left.contains(packet)) }
                // A device that joins has the same rows as those that were there.
                let fresh = try TestDevice(server.transport())
                try await fresh.syncDespiteDamage()
                #expect(try fresh.content() == devices[0].content())
                #expect(try !fresh.content().isEmpty)
                let zone = try await zone(server)
                #expect(zone.mergedUpTo == zone.last && zone.log == 0)
                #expect(zone.snapshot == after.reduce(0) { $0 + $1.bytes.count + 24 })
                #expect(try await compactor.compact(zone.number, least: 1) == nil)
            }
            if kind == .sqlite, let sqlite = Command.find("sqlite3") {
                let text = try await Command.run(
                    sqlite,
                    [server.place.store, "SELECT count(*), min(ZGENERATION), max(ZGENERATION) FROM ZPACKETBODY"]
                )
                #expect(text == "\(try await server.all().count)|3|3\n")
            }
        }
    }

    @Test func aDeviceThatIsBehindFetchesAnewAndKeepsItsEdits() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            let (a, b) = (try TestDevice(server.transport()), try TestDevice(server.transport()))
            try a.edit { for number in 1...5 { $0.insert(Pier("pier \(number)", number)) } }
            try await syncUntilIdle(a, b)
            try await server.service.writeNotes()
            // B goes away with edits that nobody has.
            try b.edit { context in
                context.insert(Pier("of b", 1))
                try context.fetch(FetchDescriptor<Pier>()).first { $0.name == "pier 1" }?.remark = "by b"
                if let gone = try context.fetch(FetchDescriptor<Pier>()).first(where: { $0.name == "pier 2" }) {
                    context.delete(gone)
                }
            }
            for round in 1...5 {
                try a.edit { context in
                    for pier in try context.fetch(FetchDescriptor<Pier>()) where pier.name != "pier 2" {
                        pier.length += 10 * round
                    }
                    context.insert(Pier("later \(round)", round))
                }
                try await a.sync()
            }
            let compactor = Compactor(server.store, settings(memory: 1 << 20, age: 90 * 86_400))
            // As long as B counts, what B lacks stays.
            let kept = try await zone(server)
            let result = try await compactor.compact(kept.number, least: 1)
            #expect(try await zone(server).mergedUpTo < kept.last, "\(String(describing: result))")
            try await b.engine.fetchChanges()
            let behind = try await #require(server.store.zones().first).mergedUpTo
            #expect(behind < kept.last)
            // After the time it does not: its position is refused, and it fetches from the start.
            try a.edit { $0.insert(Pier("last", 0)) }
            try await a.sync()
            clock.advance(91 * 86_400)
            #expect(try await compactor.compact(kept.number, least: 1) != nil)
            let all = try await zone(server)
            #expect(all.mergedUpTo == all.last && all.last > kept.last)
            try await syncUntilIdle(a, b)
            #expect(try a.content() == b.content())
            let piers = try a.piers()
            #expect(piers["of b"] == 1 && piers["pier 2"] == nil && piers["last"] == 0 && piers["later 5"] == 5)
            #expect(try a.content().contains { $0.hasPrefix("pier 1 ") && $0.contains("by b") })
            // The refusal was one: a position before the snapshot.
            let old = try await server.send(.get, "/packets?after=\(try await server.pull().position.prefix(8))-1")
            #expect(old.status == .gone && old.code == "cursor-invalid")
        }
    }

    @Test func aMergedPacketIsStillKnownAndItsNumberTaken() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            let packets = (1...4).map { testPacket($0) }
            _ = try await server.push(packets)
            clock.advance(1)
            #expect(try await Compactor(server.store, settings()).compact(1, least: 1)?.merged == 4)
            #expect(try await server.push(packets).text == #"{"taken":4}"#)
            #expect(try await server.push([testPacket(2, size: 3)]).code == "sequence-taken")
            #expect(try await server.all() == packets)
            _ = try await server.push([testPacket(5)])
            #expect(try await server.all() == packets + [testPacket(5)])
            #expect(try await zone(server).last == 5)
        }
    }

    @Test func packetsThatCannotBeMergedAreNotCopiedOnTheirOwn() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            _ = try await server.push((1...4).map { testPacket($0) })
            clock.advance(1)
            #expect(try await Compactor(server.store, settings()).compact(1) == nil)
            #expect(try await zone(server).mergedUpTo == 0)
            // One that can be merged is enough, and the zone is free for it.
            let device = try TestDevice(server.transport())
            try device.edit { $0.insert(Pier("a", 1)) }
            try await device.syncDespiteDamage()
            clock.advance(1)
            #expect(try await Compactor(server.store, settings()).compact(1)?.merged == 5)
            #expect(try await server.all().count == 5)
        }
    }

    @Test func positionsInASnapshotEndWithIt() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            _ = try await server.push((1...6).map { testPacket($0) })
            clock.advance(1)
            let compactor = Compactor(server.store, settings())
            #expect(try await compactor.compact(1, least: 1) != nil)
            let first = try await server.pull("?limit=130")
            #expect(first.more && first.packets.count == 2 && first.position.contains("-1."))
            let rest = try await server.pull("?after=\(first.position)")
            #expect(rest.packets.count == 4 && rest.position.hasSuffix("-6"))
            _ = try await server.push([testPacket(7)])
            clock.advance(1)
            #expect(try await compactor.compact(1, least: 1) != nil)
            #expect(try await server.send(.get, "/packets?after=\(first.position)").code == "cursor-invalid")
            #expect(try await server.send(.get, "/packets?after=\(rest.position)").code == "cursor-invalid")
            #expect(try await server.all() == (1...7).map { testPacket($0) })
        }
    }

    @Test func aCompactionThatDiesLeavesThePacketsAsTheyWere() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            let packets = (1...6).map { testPacket($0) }
            _ = try await server.push(packets)
            clock.advance(1)
            let store = server.store
            let plan = try await #require(store.planCompaction(1, settings(), least: 1))
            try await store.write([testPacket(1), testPacket(77)], after: 0, plan)
            #expect(try await server.all() == packets)
            // Nobody else begins while it may be alive, and it cannot go on once somebody else has begun.
            #expect(try await Compactor(store, settings()).compact(1, least: 1) == nil)
            clock.advance(601)
            #expect(try await Compactor(store, settings()).compact(1, least: 1)?.merged == 6)
            await #expect(throws: ServerError.self) { try await store.write([testPacket(78)], after: 2, plan) }
            await #expect(throws: ServerError.self) {
                try await store.replace(plan, last: 3, sequence: 9, bytes: 9, merged: 9)
            }
            #expect(try await server.all() == packets)
            #expect(try await zone(server).last == 6)
        }
    }

    @Test func aPacketWithoutItsBytesStopsTheCompaction() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            _ = try await server.push((1...6).map { testPacket($0) })
            clock.advance(1)
            let sqlite = try #require(Command.find("sqlite3"))
            try await Command.run(sqlite, [server.place.store, "DELETE FROM ZPACKETBODY WHERE ZPOSITION = 3"])
            await #expect(throws: ServerError.self) {
                try await Compactor(server.store, settings()).compact(1, least: 1)
            }
            #expect(try await zone(server).mergedUpTo == 0)
            let left = try await Command.run(
                sqlite,
                [server.place.store, "SELECT count(*) FROM ZPACKETBODY WHERE ZGENERATION = 0"]
            )
            #expect(left == "5\n")
        }
    }

    @Test(arguments: TestPlace.Kind.all)
    func packetsThatArriveMeanwhileAreKept(kind: TestPlace.Kind) async throws {
        let clock = TestClock()
        try await withServer(kind, now: { clock.now }) { server in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for device in UInt64(1)...2 {
                    group.addTask {
                        let transport = try server.transport()
                        for sequence in UInt64(1)...25 {
                            try await transport.send([testPacket(sequence, device: device)])
                        }
                        return 0
                    }
                }
                for _ in 1...2 {
                    group.addTask {
                        var count = 0
                        for _ in 1...8 {
                            clock.advance(1)
                            do {
                                if try await Compactor(server.store, settings()).compact(1, least: 1) != nil {
                                    count += 1
                                }
                            } catch is ServerError {}
                        }
                        return count
                    }
                }
                var count = 0
                for try await done in group { count += done }
                #expect(count > 0)
            }
            let wanted = (UInt64(1)...2).flatMap { device in (1...25).map { testPacket($0, device: device) } }
            let found = try await server.all()
            #expect(Set(found) == Set(wanted) && found.count == wanted.count)
        }
    }
}

/// Random numbers, the same for each seed.
struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
