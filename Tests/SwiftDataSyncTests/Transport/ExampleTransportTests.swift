import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import Testing

// example
/// The server: one log of packets. A real one has a table with a column that counts.
actor BoardServer {
    private var log: [SyncPacket] = []
    private var blobs: [BlobReference: Data] = [:]

    func append(_ packets: [SyncPacket]) throws {
        for packet in packets {
            if let old = log.first(where: { $0.device == packet.device && $0.sequence == packet.sequence }) {
                guard old == packet else {
                    throw SyncTransportError(.sequenceTaken, "Draw a new device number, and send the edits again.")
                }
            } else {
                log.append(packet)
            }
        }
    }

    func packets(from start: Int) throws -> ArraySlice<SyncPacket> {
        guard 0...log.count ~= start else {
            throw SyncTransportError(.cursorInvalid, "Fetch from the beginning, with a nil cursor.")
        }
        return log[start...]
    }

    func store(_ blob: BlobReference, _ bytes: Data) { blobs[blob] = bytes }
    func blob(_ blob: BlobReference) -> Data? { blobs[blob] }
}

/// The transport: a cursor is the number of packets before it, in decimal digits.
struct BoardTransport: SyncTransport {
    let server: BoardServer
    let ordering = SyncOrdering.total

    func send(_ packets: [SyncPacket]) async throws { try await server.append(packets) }

    func fetch(after cursor: SyncCursor?, for device: DeviceNumber, limit: Int) async throws -> SyncFetch {
        let start = cursor.map { Int(String(decoding: $0.bytes, as: UTF8.self)) ?? -1 } ?? 0
        let waiting = try await server.packets(from: start)
        var (taken, size, end) = ([SyncPacket](), 0, start)
        for packet in waiting {
            if packet.device != device {
                if !taken.isEmpty, size + packet.bytes.count > limit { break }
                taken.append(packet)
                size += packet.bytes.count
            }
            end += 1
        }
        let next = SyncCursor(bytes: Data(String(end).utf8))
        return SyncFetch(packets: taken, cursor: next, moreComing: end < waiting.endIndex)
    }

    /// A server with no way to signal: the client looks from time to time.
    func notices() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    func upload(_ blob: BlobReference, _ bytes: Data) async throws {
        guard blob.matches(bytes) else {
            throw SyncTransportError(.refused, "Make the reference of the bytes that are sent.")
        }
        await server.store(blob, bytes)
    }

    func download(_ blob: BlobReference) async throws -> Data {
        guard let bytes = await server.blob(blob), blob.matches(bytes) else {
            throw SyncTransportError(.blobMissing, "The value has not arrived. Try again later.")
        }
        return bytes
    }

    func account() async throws -> String? { nil }
}

@Test("The board keeps the promises of a transport")
func boardKeepsPromises() async throws {
    let server = BoardServer()
    try await checkTransport { BoardTransport(server: server) }
}
// end

@Suite("The page on transports")
struct TransportPageTests {
    @Test("Its example is the one that is tested")
    func example() throws {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let page = try String(contentsOf: root.appending(path: "docs/sync-transports.md"), encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let start = try #require(source.range(of: "// example\n")).upperBound
        let end = try #require(source.range(of: "// end\n")).lowerBound
        #expect(page.contains("```swift\n" + source[start..<end] + "```\n"))
    }
}
