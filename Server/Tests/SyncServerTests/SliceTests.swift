import Foundation
import HTTPTypes
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// Rows of any number are removed some at a time, and pushes have their turn in between.
@Suite struct SliceTests {
    private func count(_ server: TestServer, _ what: String) async throws -> Int {
        let sqlite = try #require(Command.find("sqlite3"))
        let text = try await Command.run(sqlite, [server.place.store, "SELECT count(*) FROM \(what)"])
        return try #require(Int(text.trimmingCharacters(in: .newlines)))
    }

    /// Packets that are pushed in messages of 500.
    private func fill(_ server: TestServer, _ numbers: ClosedRange<UInt64>) async throws {
        let packets = numbers.map { testPacket($0, size: 8) }
        for start in stride(from: 0, to: packets.count, by: 500) {
            _ = try await server.push(Array(packets[start..<min(start + 500, packets.count)]))
        }
    }

    @Test func mergedPacketsAreRemovedInSlices() async throws {
        let clock = TestClock()
        try await withServer(now: { clock.now }) { server in
            var settings = CompactionSettings()
            (settings.age, settings.leastPackets) = (0, 1)
            try await fill(server, 1...1_200)
            clock.advance(1)
            let left = Shared<[Int]>([])
            server.store.pauses.set(.sliceRemoved) {
                let bodies = try await count(server, "ZPACKETBODY WHERE ZGENERATION = 0")
                left.change { $0.append(bodies) }
            }
            #expect(try await Compactor(server.store, settings).compact(1, least: 1)?.merged == 1_200)
            #expect(left.value == [700, 200, 0])
            // The snapshot goes the same way, and the packets of the log stay known.
            try await fill(server, 1_201...1_201)
            clock.advance(1)
            left.change { $0 = [] }
            server.store.pauses.set(.sliceRemoved) {
                let rows = try await count(server, "ZPACKET WHERE ZGENERATION = 1")
                left.change { $0.append(rows) }
                _ = try await server.push([testPacket(9_999)])
            }
            #expect(try await Compactor(server.store, settings).compact(1, least: 1)?.merged == 1)
            #expect(left.value == [1_200, 1_200, 1_200, 1_200, 700, 200, 0])
            #expect(try await count(server, "ZPACKET WHERE ZGENERATION = 0") == 1_202)
            #expect(try await server.all().count == 1_202)
        }
    }

    @Test func aZoneIsRemovedInSlices() async throws {
        try await withServer { server in
            try await server.store.addZone("other", of: "anna")
            try await fill(server, 1...1_200)
            let value = testBytes(100)
            let path = "/values/\(hexadecimal(BlobReference(of: value).hash))"
            _ = try await server.send(.put, path, body: value)
            let slices = Shared(0)
            server.store.pauses.set(.sliceRemoved) {
                slices.change { $0 += 1 }
                _ = try await server.push([testPacket(1)], zone: "other")
            }
            try await server.store.removeZone(try #require(ZonePath("anna/trips")))
            // Three of bytes, three of packets, one of chunks and one of values.
            #expect(slices.value == 8)
            for table in ["ZPACKET", "ZPACKETBODY"] { #expect(try await count(server, table) == 1) }
            for table in ["ZLARGEVALUE", "ZVALUECHUNK"] { #expect(try await count(server, table) == 0) }
        }
    }
}
