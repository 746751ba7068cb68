import Foundation
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// Signals by server-sent events.
@Suite(.enabled(if: HTTPPeer.isAvailable, "needs python3"), .timeLimit(.minutes(30)))
struct HTTPEventTests {
    /// Counts the signals of a transport.
    private final class Listener: Sendable {
        let count = Locked(0)
        let hasEnded = Locked(false)
        private let task = Locked<Task<Void, Never>?>(nil)

        init(_ transport: HTTPTransport) {
            let notices = transport.notices()
            let task = Task { [weak self] in
                for await _ in notices { self?.count.withLock { $0 += 1 } }
                self?.hasEnded.withLock { $0 = true }
            }
            self.task.withLock { $0 = task }
        }

        deinit { task.withLock { $0?.cancel() } }
        var signals: Int { count.withLock { $0 } }
    }

    @Test func packetsAndLargeValuesSignal() async throws {
        let peer = try HTTPPeer()
        let (listener, transport) = (Listener(try peer.transport()), try peer.transport())
        #expect(try await eventually { listener.signals == 1 })
        try await transport.send([httpPacket(1)])
        #expect(try await eventually { listener.signals == 2 })
        let bytes = httpBytes(100)
        try await transport.upload(BlobReference(of: bytes), bytes)
        #expect(try await eventually { listener.signals == 3 })
    }

    @Test func aConnectionThatEndsIsOpenedAgainWithTheLastPosition() async throws {
        let peer = try HTTPPeer()
        try peer.fail("GET events", "short", ["seconds": 1])
        let transport = try peer.transport()
        try await transport.send([httpPacket(1)])
        let listener = Listener(transport)
        #expect(try await eventually { try peer.requests("GET events").count >= 2 })
        #expect(try peer.requests("GET events").prefix(2).map { $0.headers["Last-Event-Id"] } == [nil, "p1"])
        // The position has not changed.
        #expect(listener.signals == 1)
    }

    @Test func aServerThatRestartsSignalsAgain() async throws {
        let peer = try HTTPPeer()
        let transport = try peer.transport()
        let listener = Listener(transport)
        #expect(try await eventually { listener.signals == 1 })
        peer.stop()
        try await Task.sleep(for: .seconds(1))
        try peer.start()
        try await peer.transport().send([httpPacket(1)])
        #expect(try await eventually { listener.signals >= 2 })
    }

    @Test func aSilentConnectionIsOpenedAnew() async throws {
        let peer = try HTTPPeer()
        try peer.set(["silent": true])
        let listener = Listener(try peer.transport { $0.eventTimeout = .seconds(1) })
        #expect(try await eventually { try peer.requests("GET events").count >= 3 })
        #expect(listener.signals == 0)
    }

    @Test func aServerWithoutEventsEndsTheStreamAndOneThatIsBusyDoesNot() async throws {
        let peer = try HTTPPeer()
        try peer.fail("GET events", "status", ["status": 500])
        try peer.fail("GET events", "status", ["status": 200, "body": "<html>a portal</html>"])
        try peer.set(["events": false])
        let listener = Listener(try peer.transport())
        #expect(try await eventually { listener.hasEnded.withLock { $0 } })
        #expect(try peer.requests("GET events").count == 3)
        let silent = Listener(try peer.transport { $0.listensForEvents = false })
        #expect(try await eventually { silent.hasEnded.withLock { $0 } })
        #expect(try peer.requests("GET events").count == 3)
    }

    @Test func aTransportThatIsReleasedClosesItsConnections() async throws {
        let peer = try HTTPPeer()
        var transport: HTTPTransport? = try peer.transport()
        weak let client = transport?.connections
        var listener = transport.map { Listener($0) }
        #expect(try await eventually { listener?.signals == 1 })
        listener = nil
        transport = nil
        #expect(try await eventually { client == nil })
    }
}

/// The reader of events, which needs no server.
struct EventStreamParserTests {
    @Test func eventsAreReadInPartsOfAnySize() throws {
        let text =
            ": hello\n\nid: p1\nevent: position\ndata: {}\n\nretry: 2000\r\ndata\r\n\r\nid: a b\rdata:x\rdata:y\r\rid: p3\n\n"
        let wanted: [EventStreamParser.Item] = [
            .event(id: "p1"), .retry(milliseconds: 2_000), .event(id: "p1"), .event(id: "p1"),
        ]
        let data = Data(text.utf8)
        for size in 1...data.count {
            var parser = EventStreamParser()
            var items: [EventStreamParser.Item] = []
            for start in stride(from: 0, to: data.count, by: size) {
                let read = parser.read(data[start..<min(start + size, data.count)])
                items += try #require(read)
            }
            #expect(items == wanted, "parts of \(size) bytes")
        }
    }

    @Test func aLineAndAnEventHaveALimitAndHeartbeatsHaveNone() {
        var parser = EventStreamParser()
        for _ in 0..<10_000 { #expect(parser.read(Data(": heartbeat\n\n".utf8)) == []) }
        for _ in 0..<10_000 { #expect(parser.read(Data(": heartbeat\n".utf8)) == []) }
        #expect(parser.read(Data(repeating: 0x61, count: 70_000)) == nil)
        var other = EventStreamParser()
        var ends = 0
        while ends < 100_000, other.read(Data("data: x\n".utf8)) != nil { ends += 1 }
        #expect(ends < 10_000)
    }

    @Test func anyBytesAreRead() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var parser = EventStreamParser()
            let bytes = (0..<100).map { _ in
                [0x0A, 0x0D, 0x3A, 0x20, 0x69, 0x64, UInt8.random(in: 0...255, using: &generator)].randomElement() ?? 0
            }
            #expect(parser.read(Data(bytes)) != nil)
        }
    }
}

/// Bodies in gzip.
struct GzipTests {
    @Test func bytesAreTheSameAfterwards() throws {
        let data = Data(repeating: 7, count: 100_000)
        let small = try #require(Gzip.compress(data))
        #expect(small.count < 1_000 && Gzip.isGzip(small))
        #expect(try Gzip.expand(small, limit: 100_000) == data)
        #expect(Gzip.compress(httpBytes(1_000)) == nil)
        #expect(Gzip.compress(Data()) == nil)
    }

    @Test func moreThanALimitIsRefusedAndACutIsNoData() throws {
        let small = try #require(Gzip.compress(Data(repeating: 7, count: 100_000)))
        #expect(throws: SyncTransportError.self) { try Gzip.expand(small, limit: 99_999) }
        for count in 0..<small.count { #expect(try Gzip.expand(small.prefix(count), limit: 100_000) == nil) }
        #expect(try Gzip.expand(small + [0], limit: 100_000) == nil)
        #expect(try Gzip.expand(Data("no gzip".utf8), limit: 100_000) == nil)
    }
}
