import Foundation
import HTTPTypes
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// Zones that are removed, also in two attempts.
@Suite struct RemovalTests {
    private struct Failure: Error {}

    /// The rows of each table by their zones.
    private func rows(_ server: TestServer) async throws -> String {
        let tables = ["ZPACKET", "ZPACKETBODY", "ZLARGEVALUE", "ZVALUECHUNK", "ZZONEDEVICE"]
        let text = tables.map { "SELECT '\($0)', ZZONE, count(*) FROM \($0) GROUP BY ZZONE" }
        return try await Command.run(
            #require(Command.find("sqlite3")),
            [server.place.store, text.joined(separator: " UNION ALL ")]
        )
    }

    @Test func aZoneIsRemovedByItsOwnerAlone() async throws {
        try await withServer { server in
            let zone = try #require(ZonePath("anna/trips"))
            let bert = try await server.store.addUser("bert", zone: nil)
            try await server.store.share(zone, with: "bert", as: "annas", role: .write)
            _ = try await server.push([testPacket(1)])
            let shared = try #require(ZonePath("bert/annas"))
            let refused = await #expect(throws: ServerError.self) { try await server.store.removeZone(shared) }
            #expect(refused?.description.contains("zones unshare") == true)
            #expect(try await server.send(.get, "/packets", zone: "annas", token: bert).status == .ok)
            #expect(try await server.all() == [testPacket(1)])
            try await server.store.removeZone(zone)
            #expect(try await server.store.zones().isEmpty)
        }
    }

    @Test func aRemovalThatFailedIsDoneLater() async throws {
        try await withServer { server in
            try await server.store.addZone("other", of: "anna")
            let value = Data("value".utf8)
            let path = "/values/\(hexadecimal(BlobReference(of: value).hash))"
            for zone in ["trips", "other"] {
                _ = try await server.push([testPacket(1)], zone: zone)
                _ = try await server.send(.put, path, zone: zone, body: value)
                _ = try await server.send(.get, "/packets?device=0000000000000007", zone: zone)
            }
            try await server.service.writeNotes()
            server.store.pauses.set(.zoneRemoved) { throw Failure() }
            let zone = try #require(ZonePath("anna/trips"))
            await #expect(throws: Failure.self) { try await server.store.removeZone(zone) }
            #expect(try await rows(server).contains("ZPACKET|1|1"))
            try await server.store.dropOrphans()
            let left = ["ZPACKET", "ZPACKETBODY", "ZLARGEVALUE", "ZVALUECHUNK", "ZZONEDEVICE"].map { "\($0)|2|1\n" }
            #expect(try await rows(server) == left.joined())
        }
    }

    @Test func theNextRemovalEndsOneThatFailed() async throws {
        try await withServer { server in
            try await server.store.addZone("other", of: "anna")
            _ = try await server.push([testPacket(1)])
            server.store.pauses.set(.zoneRemoved) { throw Failure() }
            let zone = try #require(ZonePath("anna/trips"))
            await #expect(throws: Failure.self) { try await server.store.removeZone(zone) }
            server.store.pauses.set(.zoneRemoved, nil)
            // The zone has no name any more; another one is removed, or this one is tried again in vain.
            await #expect(throws: ServerError.self) { try await server.store.removeZone(zone) }
            #expect(try await rows(server) == "")
        }
    }
}
