import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// Streams of events.
@Suite struct EventTests {
    private func open(_ server: TestServer, _ headers: String = "", token: String? = nil) throws -> RawConnection {
        let raw = try RawConnection(port: try #require(server.client.port))
        raw.send(
            "GET /v1/zones/trips/events HTTP/1.1\r\nHost: a\r\nOSD-Sync-Versions: 1\r\nAccept: text/event-stream\r\n"
        )
        raw.send("Authorization: Bearer \(token ?? server.token)\r\n\(headers)\r\n")
        return raw
    }

    @Test func aStreamTellsOfPacketsAndValues() async throws {
        try await withServer { server in
            let raw = try open(server)
            let start = await raw.read(until: "data: {}\n\n")
            #expect(
                start.contains(" 200 ") && start.contains("text/event-stream") && start.contains("OSD-Sync-Version: 1")
            )
            let before = try await server.pull().position
            #expect(start.contains("retry: 1000\n\n") && start.contains("id: \(before)\nevent: position\n"))
            _ = try await server.push([testPacket(1)])
            let after = try await server.pull().position
            #expect(await raw.read(until: "data: {}\n\n").contains("id: \(after)\nevent: position\ndata: {}\n\n"))
            let value = Data("value".utf8)
            _ = try await server.send(.put, "/values/\(hexadecimal(BlobReference(of: value).hash))", body: value)
            let reported = await raw.read(until: "data: {}\n\n")
            #expect(reported.contains("event: values\ndata: {}\n\n") && !reported.contains("id:"))
            // Who knows the position is told of what follows alone.
            let knowing = try open(server, "Last-Event-ID: \(after)\r\n")
            #expect(await !knowing.read(until: "retry: 1000\n\n").contains("id:"))
            _ = try await server.push([testPacket(2)])
            #expect(await knowing.read(until: "data: {}\n\n").contains("event: position"))
        }
    }

    @Test func aStreamBeatsAndEndsWithTheRightToIt() async throws {
        try await withServer {
            $0.heartbeat = .milliseconds(200)
        } _: { server in
            let token = try await server.store.addToken(of: "anna", label: "", expires: nil)
            let raw = try open(server, token: token.text)
            #expect(await raw.read(until: ": heartbeat\n\n").contains(": heartbeat\n\n"))
            #expect(server.service.openStreams == 1)
            try await server.store.revokeToken(token.identifier)
            #expect(try await eventually { server.service.openStreams == 0 })
            // A right that is taken away ends a stream as well.
            let bert = try await server.store.addUser("bert", zone: nil)
            let zone = try #require(ZonePath("anna/trips"))
            try await server.store.share(zone, with: "bert", as: "trips", role: .read)
            let shared = try open(server, token: bert)
            #expect(await shared.read(until: ": heartbeat\n\n").contains(": heartbeat\n\n"))
            try await server.store.unshare(zone, from: "bert")
            #expect(try await eventually { server.service.openStreams == 0 })
        }
    }

    @Test func thereAreNoMoreStreamsThanTheServerHasRoomFor() async throws {
        try await withServer {
            $0.streams = 3
            $0.streamsPerUser = 2
        } _: { server in
            let bert = try await server.store.addUser("bert", zone: "trips")
            var streams = try [open(server), open(server)]
            for stream in streams { #expect(await stream.read(until: "data: {}").contains(" 200 ")) }
            let ofUser = try await open(server).read(until: "}")
            #expect(ofUser.contains(" 429 ") && ofUser.lowercased().contains("retry-after: 30"))
            streams.append(try open(server, token: bert))
            #expect(await streams[2].read(until: "data: {}").contains(" 200 "))
            let ofAll = try await open(server, token: bert).read(until: "}")
            #expect(ofAll.contains(" 503 ") && ofAll.lowercased().contains("retry-after: 30"))
            // Other requests are served, and a stream that ends makes room.
            #expect(try await server.send(.get).status == .ok)
            streams.removeFirst()
            #expect(try await eventually { server.service.openStreams == 2 })
            #expect(try await open(server).read(until: "data: {}").contains(" 200 "))
        }
    }
}
