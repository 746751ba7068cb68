import Foundation
import HTTPTypes
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// Zones that are removed, also in two attempts.
@Suite struct RemovalTests {
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
}
