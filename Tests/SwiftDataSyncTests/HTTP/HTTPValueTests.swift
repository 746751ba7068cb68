import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Large values: parts, cuts and resumption.
@Suite(.enabled(if: HTTPPeer.isAvailable, "needs python3"), .timeLimit(.minutes(30)))
struct HTTPValueTests {
    private let peer: HTTPPeer
    private let bytes = httpBytes(1_000_000)
    private var blob: BlobReference { BlobReference(of: bytes) }

    init() throws { peer = try HTTPPeer() }

    private func ranges() throws -> [String?] { try peer.requests("GET values").map { $0.headers["Range"] } }
    private func parts() throws -> [String?] { try peer.requests("PUT values").map { $0.headers["Content-Range"] } }

    @Test func aDownloadThatIsCutGoesOnWhereItWas() async throws {
        let transport = try peer.transport()
        try await transport.upload(blob, bytes)
        try peer.fail("GET values", "cut", ["bytes": 300_000])
        try peer.fail("GET values", "cut", ["bytes": 200_000])
        #expect(try await transport.download(blob) == bytes)
        #expect(try ranges() == [nil, "bytes=300000-", "bytes=500000-"])
        #expect(try peer.requests("GET values").allSatisfy { $0.headers["Accept-Encoding"] == "identity" })
    }

    @Test func aDownloadGoesOnInALaterCall() async throws {
        let transport = try peer.transport()
        try await transport.upload(blob, bytes)
        try peer.fail("GET values", "cut", ["bytes": 400_000])
        try peer.fail("GET values", "drop")
        #expect(await httpError { _ = try await transport.download(blob) }?.code == .unreachable)
        peer.stop()
        #expect(await httpError { _ = try await transport.download(blob) }?.code == .unreachable)
        try peer.start()
        #expect(try await transport.download(blob) == bytes)
        #expect(try ranges() == ["bytes=400000-"])
    }

    @Test func aServerWithOtherBytesIsNoticed() async throws {
        let transport = try peer.transport()
        try await transport.upload(blob, bytes)
        for body in [String(repeating: "x", count: 1_000_000), "short", ""] {
            try peer.fail("GET values", "status", ["status": 200, "body": body])
            #expect(await httpError { _ = try await transport.download(blob) }?.code == .blobMissing)
        }
        // The first half comes from a server that has other bytes, and the second half from one that has not.
        let half =
            ["status": 200, "body": String(repeating: "x", count: 500_000), "headers": ["Content-Length": "1000000"]]
            as [String: any Sendable]
        try peer.fail("GET values", "status", half)
        let quick = try peer.transport { $0.idleTimeout = .seconds(5) }
        #expect(try await quick.download(blob) == bytes)
        #expect(try await transport.download(blob) == bytes)
    }

    @Test func anUploadThatIsCutGoesOnWhereItWas() async throws {
        let transport = try peer.transport { $0.partBytes = 400_000 }
        try peer.fail("PUT values", "cut-request", ["bytes": 150_000])
        try await transport.upload(blob, bytes)
        let sent = try parts()
        #expect(sent.first == "bytes 0-399999/1000000")
        #expect(sent.dropFirst().first == "bytes 150000-549999/1000000")
        #expect(sent.count == 4)
        #expect(try await transport.download(blob) == bytes)
    }

    @Test func anUploadGoesOnAfterTheServerHasRestarted() async throws {
        let transport = try peer.transport { $0.partBytes = 400_000 }
        // The second part fails, and asking for what has arrived fails too.
        try peer.fail("PUT values", "none")
        try peer.fail("PUT values", "drop")
        try peer.fail("HEAD values", "none")
        try peer.fail("HEAD values", "status", ["status": 503])
        #expect(await httpError { try await transport.upload(blob, bytes) }?.code == .unreachable)
        peer.stop()
        try peer.start()
        try await transport.upload(blob, bytes)
        #expect(try parts().first == "bytes 400000-799999/1000000")
        #expect(try await transport.download(blob) == bytes)
    }

    @Test func aValueThatIsThereIsNotSentAgain() async throws {
        let transport = try peer.transport()
        try await transport.upload(blob, bytes)
        try await peer.transport().upload(blob, bytes)
        #expect(try parts().count == 1)
    }

    @Test func aPartThatTheServerHasLostIsSentAgain() async throws {
        let transport = try peer.transport()
        // The server says that bytes have arrived, and has none of them.
        let headers = ["OSD-Sync-Code": "value-missing", "OSD-Sync-Offset": "600000"]
        try peer.fail("HEAD values", "status", ["status": 404, "headers": headers])
        try await transport.upload(blob, bytes)
        #expect(try await transport.download(blob) == bytes)
    }

    @Test func anAnswerThatIsLostOrRepeatedIsOneUpload() async throws {
        let transport = try peer.transport()
        try peer.fail("PUT values", "drop-answer")
        try await transport.upload(blob, bytes)
        let small = Data("small".utf8)
        try peer.fail("PUT values", "twice")
        try await transport.upload(BlobReference(of: small), small)
        #expect(try await transport.download(BlobReference(of: small)) == small)
        #expect(try await transport.download(blob) == bytes)
    }

    @Test func aValueWithoutBytesIsSentAndFetched() async throws {
        let transport = try peer.transport()
        let none = BlobReference(of: Data())
        try await transport.upload(none, Data())
        #expect(try await transport.download(none) == Data())
        #expect(try peer.requests("PUT values").map { $0.headers["Content-Length"] } == ["0"])
    }

    @Test func aValueWithoutAnEndIsRefused() async throws {
        let transport = try peer.transport()
        try peer.fail("GET values", "unbounded")
        #expect(await httpError { _ = try await transport.download(blob) }?.code == .refused)
    }
}
