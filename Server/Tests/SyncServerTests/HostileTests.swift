import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SwiftDataSync
import SyncServer
import Testing

/// Input of any kind, which no server may fall over.
@Suite struct HostileTests {
    @Test func theProgramOutlivesRandomRequests() async throws {
        let place = try TestPlace()
        let token = try await place.open().addUser("anna", zone: "trips")
        let options = ["--quiet", "--requests-per-second", "100000", "--request-burst", "100000"]
        let server = try await ServerProcess.run(place, options)
        var random = Numbers(seed: 11)
        let words = [
            "GET", "PUT", "POST", "HEAD", "PATCH", " ", "/v1/zones/trips", "/packets", "/values/", "/events", "?after=",
            "&limit=",
            "&device=", "HTTP/1.1", "\r\n", "\r\n\r\n", ": ", "Content-Length", "Content-Range", "Range", "bytes=",
            "bytes 0-1/2",
            "Transfer-Encoding: chunked", "OSD-Sync-Versions: 1", "Authorization: Bearer \(token)", "%00", "%", "-1",
            "9999999999",
            "Content-Encoding: gzip", "Host: a", "\u{1F}", "é", "../..", String(repeating: "a", count: 64), "0", "\0",
        ]
        for _ in 0..<400 {
            let raw = try RawConnection(port: server.port)
            let head = (0..<Int.random(in: 1...14, using: &random)).compactMap { _ in
                words.randomElement(using: &random)
            }
            let isWhole = Bool.random(using: &random)
            if isWhole {
                raw.send("PUT /v1/zones/trips/values/\(String(repeating: "a", count: 64)) HTTP/1.1\r\n")
                raw.send("OSD-Sync-Versions: 1\r\nAuthorization: Bearer \(token)\r\n\(head.joined())\r\n\r\n")
            } else {
                raw.send(head.joined())
            }
            raw.send(testBytes(Int.random(in: 0...200, using: &random), seed: random.next()))
            raw.finish()
        }
        #expect(try await server.transport(token).account()?.isEmpty == false)
        #expect(try !server.logged.contains(token))
    }

    @Test func queriesAndHeadersOfAnyFormAreAnswered() async throws {
        try await withServer { server in
            var random = Numbers(seed: 5)
            let parts = [
                "after", "limit", "device", "=", "&", "%", "%00", "%FF", "0", "-", ".", "9", "x", "+", ";", "~", "_",
            ]
            for _ in 0..<300 {
                let query = (0..<8).compactMap { _ in parts.randomElement(using: &random) }.joined()
                let answer = try await server.send(.get, "/packets?\(query)")
                #expect([200, 400, 410].contains(answer.status.code), "\(query): \(answer.status)")
                #expect(answer.headers[.syncVersion] == "1")
            }
            let bytes = SyncPacketMessage.encode([testPacket(1)])
            for _ in 0..<300 {
                var message = bytes
                for _ in 0..<3 {
                    message[Int.random(in: 0..<message.count, using: &random)] = UInt8.random(
                        in: 0...255,
                        using: &random
                    )
                }
                let answer = try await server.send(.post, "/packets", body: message)
                #expect([200, 400, 422].contains(answer.status.code))
            }
            for zone in [
                "%2E%2E", "a%2Fb", "-", "%00", String(repeating: "z", count: 200),
                "é".addingPercentEncoding(withAllowedCharacters: []) ?? "",
            ] {
                #expect(try await server.send(.get, zone: zone).status == .notFound, "\(zone)")
            }
        }
    }

    @Test func errorsHaveNoValuesAndNoTokens() throws {
        let secret = Secret()
        #expect(!"\(secret)".contains(secret.text.suffix(64)))
        #expect(!String(reflecting: secret).contains(secret.text.suffix(64)))
        var text = ""
        dump(secret, to: &text)
        #expect(!text.contains(secret.text.suffix(64)))
        #expect(Secret(secret.text)?.text == secret.text)
        let address = StoreAddress("postgresql://anna:geheim@db/x#sync")
        #expect(!"\(address)".contains("geheim"))
    }
}

/// Metrics, as Prometheus reads them.
@Suite struct MetricsTests {
    @Test func metricsCountAndAskForTheirToken() async throws {
        try await withServer {
            $0.adminPort = 0
            $0.adminToken = "administrator-token"
        } _: { server in
            _ = try await server.push([testPacket(1), testPacket(2)])
            _ = try await server.push([testPacket(1)])
            _ = try await server.send(.get, zone: "nothing")
            _ = try await server.client.execute(uri: "/secret/\(server.token)", method: .get)
            try await server.service.admin().test(.live) { client in
                for headers: HTTPFields in [[:], [.authorization: "Bearer \(server.token)"]] {
                    let refused = try await client.execute(uri: "/metrics", method: .get, headers: headers)
                    #expect(refused.status == .unauthorized)
                }
                let answer = try await client.execute(
                    uri: "/metrics",
                    method: .get,
                    headers: [.authorization: "Bearer administrator-token"]
                )
                let lines = answer.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
                for line in lines {
                    #expect(
                        line.wholeMatch(
                            of: /openswiftdata_sync_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e-]+/
                        ) != nil,
                        "\(line)"
                    )
                }
                for line in [
                    "packets_taken_total 3", "packets_new_total 2", "zones 1", "users 1", "log_bytes 128",
                    #"requests_total{route="POST packets",status="200"} 2"#,
                    #"requests_total{route="GET zone",status="404"} 1"#,
                ] {
                    #expect(lines.contains { $0 == "openswiftdata_sync_\(line)" }, "\(line)")
                }
                #expect(!answer.text.contains(server.token) && !answer.text.contains("nothing"))
                #expect(try await client.execute(uri: "/v1/zones/trips", method: .get).status == .methodNotAllowed)
            }
            // Clients have no metrics, and a sign of life.
            #expect(try await server.client.execute(uri: "/metrics", method: .get).status == .notFound)
            #expect(try await server.client.execute(uri: "/health", method: .get).text == #"{"status":"ok"}"#)
        }
    }
}
