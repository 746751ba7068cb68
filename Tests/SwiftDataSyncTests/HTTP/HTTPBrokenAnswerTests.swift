import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Connections that end within an answer, and servers that speak something else.
@Suite(.enabled(if: HTTPPeer.isAvailable, "needs python3"), .timeLimit(.minutes(15)))
struct HTTPBrokenAnswerTests {
    private let peer: HTTPPeer
    private static let head =
        "HTTP/1.1 200 OK\r\nServer: x\r\nOSD-Sync-Version: 1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r"

    init() throws { peer = try HTTPPeer() }

    @Test func anAnswerThatEndsAnywhereWithinItsHeadIsNone() async throws {
        let transport = try peer.transport()
        for count in 0...Self.head.utf8.count {
            try peer.answer("GET zone", Self.head.utf8.prefix(count))
            let error = await httpError { _ = try await transport.account() }
            #expect(error?.code == .unreachable, "\(count) bytes")
        }
        #expect(try await transport.account() == "account-1")
    }

    @Test(arguments: ["POST packets", "GET packets", "HEAD values", "PUT values", "GET values"])
    func eachCallNoticesAHeadThatIsCut(_ request: String) async throws {
        let bytes = httpBytes(100_000)
        let blob = BlobReference(of: bytes)
        for count in [0, 9, 17, 40, Self.head.utf8.count] {
            // Nothing is left of the calls before.
            let (peer, head) = (try HTTPPeer(), Self.head.utf8.prefix(count))
            let transport = try peer.transport()
            for _ in 0..<3 { try peer.answer(request, head) }
            if request == "PUT values" { for _ in 0..<3 { try peer.answer("HEAD values", head) } }
            let error = await httpError {
                switch request {
                case "POST packets": try await transport.send([httpPacket(1)])
                case "GET packets": _ = try await transport.all()
                case "GET values": _ = try await transport.download(blob)
                default: try await transport.upload(blob, bytes)
                }
            }
            #expect(error?.code == .unreachable, "\(count) bytes")
        }
    }

    @Test func eventsGoOnAfterAHeadThatIsCut() async throws {
        for count in [0, 9, 17, 40] { try peer.answer("GET events", Self.head.utf8.prefix(count)) }
        let notices = try peer.transport().notices()
        for await _ in notices { break }
        #expect(try peer.requests("GET events").count == 5)
    }

    @Test func whatIsNoHTTPIsNoAnswer() async throws {
        let answers: [[UInt8]] =
            [
                "SSH-2.0-OpenSSH_9.2\r\n", "\r\n\r\n", "<html>Log in</html>\n", "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 99999 OK\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nContent-Length: 2 2\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\nzzzz\r\n",
                "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n",
                "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\na\0b: c\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX: " + String(repeating: "a", count: 1 << 20),
                "HTTP/1.1 200 OK\r\n" + String(repeating: "X: a\r\n", count: 1 << 18),
            ].map { [UInt8]($0.utf8) } + [[0x15, 3, 1, 0, 2, 2, 0x50], [0], [UInt8](repeating: 0xFF, count: 100_000)]
        for (number, answer) in answers.enumerated() {
            // Some answers are whole, and leave a connection that is about to end.
            let transport = try peer.transport()
            try peer.answer("GET zone", answer)
            let error = await httpError { _ = try await transport.account() }
            #expect(error?.code == .unreachable, "answer \(number)")
        }
        #expect(try await peer.transport().account() == "account-1")
    }

    @Test func aBodyInChunksThatIsCutIsNoData() async throws {
        let transport = try peer.transport()
        let message = SyncPacketMessage.encode([httpPacket(1, size: 300)])
        let head = """
            HTTP/1.1 200 OK\r\nOSD-Sync-Version: 1\r\nOSD-Sync-Position: p1\r\nOSD-Sync-More: false\r
            Transfer-Encoding: chunked\r\n\r\n
            """
        var whole = Data(head.utf8)
        for start in stride(from: 0, to: message.count, by: 100) {
            let part = message.dropFirst(start).prefix(100)
            whole += Data("\(String(part.count, radix: 16))\r\n".utf8) + part + Data("\r\n".utf8)
        }
        whole += Data("0\r\n\r\n".utf8)
        for rest in [1, 2, 4, 5, 6, 40, 110, 300] {
            try peer.answer("GET packets", whole.dropLast(rest))
            let error = await httpError { _ = try await transport.all() }
            #expect(error?.code == .unreachable, "\(rest) bytes are missing")
        }
        try peer.answer("GET packets", whole)
        #expect(try await transport.all() == [httpPacket(1, size: 300)])
    }
}
