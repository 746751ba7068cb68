import Foundation
import HTTPTypes
import Logging
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// What a server does from time to time.
@Suite struct UpkeepTests {
    private func cutUpload(_ server: TestServer) async throws {
        let value = testBytes(20)
        _ = try await server.send(
            .put,
            "/values/\(hexadecimal(BlobReference(of: value).hash))",
            headers: [.contentRange: "bytes 0-9/20"],
            body: value[..<10]
        )
        #expect(try await server.store.zones().first?.values == 10)
    }

    private func edit(_ device: TestDevice, _ name: String) async throws {
        try device.edit { $0.insert(Pier(name, 1)) }
        try await device.sync()
    }

    @Test func uploadsAreForgottenWhereNothingIsCompacted() async throws {
        let clock = TestClock()
        try await withServer(.sqlite, { $0.compactionInterval = nil }, now: { clock.now }) { server in
            try await cutUpload(server)
            try await edit(TestDevice(server.transport()), "a")
            clock.advance(100 * 86_400)
            await server.service.keepUp()
            let zone = try #require(try await server.store.zones().first)
            #expect(zone.values == 0 && zone.mergedUpTo == 0)
        }
    }

    @Test func theStoreIsKeptUpSoonAfterTheStart() async throws {
        let clock = TestClock()
        try await withServer(
            .sqlite,
            {
                $0.upkeepDelay = .milliseconds(20)
                $0.upkeepInterval = .milliseconds(20)
                $0.compactionInterval = nil
            },
            now: { clock.now }
        ) { server in
            try await cutUpload(server)
            clock.advance(8 * 86_400)
            #expect(try await eventually { try await server.store.zones().first?.values == 0 })
        }
    }

    @Test func whatRemovedZonesHaveLeftIsRemoved() async throws {
        try await withServer { server in
            struct Failure: Error {}
            _ = try await server.push([testPacket(1)])
            server.store.pauses.set(.zoneRemoved) { throw Failure() }
            let zone = try #require(ZonePath("anna/trips"))
            await #expect(throws: Failure.self) { try await server.store.removeZone(zone) }
            await server.service.keepUp()
            let sqlite = try #require(Command.find("sqlite3"))
            #expect(try await Command.run(sqlite, [server.place.store, "SELECT count(*) FROM ZPACKETBODY"]) == "0\n")
        }
    }

    @Test func compactionsHaveATimeBetweenThemAlsoWhereServersAreStartedAnew() async throws {
        let clock = TestClock()
        try await withServer(
            .sqlite,
            {
                $0.compaction.age = 0
                $0.compaction.leastPackets = 1
            },
            now: { clock.now }
        ) { server in
            let device = try TestDevice(server.transport())
            /// The position up to which packets are merged once another server has been started, and kept the store up.
            func merged(after hours: Double) async throws -> Int {
                clock.advance(hours * 3_600)
                let anew = try SyncService(server.store, server.service.settings, logger: Logger(label: "test"))
                await anew.keepUp()
                return try await server.store.zones().first?.mergedUpTo ?? -1
            }
            try await edit(device, "a")
            let first = try await merged(after: 1)
            #expect(first > 0)
            try await edit(device, "b")
            for _ in 1...23 { #expect(try await merged(after: 1) == first) }
            #expect(try await merged(after: 1) > first)
        }
    }
}
