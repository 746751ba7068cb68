import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// Devices that seal what they send: the server stores, merges and delivers what it cannot read.
@Suite struct SealedTests {
    private static let marker = "MARKER"

    private func device(_ server: TestServer, _ keys: ToySealing?) throws -> TestDevice {
        try TestDevice(server.transport()) { settings in
            settings.sealing = keys
            settings.largeValueSize = 1_000
            settings.policies.set(.max, for: \Pier.length)
        }
    }

    /// The bytes of all files of a store.
    private func files(_ place: TestPlace) throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: place.folder.path) {
            let url = place.folder.appendingPathComponent(name)
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            found[name] = try Data(contentsOf: url)
        }
        return found
    }

    private func merge(_ server: TestServer, _ clock: TestClock) async throws {
        var settings = CompactionSettings()
        (settings.memory, settings.age, settings.leastPackets, settings.packetBytes) = (4_000, 0, 1, 2_000)
        clock.advance(1)
        let zone = try await #require(server.store.zones().first).number
        let result = try await #require(Compactor(server.store, settings).compact(zone, least: 1))
        #expect(result.merged > 3)
    }

    @Test func noFileOfTheServerHasAValueAndMergedPacketsMeanTheSame() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            let late = ToySealing(1)
            let (a, b) = (try device(server, ToySealing(2, 1)), try device(server, ToySealing(1, 2)))
            let c = try device(server, late)
            for round in 1...3 {
                try a.edit { context in
                    let pier = Pier("\(Self.marker) a\(round)", round)
                    pier.remark = Self.marker
                    pier.chart = Data(Self.marker.utf8) + testBytes(3_000, seed: UInt64(round))
                    context.insert(pier)
                    context.insert(Boat("\(Self.marker) boat", pier))
                }
                try b.edit { context in
                    context.insert(Pier("\(Self.marker) b\(round)", round))
                    for pier in try context.fetch(FetchDescriptor<Pier>()) { pier.length += round * 3 }
                }
                try await syncUntilIdle(a, b, c)
                for pier in [a, b] {
                    try pier.edit { context in
                        for pier in try context.fetch(FetchDescriptor<Pier>()) { pier.length -= 2 }
                    }
                }
                try await syncUntilIdle(a, b, c)
                try await merge(server, clock)
            }
            #expect(try a.content() == b.content() && a.content().count == 9)
            #expect(c.engine.state.sealedRecords > 0)
            let stored = try files(server.place)
            #expect(stored.keys.contains("sync.store") && stored.values.map(\.count).reduce(0, +) > 10_000)
            for (name, bytes) in stored { #expect(bytes.range(of: Data(Self.marker.utf8)) == nil, "\(name)") }
            // A device that joins, and one that gets its key, read what the server has merged.
            let fresh = try device(server, ToySealing(1, 2))
            try await fresh.engine.fetchChanges()
            #expect(try fresh.content() == a.content())
            late.add(2)
            try await c.engine.fetchChanges()
            #expect(try c.content() == a.content() && c.engine.state.sealedRecords == 0)
        }
    }

    /// The search that the other test relies on finds what is there.
    @Test func aValueInTheOpenIsFoundInTheFiles() async throws {
        try await withServer { server in
            let a = try device(server, nil)
            try a.edit { $0.insert(Pier(Self.marker, 1)) }
            try await a.sync()
            #expect(try files(server.place).values.contains { $0.range(of: Data(Self.marker.utf8)) != nil })
        }
    }
}
