import Foundation
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Tokens, accounts, redirects, and the headers and encodings of requests.
@Suite(.enabled(if: HTTPPeer.isAvailable, "needs python3"), .timeLimit(.minutes(30)))
struct HTTPAccessTests {
    /// A program that logs in: it returns tokens one after the other, and notes what was refused.
    private final class Login: Sendable {
        let tokens: Locked<[String]>
        let refused = Locked<[String?]>([])

        init(_ tokens: String...) { self.tokens = Locked(tokens) }

        func token(_ token: String?) -> String? {
            refused.withLock { $0.append(token) }
            return tokens.withLock { $0.isEmpty ? token : $0.removeFirst() }
        }
    }

    private func transport(_ peer: HTTPPeer, _ login: Login) throws -> HTTPTransport {
        try HTTPTransport(url: peer.url, zone: "harbors") { login.token($0) }
    }

    @Test func aTokenIsAskedForOnceAndAgainWhenItIsRefused() async throws {
        let peer = try HTTPPeer(token: "first")
        let login = Login("first", "second")
        let transport = try transport(peer, login)
        try await transport.send([httpPacket(1)])
        #expect(try await transport.account() == "account-1")
        #expect(login.refused.withLock { $0 } == [nil])
        try peer.allow(["second"])
        try await transport.send([httpPacket(2)])
        #expect(try await transport.all() == [httpPacket(1), httpPacket(2)])
        #expect(login.refused.withLock { $0 } == [nil, "first"])
    }

    @Test func manyCallsWithATokenThatHasExpiredAskOnce() async throws {
        let peer = try HTTPPeer(token: "second")
        let login = Login("first", "second", "third")
        let transport = try transport(peer, login)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = try await transport.account() } }
            try await group.waitForAll()
        }
        #expect(login.refused.withLock { $0 } == [nil, "first"])
    }

    @Test func aTokenThatStaysRefusedIsAnErrorWithoutIt() async throws {
        let peer = try HTTPPeer(token: "another")
        let login = Login("secret-token", "secret-token-2")
        let transport = try transport(peer, login)
        let error = await httpError { _ = try await transport.account() }
        #expect(error?.code == .refused)
        #expect(error.map { "\($0)".contains("secret") } == false)
        #expect(try peer.requests("GET zone").count == 2)
    }

    @Test func aClosureThatFailsAndATokenOfSeveralLinesSendNothing() async throws {
        struct Failure: Error { let text = "secret-token" }
        let peer = try HTTPPeer()
        let failing = try HTTPTransport(url: peer.url, zone: "harbors") { _ in throw Failure() }
        let error = await httpError { _ = try await failing.account() }
        #expect(error?.code == .unreachable)
        #expect(error.map { "\($0)".contains("secret") } == false)
        let broken = try HTTPTransport(url: peer.url, zone: "harbors") { _ in "secret-token\r\nOSD-Sync-Account: x" }
        #expect(await httpError { _ = try await broken.account() }?.code == .refused)
        #expect(try peer.requests().isEmpty)
    }

    @Test func aUserWithoutRightsIsRefusedWithoutAnotherToken() async throws {
        let peer = try HTTPPeer(token: "first")
        let login = Login("first", "second")
        let transport = try transport(peer, login)
        try peer.fail("POST packets", "status", ["status": 403, "body": #"{"code": "forbidden"}"#])
        let error = await httpError { try await transport.send([httpPacket(1)]) }
        #expect(error?.code == .refused)
        #expect(error?.isWorthRetrying == false)
        #expect(login.refused.withLock { $0 } == [nil])
    }

    @Test func anotherAccountIsNoticedByTheNextCall() async throws {
        let peer = try HTTPPeer()
        let transport = try peer.transport()
        #expect(try await transport.account() == "account-1")
        try peer.set(["account": "account-2"])
        #expect(await httpError { try await transport.send([httpPacket(1)]) }?.code == .accountChanged)
        #expect(try await transport.account() == "account-2")
        try await transport.send([httpPacket(1)])
    }

    @Test(arguments: [301, 302, 307, 308]) func aRedirectWithinTheServerIsFollowedWithTheToken(_ status: Int)
        async throws
    {
        let peer = try HTTPPeer(token: "first")
        let transport = try peer.transport(token: "first")
        try peer.fail("GET zone", "status", ["status": status, "headers": ["Location": "/v1/zones/other"]])
        #expect(try await transport.account() == "account-1")
        #expect(try peer.requests("GET zone").map(\.path) == ["/v1/zones/harbors", "/v1/zones/other"])
        let location = "\(peer.url.absoluteString)/v1/zones/other/packets"
        try peer.fail("POST packets", "status", ["status": status, "headers": ["Location": location]])
        let error = await httpError { try await transport.send([httpPacket(1)]) }
        #expect(error?.code == (status >= 307 ? nil : .refused))
    }

    @Test func aRedirectToAnotherServerCarriesNoTokenAndNoPackets() async throws {
        let (peer, other) = (try HTTPPeer(token: "secret-token"), try HTTPPeer())
        let transport = try peer.transport(token: "secret-token")
        #expect(try await transport.account() == "account-1")
        for request in ["GET zone", "POST packets", "GET packets"] {
            let path = request == "GET zone" ? "" : "/packets"
            let headers = ["Location": "\(other.url.absoluteString)/v1/zones/harbors\(path)"]
            try peer.fail(request, "status", ["status": 307, "headers": headers])
            let error = await httpError {
                switch request {
                case "GET zone": _ = try await transport.account()
                case "POST packets": try await transport.send([httpPacket(1)])
                default: _ = try await transport.all()
                }
            }
            #expect(error?.code == .refused, "\(request)")
        }
        #expect(try other.requests().isEmpty)
        let bytes = httpBytes(70_000)
        let blob = BlobReference(of: bytes)
        try await other.transport().upload(blob, bytes)
        let name = try #require(other.requests("PUT values").first).path
        try peer.fail(
            "GET values",
            "status",
            ["status": 302, "headers": ["Location": "\(other.url.absoluteString)\(name)"]]
        )
        // The other server, being one of the protocol, asks for a version, which it is not told.
        try other.fail("GET values", "status", ["status": 200, "body": "other bytes", "version": ""])
        #expect(await httpError { _ = try await transport.download(blob) }?.code == .blobMissing)
        let headers = try #require(other.requests("GET values").first).headers.mapValues { $0 }
        #expect(headers.keys.allSatisfy { $0.lowercased() != "authorization" && !$0.lowercased().hasPrefix("osd-") })
        #expect(!headers.values.contains { $0.contains("secret") })
    }

    @Test func redirectsInACircleEnd() async throws {
        let peer = try HTTPPeer()
        try peer.fail("GET zone", "status", ["status": 302, "headers": ["Location": "/v1/zones/harbors"]], times: 50)
        let transport = try peer.transport()
        #expect(await httpError { _ = try await transport.account() }?.code == .refused)
        #expect(try peer.requests().count == 6)
    }

    @Test(arguments: ["", "http://", "foo://host/x", "//", "http:///x", "ht tp://x", "https://[::1", "mailto:x"])
    func aRedirectToNowhereIsAnError(_ location: String) async throws {
        let peer = try HTTPPeer()
        try peer.fail("GET zone", "status", ["status": 302, "headers": ["Location": location]])
        let transport = try peer.transport()
        #expect(await httpError { _ = try await transport.account() } != nil)
        #expect(try await transport.account() == "account-1")
    }

    @Test func messagesAreCompressedBothWaysWhereItPays() async throws {
        let peer = try HTTPPeer()
        let transport = try peer.transport()
        let packet = SyncPacket(device: DeviceNumber(1), sequence: 1, bytes: [UInt8](repeating: 7, count: 50_000))
        try await transport.send([packet])
        try await transport.send([httpPacket(2, size: 30)])
        try await transport.send([httpPacket(3, size: 30_000)])
        #expect(try await transport.all() == [packet, httpPacket(2, size: 30), httpPacket(3, size: 30_000)])
        let sent = try peer.requests("POST packets").map(\.headers)
        #expect(sent.map { $0["Content-Encoding"] } == ["gzip", nil, nil])
        #expect(sent[0]["Content-Length"].flatMap { Int($0) }.map { $0 < 1_000 } == true)
        #expect(try peer.requests("GET packets").allSatisfy { $0.headers["Accept-Encoding"] == "gzip" })
        try peer.set(["gzip": false])
        let second = SyncPacket(device: DeviceNumber(2), sequence: 1, bytes: packet.bytes)
        try await transport.send([second])
        try await transport.send([SyncPacket(device: DeviceNumber(3), sequence: 1, bytes: packet.bytes)])
        #expect(
            try peer.requests("POST packets").map { $0.headers["Content-Encoding"] }.suffix(3) == ["gzip", nil, nil]
        )
    }

    @Test(arguments: [
        "ftp://host", "http://example.com", "https://host?x=1", "https://user@host", "https:", "file:///x",
    ])
    func anUnsafeURLIsRefused(_ text: String) throws {
        let url = try #require(URL(string: text))
        #expect(throws: SyncTransportError.self) { try HTTPTransport(url: url, zone: "harbors") }
    }

    @Test(arguments: ["", ".", "..", "a/b", "a b", "å", "-a", "a\r\nb", String(repeating: "a", count: 129)])
    func anUnsafeNameOfAZoneIsRefused(_ zone: String) throws {
        let url = try #require(URL(string: "https://example.com/sync"))
        #expect(throws: SyncTransportError.self) { try HTTPTransport(url: url, zone: zone) }
        #expect(throws: Never.self) { try HTTPTransport(url: url, zone: "A.b_c-1") }
    }
}
