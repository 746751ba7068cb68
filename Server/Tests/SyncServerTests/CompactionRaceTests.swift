import Foundation
import SwiftDataSync
import SyncServer
import Testing

/// Compactions, requests and other compactions at the worst moments of each other.
@Suite(.timeLimit(.minutes(2))) struct CompactionRaceTests {
    private var settings: CompactionSettings {
        var settings = CompactionSettings()
        (settings.age, settings.leastPackets) = (0, 1)
        return settings
    }

    @Test func aSlowCompactionRemovesNothingOfALaterOne() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            let (store, settings) = (server.store, settings)
            _ = try await server.push([testPacket(1), testPacket(2)])
            clock.advance(1)
            // The first has changed the generation. Before it removes what was merged, a second one writes another snapshot,
            // and the first removes while the second has not put it in its place.
            let plan = Shared<CompactionPlan?>(nil)
            store.pauses.set(.replaced) {
                store.pauses.set(.replaced, nil)
                _ = try await server.push([testPacket(3)])
                clock.advance(1)
                let second = try #require(try await store.planCompaction(1, settings, least: 1))
                try await store.write((1...3).map { testPacket($0) }, after: 0, second)
                plan.change { $0 = second }
            }
            #expect(try await Compactor(store, settings).compact(1, least: 1)?.merged == 2)
            try await store.replace(try #require(plan.value), last: 3, sequence: 0, bytes: 192, merged: 64)
            #expect(try await server.all() == (1...3).map { testPacket($0) })
        }
    }

    @Test func aCompactionThatWasSuspendedRemovesNothingOfALaterOne() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            let (store, settings) = (server.store, settings)
            let packets = (1...4).map { testPacket($0) }
            _ = try await server.push(packets)
            clock.advance(1)
            store.pauses.set(.planned) {
                store.pauses.set(.planned, nil)
                clock.advance(601)
                let second = try await Compactor(store, settings).compact(1, least: 1)
                #expect(second?.merged == 4)
            }
            await #expect(throws: ServerError.self) { try await Compactor(store, settings).compact(1, least: 1) }
            #expect(try await server.all() == packets)
        }
    }

    @Test func aGenerationIsGivenOnce() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            let (store, settings) = (server.store, settings)
            _ = try await server.push([testPacket(1), testPacket(2)])
            clock.advance(1)
            // One dies that has written, and one that has not.
            let first = try #require(try await store.planCompaction(1, settings, least: 1))
            try await store.write([testPacket(1), testPacket(2)], after: 0, first)
            clock.advance(601)
            _ = try #require(try await store.planCompaction(1, settings, least: 1))
            clock.advance(601)
            #expect(try await Compactor(store, settings).compact(1, least: 1)?.merged == 2)
            let position = try await server.pull().position
            #expect(try await server.all() == [testPacket(1), testPacket(2)])
            #expect(position.hasSuffix("-2"))
            if let sqlite = Command.find("sqlite3") {
                let text = "SELECT count(*), min(ZGENERATION), max(ZGENERATION) FROM ZPACKET WHERE ZGENERATION > 0"
                #expect(try await Command.run(sqlite, [server.place.store, text]) == "2|3|3\n")
            }
        }
    }

    @Test func aSnapshotThatIsRemovedUnderAPageIsNotLeftOut() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            let (store, settings) = (server.store, settings)
            _ = try await server.push([testPacket(1), testPacket(2)])
            clock.advance(1)
            #expect(try await Compactor(store, settings).compact(1, least: 1)?.merged == 2)
            _ = try await server.push([testPacket(1, device: 7)])
            clock.advance(1)
            store.pauses.set(.pageBegun) {
                store.pauses.set(.pageBegun, nil)
                let second = try await Compactor(store, settings).compact(1, least: 1)
                #expect(second?.merged == 1)
            }
            // All that the second compaction merges is the device's own, so that no bytes are missed.
            let query = "/packets?device=0000000000000007"
            let refused = try await server.send(.get, query)
            #expect(refused.status == .serviceUnavailable && refused.code == "busy")
            let answer = try await server.send(.get, query)
            #expect(try SyncPacketMessage.decode(answer.data) == [testPacket(1), testPacket(2)])
        }
    }

    @Test(arguments: ["", "?device=0000000000000007"])
    func aSnapshotWithAHoleIsRefused(query: String) async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            let sqlite = try #require(Command.find("sqlite3"))
            _ = try await server.push((1...4).map { testPacket($0) })
            clock.advance(1)
            #expect(try await Compactor(server.store, settings).compact(1, least: 1)?.merged == 4)
            let delete = "DELETE FROM ZPACKET WHERE ZGENERATION = 1 AND ZPOSITION = 3"
            try await Command.run(sqlite, [server.place.store, delete])
            #expect(try await server.send(.get, "/packets" + query).status == .internalServerError)
        }
    }

    @Test func requestsAreServedWhileZonesAreCompacted() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            // One compaction for each thread that requests have, and one more.
            let count = ProcessInfo.processInfo.activeProcessorCount + 1
            for number in 2...count { try await server.store.addZone("zone\(number)", of: "anna") }
            for zone in ["trips"] + (2...count).map({ "zone\($0)" }) {
                _ = try await server.push([testPacket(1)], zone: zone)
            }
            clock.advance(1)
            let (planned, reading, isReleased) = (Shared(0), Shared(0), Shared(false))
            server.store.pauses.set(.planned) { planned.change { $0 += 1 } }
            server.store.pauses.set(.reading) {
                reading.change { $0 += 1 }
                _ = try await eventually { isReleased.value }
            }
            try await withThrowingTaskGroup(of: CompactionResult?.self) { group in
                for zone in 1...count {
                    group.addTask { try await Compactor(server.store, settings).compact(zone, least: 1) }
                }
                #expect(try await eventually { planned.value == count && reading.value > 0 })
                // Compactions that take a thread each have it soon.
                try await Task.sleep(for: .milliseconds(200))
                let isServed = Shared(false)
                let request = Task {
                    _ = try await server.push([testPacket(2)])
                    isServed.change { $0 = true }
                }
                #expect(try await eventually { isServed.value })
                isReleased.change { $0 = true }
                try await request.value
                for try await result in group { #expect(result?.merged == 1) }
            }
        }
    }
}
