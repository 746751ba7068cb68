import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    /// The way to a server: TLS, and a proxy.
    @Suite(
        .enabled(if: HTTPPeer.isAvailable && HTTPPeer.openssl != nil, "needs python3 and openssl"),
        .timeLimit(.minutes(15))
    )
    struct HTTPRouteTests {
        @Test func aCertificateIsTrustedByASettingAlone() async throws {
            let peer = try HTTPPeer(token: "secret-token", certificateFor: "IP:127.0.0.1")
            let trusting = try peer.transport(token: "secret-token") { $0.certificateAuthorities = peer.certificate }
            #expect(try await trusting.account() == "account-1")
            let packets = (1...3).map { httpPacket($0, size: 200_000) }
            try await trusting.send(packets)
            #expect(try await trusting.all() == packets)
            let requests = try peer.requests().count
            let other = try peer.transport(token: "secret-token")
            #expect(await httpError { _ = try await other.account() }?.code == .unreachable)
            #expect(await httpError { try await other.send([httpPacket(4)]) }?.code == .unreachable)
            #expect(try peer.requests().count == requests)
        }

        @Test func aCertificateOfAnotherNameIsRefused() async throws {
            let peer = try HTTPPeer(certificateFor: "DNS:harbors.example")
            let transport = try peer.transport { $0.certificateAuthorities = peer.certificate }
            #expect(await httpError { _ = try await transport.account() }?.code == .unreachable)
            #expect(try peer.requests().isEmpty)
        }

        @Test func anAnswerThatIsCutIsNoticedThroughTLS() async throws {
            let peer = try HTTPPeer(certificateFor: "IP:127.0.0.1")
            let transport = try peer.transport { $0.certificateAuthorities = peer.certificate }
            try await transport.send([httpPacket(1)])
            for text in ["", "HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\nOSD-Sync-Ver"] {
                try peer.answer("GET zone", text.utf8)
                #expect(await httpError { _ = try await transport.account() }?.code == .unreachable)
            }
            try peer.fail("GET packets", "cut", ["bytes": 60])
            #expect(await httpError { _ = try await transport.all() }?.code == .unreachable)
            #expect(try await transport.all() == [httpPacket(1)])
        }

        @Test func aFileWithoutCertificatesIsAnError() throws {
            let folder = try TemporaryFolder()
            let empty = folder.url.appending(path: "empty.pem")
            try Data("no certificate".utf8).write(to: empty)
            for file in [empty, folder.url.appending(path: "missing.pem")] {
                var configuration = HTTPTransport.Configuration()
                configuration.certificateAuthorities = file
                let url = try #require(URL(string: "https://example.com"))
                let error = #expect(throws: SyncTransportError.self) {
                    try HTTPTransport(url: url, zone: "harbors", configuration: configuration)
                }
                #expect(error?.code == .refused)
            }
        }

        @Test(arguments: [true, false]) func callsGoThroughAProxy(_ isSecure: Bool) async throws {
            let peer = try HTTPPeer(certificateFor: isSecure ? "IP:127.0.0.1" : nil)
            let proxy = try HTTPProxy()
            let transport = try peer.transport {
                $0.certificateAuthorities = peer.certificate
                $0.proxy = HTTPTransport.Proxy(host: "127.0.0.1", port: proxy.port)
            }
            try await transport.send([httpPacket(1, size: 200_000)])
            #expect(try await transport.all() == [httpPacket(1, size: 200_000)])
            let connections = try proxy.connections()
            #expect(!connections.isEmpty && connections.allSatisfy { $0 == "CONNECT 127.0.0.1:\(peer.port) allowed" })
        }

        @Test func aProxyMayAskForAPassword() async throws {
            let peer = try HTTPPeer()
            let proxy = try HTTPProxy("anna:secret-word")
            let stranger = try peer.transport { $0.proxy = HTTPTransport.Proxy(host: "127.0.0.1", port: proxy.port) }
            let error = await httpError { _ = try await stranger.account() }
            #expect(error?.code == .unreachable)
            let known = HTTPTransport.Proxy(host: "127.0.0.1", port: proxy.port, user: "anna", password: "secret-word")
            #expect(!"\(known) \(String(reflecting: known))".contains("secret"))
            let transport = try peer.transport { $0.proxy = known }
            #expect(try await transport.account() == "account-1")
            #expect(try proxy.connections().map { $0.hasSuffix(" allowed") } == [false, true])
        }

        @Test func aProxyThatIsNotThereIsUnreachable() async throws {
            let peer = try HTTPPeer()
            // Nobody listens on this port of the machine.
            let transport = try peer.transport { $0.proxy = HTTPTransport.Proxy(host: "127.0.0.1", port: 1) }
            #expect(await httpError { _ = try await transport.account() }?.code == .unreachable)
            #expect(try peer.requests().isEmpty)
        }
    }

    /// The variables of the environment that name proxies.
    struct HTTPProxyVariableTests {
        private func proxy(_ url: String, _ environment: [String: String]) throws -> HTTPTransport.Proxy? {
            HTTPTransport.Proxy(for: try #require(URL(string: url)), environment: environment)
        }

        @Test func theVariableOfTheSchemeNamesTheProxy() throws {
            let variables = ["https_proxy": "http://anna:a%20b@proxy.example:3128/", "http_proxy": "plain.example:80"]
            let secure = try proxy("https://host.example", variables)
            #expect(secure == HTTPTransport.Proxy(host: "proxy.example", port: 3_128, user: "anna", password: "a b"))
            #expect(try proxy("http://host.example", variables) == HTTPTransport.Proxy(host: "plain.example", port: 80))
            #expect(try proxy("https://x.example", ["HTTPS_PROXY": "[::1]:99"])?.host == "::1")
            #expect(try proxy("https://x.example", ["ALL_PROXY": "http://p.example"])?.port == 1_080)
            // A web server passes the header Proxy of a request on in this variable.
            #expect(try proxy("http://x.example", ["HTTP_PROXY": "p.example:1"]) == nil)
        }

        @Test(arguments: ["", "socks5://p.example:1", "https://p.example", "http://", "http://p.example:99999", "a b"])
        func whatIsNoHTTPProxyIsNone(_ value: String) throws {
            #expect(try proxy("https://x.example", ["https_proxy": value]) == nil)
        }

        @Test(arguments: [
            ("*", true), ("example.com", true), (".example.com", true), ("a.b, c.example.com", false),
            ("other.com,SYNC.example.com", true), ("ample.com", false), ("", false), (",,", false),
        ])
        func someHostsAreReachedWithoutIt(_ list: String, _ isDirect: Bool) throws {
            let found = try proxy("https://sync.example.com", ["https_proxy": "p.example:1", "no_proxy": list])
            #expect((found == nil) == isDirect)
        }
    }
#endif
