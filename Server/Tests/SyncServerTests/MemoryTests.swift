import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// The memory of bodies: what counts, how long, and for whom.
@Suite(.timeLimit(.minutes(2))) struct MemoryTests {
    @Test func expandedPacketsCountUntilTheyAreStored() async throws {
        try await withServer { server in
            let packet = SyncPacket(device: DeviceNumber(1), sequence: 1, bytes: [UInt8](repeating: 7, count: 4 << 20))
            let message = try #require(SyncPacketMessage.compress(SyncPacketMessage.encode([packet])))
            let counted = Shared(0)
            server.store.pauses.set(.pushing) { counted.change { $0 = server.service.bufferedBytes } }
            let answer = try await server.send(
                .post,
                "/packets",
                headers: [.contentEncoding: "gzip"],
                body: Data(message)
            )
            #expect(answer.status == .ok)
            #expect(counted.value >= 4 << 20)
            #expect(server.service.bufferedBytes == 0)
        }
    }

    /// The head of a push with a body of 16 MB.
    private func head(_ token: String) -> String {
        "POST /v1/zones/trips/packets HTTP/1.1\r\nHost: a\r\nOSD-Sync-Versions: 1\r\n"
            + "Authorization: Bearer \(token)\r\nContent-Length: 16000000\r\n\r\n"
    }

    /// Connections whose bodies stop before their last byte.
    private func stop(_ server: TestServer, _ token: String, _ count: Int) async throws -> [RawConnection] {
        var waiting: [RawConnection] = []
        for _ in 0..<count {
            let raw = try RawConnection(port: try #require(server.client.port))
            raw.send(head(token))
            await raw.sendAside(Data(count: 15_999_999))
            waiting.append(raw)
        }
        return waiting
    }

    @Test func bodiesThatDoNotComeTakeNoMemory() async throws {
        try await withServer {
            $0.bufferedBytes = 32 << 20
        } _: { server in
            var waiting: [RawConnection] = []
            for _ in 1...20 {
                let raw = try RawConnection(port: try #require(server.client.port))
                raw.send(head(server.token) + "x")
                waiting.append(raw)
            }
            #expect(try await eventually { server.service.bufferedBytes == 20 << 20 })
            #expect(try await server.push([testPacket(1)]).status == .ok)
            waiting = []
            #expect(try await eventually { server.service.bufferedBytes == 0 })
        }
    }

    @Test func bodiesInMemoryAreBounded() async throws {
        try await withServer {
            $0.bufferedBytes = 32 << 20
        } _: { server in
            // Two bodies that do not end take what there is.
            var waiting = try await stop(server, server.token, 2)
            #expect(waiting.count == 2)
            #expect(try await eventually { server.service.bufferedBytes == 32 << 20 })
            let refused = try RawConnection(port: try #require(server.client.port))
            refused.send(head(server.token))
            await refused.sendAside(Data(count: 16_000_000))
            let answer = await refused.read(until: "}")
            #expect(answer.contains(" 503 ") && answer.lowercased().contains("retry-after: 1"))
            waiting = []
            #expect(try await eventually { server.service.bufferedBytes == 0 })
            #expect(try await server.push([testPacket(1)]).status == .ok)
            #expect(server.service.bufferedBytes == 0)
        }
    }

    @Test func aUserDoesNotTakeTheMemoryOfOthers() async throws {
        try await withServer {
            $0.bufferedBytes = 64 << 20
        } _: { server in
            let bert = try await server.store.addUser("bert", zone: "trips")
            var waiting = try await stop(server, server.token, 2)
            #expect(waiting.count == 2)
            #expect(try await eventually { server.service.bufferedBytes == 32 << 20 })
            #expect(try await server.push([testPacket(1)]).code == "busy")
            #expect(try await server.push([testPacket(1)], token: bert).status == .ok)
            waiting = []
            #expect(try await eventually { server.service.bufferedBytes == 0 })
            #expect(try await server.push([testPacket(1)]).status == .ok)
        }
    }
}
