import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import SwiftDataSync
import SyncServer
import Testing

/// Limits of requests and connections.
@Suite struct LimitTests {
    @Test func aUserHasARateAndOthersAreNotDisturbed() async throws {
        try await withServer {
            $0.requestsPerSecond = 0.01
            $0.requestBurst = 5
        } _: { server in
            let bert = try await server.store.addUser("bert", zone: "trips")
            for _ in 1...5 { #expect(try await server.send(.get).status == .ok) }
            let refused = try await server.send(.get)
            #expect(refused.status == .tooManyRequests && refused.code == "too-many")
            let seconds = try #require(refused.headers[.retryAfter].flatMap { Int($0) })
            #expect((50...100).contains(seconds))
            // Zones that are not there count as well.
            #expect(try await server.send(.get, zone: "x").status == .tooManyRequests)
            #expect(try await server.send(.get, token: bert).status == .ok)
            // The client hands the time on.
            let error = await #expect(throws: SyncTransportError.self) { try await server.transport().account() }
            #expect(error?.code == .unreachable && error?.retryAfter ?? .zero > .seconds(50))
            #expect(server.service.metrics.value(.requestsLimited) >= 2)
        }
    }

    @Test func failedLoginsHaveARateAndValidTokensAreNotDisturbed() async throws {
        try await withServer {
            $0.failedLoginsPerMinute = 3
        } _: { server in
            // One more is allowed every twenty seconds, which a busy machine may take for a request or two.
            var statuses: [Int] = []
            while statuses.count < 40, statuses.last != 429 {
                statuses.append(try await server.send(.get, token: "osd_x").status.code)
            }
            #expect(statuses.count > 3 && statuses.dropLast().allSatisfy { $0 == 401 } && statuses.last == 429)
            let valid = try await server.send(.get)
            #expect(valid.status == .ok)
            #expect(server.service.metrics.value(.loginsRefused) == statuses.count)
        }
    }

    @Test func behindAProxyTheClientIsTheOneThatItNames() async throws {
        try await withServer {
            $0.failedLoginsPerMinute = 1
            $0.isBehindProxy = true
        } _: { server in
            // The last address is the proxy's word, and the one before is the client's.
            for (from, status) in [("9.9.9.9, 1.1.1.1", 401), ("8.8.8.8, 1.1.1.1", 429), ("1.1.1.1, 2.2.2.2", 401)] {
                let name = try #require(HTTPField.Name("X-Forwarded-For"))
                #expect(
                    try await server.send(.get, token: "osd_x", headers: [name: from]).status.code == status,
                    "\(from)"
                )
            }
        }
    }

    @Test func headsAreBounded() async throws {
        try await withServer { server in
            let port = try #require(server.client.port)
            let long = try RawConnection(port: port)
            long.send("GET /v1/zones/trips HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n")
            #expect(await !long.read(until: "\r\n").contains(" 200 "))
            let many = try RawConnection(port: port)
            let fields = (1...200).map { "X\($0): y\r\n" }.joined()
            many.send("GET /v1/zones/trips HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
            #expect(await !many.read(until: "\r\n").contains(" 200 "))
            #expect(try await server.send(.get).status == .ok)
        }
    }

    @Test func aRefusalArrivesWhereTheBodyWasNotWanted() async throws {
        try await withServer {
            $0.idleTime = .seconds(20)
        } _: { server in
            // More than fits into the buffers of the system, to a server that ends the connection after its answer.
            let raw = try RawConnection(port: try #require(server.client.port))
            raw.send("POST /v1/zones/trips/packets HTTP/1.1\r\nHost: a\r\nConnection: close\r\n")
            raw.send("OSD-Sync-Versions: 1\r\nAuthorization: Bearer x\r\nContent-Length: 12000000\r\n\r\n")
            // A server that does not read the body closes the connection when it has been idle, and the client may lose the answer.
            #expect(await raw.sendAside(Data(count: 12_000_000)))
            let answer = await raw.read()
            #expect(answer.contains(" 401 ") && answer.hasSuffix("}"))
            #expect(answer.lowercased().contains("connection: close"))
        }
    }

    @Test func aClientThatWaitsForItIsToldToSendItsBody() async throws {
        try await withServer { server in
            let message = SyncPacketMessage.encode([testPacket(1)])
            let raw = try RawConnection(port: try #require(server.client.port))
            raw.send(
                "POST /v1/zones/trips/packets HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nOSD-Sync-Versions: 1\r\n"
            )
            raw.send("Authorization: Bearer \(server.token)\r\nContent-Length: \(message.count)\r\n\r\n")
            #expect(await raw.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            raw.send(message)
            #expect(await raw.read(until: "}").contains(#"{"taken":1}"#))
        }
    }

    @Test func anIdleConnectionIsClosed() async throws {
        try await withServer {
            $0.idleTime = .milliseconds(300)
        } _: { server in
            let port = try #require(server.client.port)
            let silent = try RawConnection(port: port)
            let slow = try RawConnection(port: port)
            slow.send("GET /v1/zones/tri")
            let start = ContinuousClock.now
            #expect(await silent.read() == "")
            #expect(await !slow.read().contains(" 200 "))
            #expect(start.duration(to: .now) < .seconds(20))
        }
    }

    @Test func settingsThatTheProtocolForbidsAreRefused() async throws {
        for change: (inout Settings) -> Void in [
            { $0.messageBytes = 1 << 20 }, { $0.uploadTime = 3_600 }, { $0.bufferedBytes = 1 << 20 },
            {
                $0.adminPort = 0
                $0.adminHost = "0.0.0.0"
            },
        ] {
            var settings = Settings()
            change(&settings)
            #expect(throws: ServerError.self) { try settings.check() }
        }
        try Settings().check()
    }
}
