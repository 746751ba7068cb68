import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// A server in the process of the tests, with the user `anna` and her zone `trips`.
struct TestServer: Sendable {
    let service: SyncService
    let client: any TestClientProtocol
    let place: TestPlace
    /// Anna's token.
    let token: String

    var store: Store { service.store }
    var url: URL { URL(string: "http://127.0.0.1:\(client.port ?? 0)") ?? URL(fileURLWithPath: "/") }

    /// Sends a request to a zone.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String = "",
        zone: String = "trips",
        token: String? = nil,
        headers: HTTPFields = [:],
        body: Data? = nil
    ) async throws -> TestResponse {
        var all: HTTPFields = [.syncVersions: "1", .authorization: "Bearer \(token ?? self.token)"]
        for field in headers { all[field.name] = field.value }
        return try await client.execute(
            uri: "/v1/zones/\(zone)\(path)",
            method: method,
            headers: all,
            body: body.map { ByteBuffer(bytes: $0) }
        )
    }

    func push(_ packets: [SyncPacket], token: String? = nil, zone: String = "trips") async throws -> TestResponse {
        try await send(.post, "/packets", zone: zone, token: token, body: SyncPacketMessage.encode(packets))
    }

    /// Fetches a page.
    func pull(_ query: String = "", token: String? = nil) async throws -> (
        packets: [SyncPacket], position: String, more: Bool
    ) {
        let answer = try await send(.get, "/packets" + query, token: token)
        try #require(answer.status == .ok, "\(answer.code)")
        let position = try #require(answer.headers[.syncPosition])
        return (try SyncPacketMessage.decode(answer.data), position, answer.headers[.syncMore] == "true")
    }

    /// Fetches all pages from the start.
    func all(_ query: String = "limit=100000") async throws -> [SyncPacket] {
        var (packets, after) = ([SyncPacket](), "")
        while true {
            let page = try await pull("?\(query)\(after)")
            packets += page.packets
            after = "&after=\(page.position)"
            if !page.more { return packets }
        }
    }

    func transport(_ token: String? = nil, zone: String = "trips") throws -> HTTPTransport {
        try testTransport(url, token ?? self.token, zone)
    }
}

extension TestResponse {
    var data: Data { Data(body.readableBytesView) }
    var text: String { String(buffer: body) }
    /// The code of an error.
    var code: String { headers[.syncCode] ?? "" }
}

extension HTTPField.Name {
    static let syncVersions = HTTPField.Name("OSD-Sync-Versions") ?? .accept
    static let syncVersion = HTTPField.Name("OSD-Sync-Version") ?? .accept
    static let syncAccount = HTTPField.Name("OSD-Sync-Account") ?? .accept
    static let syncPosition = HTTPField.Name("OSD-Sync-Position") ?? .accept
    static let syncMore = HTTPField.Name("OSD-Sync-More") ?? .accept
    static let syncOffset = HTTPField.Name("OSD-Sync-Offset") ?? .accept
    static let syncCode = HTTPField.Name("OSD-Sync-Code") ?? .accept
    static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .accept
}

/// Runs a server on a new store.
func withServer(
    _ kind: TestPlace.Kind = .sqlite,
    _ configure: (inout Settings) -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() },
    _ test: @Sendable @escaping (TestServer) async throws -> Void
) async throws {
    let place = try TestPlace(kind)
    var settings = Settings()
    settings.requestsPerSecond = 10_000
    settings.requestBurst = 10_000
    configure(&settings)
    let store = try place.open(now: now)
    let token = try await store.addUser("anna", zone: "trips")
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let service = try SyncService(store, settings, logger: logger)
    try await service.application().test(.live) { client in
        try await test(TestServer(service: service, client: client, place: place, token: token))
    }
}

/// A packet whose bytes are no change set.
func testPacket(_ sequence: UInt64, size: Int = 40, device: UInt64 = 1) -> SyncPacket {
    SyncPacket(
        device: DeviceNumber(device),
        sequence: sequence,
        bytes: [UInt8](testBytes(size, seed: device &* 1_000 &+ sequence))
    )
}

/// Bytes without repetitions, the same for each seed.
func testBytes(_ count: Int, seed: UInt64 = 1) -> Data {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return Data(
        (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 24)
        }
    )
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
