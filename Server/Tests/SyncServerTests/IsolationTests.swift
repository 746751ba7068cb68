import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Synchronization
import Testing

/// Who may do what. Requests are made from the table of routes: a new route is tried without a word here.
@Suite struct IsolationTests {
    private static let value = Data("a value".utf8)

    /// A request of a route that succeeds for somebody who may send it.
    private func send(
        _ route: ZoneRoute,
        _ server: TestServer,
        zone: String,
        token: String?,
        _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        let hash = hexadecimal(BlobReference(of: Self.value).hash)
        var all = headers
        var body: Data?
        switch route.method {
        case .post: body = SyncPacketMessage.encode([testPacket(1)])
        case .put: body = Self.value
        default: break
        }
        if route.path == "/events" { all[.accept] = "text/event-stream" }
        let path = route.path.replacingOccurrences(of: ":hash", with: hash)
        return try await server.send(route.method, path, zone: zone, token: token, headers: all, body: body)
    }

    private func prepare(_ server: TestServer) async throws {
        #expect(try await server.push([testPacket(1)]).status == .ok)
        let hash = hexadecimal(BlobReference(of: Self.value).hash)
        #expect(try await server.send(.put, "/values/\(hash)", body: Self.value).status == .created)
    }

    @Test func theTableHasEveryRequestOfTheProtocol() {
        let names = RouteTable.all.map { "\($0.method.rawValue) \($0.path) \($0.role.rawValue)" }
        #expect(
            Set(names) == [
                "GET  read", "POST /packets write", "GET /packets read", "HEAD /values/:hash read",
                "GET /values/:hash read",
                "PUT /values/:hash write", "GET /events read",
            ]
        )
    }

    @Test func aZoneOfSomebodyElseIsRefusedByEveryRouteAndLooksLikeNone() async throws {
        // Without room for streams, one that is not refused is answered by an error, and does not go on for ever.
        try await withServer {
            $0.streams = 0
        } _: { server in
            try await prepare(server)
            let bert = try await server.store.addUser("bert", zone: "own")
            for route in RouteTable.all where route.path != "/events" {
                // The request is one that Anna's token would be answered.
                #expect(
                    try await send(route, server, zone: "trips", token: nil).status.kind == .successful,
                    "\(route.name)"
                )
            }
            for route in RouteTable.all {
                let there = try await send(route, server, zone: "trips", token: bert)
                let missing = try await send(route, server, zone: "nothing", token: bert)
                #expect(there.status == .notFound && there.code == "zone-missing", "\(route.name)")
                #expect(there.body == missing.body && there.status == missing.status, "\(route.name)")
                let names = { (answer: TestResponse) in
                    answer.headers.filter { $0.name != .date }.map { "\($0.name): \($0.value)" }
                }
                #expect(names(there) == names(missing), "\(route.name)")
            }
            // Nothing was stored by them.
            #expect(try await server.all() == [testPacket(1)])
        }
    }

    @Test func everyRouteAsksForAValidToken() async throws {
        let clock = TestClock()
        try await withServer(.sqlite, { $0.streams = 0 }, now: { clock.now }) { server in
            try await prepare(server)
            let store = server.store
            let revoked = try await store.addToken(of: "anna", label: "", expires: nil)
            try await store.revokeToken(revoked.identifier)
            let expiring = try await store.addToken(of: "anna", label: "", expires: clock.now.addingTimeInterval(60))
            #expect(try await server.send(.get, token: expiring.text).status == .ok)
            clock.advance(61)
            let other = String(server.token.dropLast()) + (server.token.last == "0" ? "1" : "0")
            let tokens = [
                revoked.text, expiring.text, other, "osd_", "", server.token + "0", server.token.uppercased(),
            ]
            for route in RouteTable.all {
                for token in tokens {
                    let answer = try await send(route, server, zone: "trips", token: token)
                    #expect(answer.status == .unauthorized && answer.code == "unauthorized", "\(route.name) \(token)")
                    #expect(answer.headers[.wwwAuthenticate] == #"Bearer realm="sync""#)
                }
                let without = try await server.client.execute(
                    uri: "/v1/zones/trips"
                        + route.path.replacingOccurrences(of: ":hash", with: String(repeating: "a", count: 64)),
                    method: route.method,
                    headers: [.syncVersions: "1"]
                )
                #expect(without.status == .unauthorized, "\(route.name)")
            }
        }
    }

    @Test func rolesAllowWhatTheTableSays() async throws {
        try await withServer { server in
            try await prepare(server)
            let path = try #require(ZonePath("anna/trips"))
            for role in [Role.read, .write] {
                let token = try await server.store.addUser("\(role)er", zone: nil)
                try await server.store.share(path, with: "\(role)er", as: "annas", role: role)
                // The zone has the name that it was shared under, and no other one.
                #expect(try await server.send(.get, token: token).status == .notFound)
                for route in RouteTable.all where route.path != "/events" {
                    let answer = try await send(route, server, zone: "annas", token: token)
                    if route.role <= role {
                        #expect(answer.status.kind == .successful, "\(route.name) \(role)")
                    } else {
                        #expect(answer.status == .forbidden && answer.code == "forbidden", "\(route.name) \(role)")
                    }
                }
                try await server.store.unshare(path, from: "\(role)er")
                #expect(try await server.send(.get, zone: "annas", token: token).status == .notFound)
            }
        }
    }

    @Test func everyRouteComparesVersionAndAccount() async throws {
        try await withServer {
            $0.streams = 0
        } _: { server in
            try await prepare(server)
            for route in RouteTable.all {
                let version = try await send(route, server, zone: "trips", token: nil, [.syncVersions: "2, 3"])
                #expect(version.status == .badRequest && version.code == "version-unsupported", "\(route.name)")
                let account = try await send(route, server, zone: "trips", token: nil, [.syncAccount: "another"])
                #expect(account.status == .conflict && account.code == "account-changed", "\(route.name)")
                for answer in [version, account] { #expect(answer.headers[.syncVersion] == "1") }
            }
            // The order of the versions does not matter.
            #expect(try await server.send(.get, headers: [.syncVersions: "7 , 1"]).status == .ok)
        }
    }

    @Test func twoUsersHaveTwoZonesOfOneName() async throws {
        try await withServer { server in
            try await prepare(server)
            let bert = try await server.store.addUser("bert", zone: "trips")
            #expect(try await server.pull(token: bert).packets.isEmpty)
            #expect(try await server.push([testPacket(9)], token: bert).status == .ok)
            #expect(try await server.all() == [testPacket(1)])
            let hash = hexadecimal(BlobReference(of: Self.value).hash)
            #expect(try await server.send(.get, "/values/\(hash)", token: bert).code == "value-missing")
        }
    }
}

/// A clock that tests move.
final class TestClock: Sendable {
    private let state = Mutex(Date())

    var now: Date { state.withLock { $0 } }

    func advance(_ seconds: TimeInterval) { state.withLock { $0 += seconds } }
}
