import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// Sends and fetches packets.
struct HTTPPackets: Sendable {
    private let client: HTTPClient

    private static let contentType = "application/vnd.openswiftdata.packets"
    /// The bytes of a message without packets, and the overhead of a packet in it beside its own bytes.
    private static let (messageBytes, packetBytes) = (56, 24)

    init(_ client: HTTPClient) { self.client = client }

    // MARK: Sending

    private struct Taken: Decodable { let taken: Int }

    func send(_ packets: [SyncPacket]) async throws {
        for packet in packets { try SyncTransportError.check(packet) }
        var rest = packets[...]
        var limit = client.configuration.maximumMessageBytes
        while !rest.isEmpty {
            let batch = Self.first(rest, limit)
            guard let taken = try await post(batch) else {
                // The server takes no body of this size.
                guard batch.count > 1 else {
                    throw SyncTransportError(
                        .refused,
                        "\(batch[0].name): the server takes no packet of this size. Raise its limit."
                    )
                }
                limit = batch.reduce(Self.messageBytes) { $0 + $1.bytes.count + Self.packetBytes } / 2
                continue
            }
            rest = rest.dropFirst(taken)
        }
    }

    /// The first packets that one message can have, one at least.
    private static func first(_ packets: ArraySlice<SyncPacket>, _ limit: Int) -> [SyncPacket] {
        var size = messageBytes
        var taken: [SyncPacket] = []
        for packet in packets {
            size += packet.bytes.count + packetBytes
            guard taken.isEmpty || size <= limit else { break }
            taken.append(packet)
        }
        return taken
    }

    /// Sends packets, and returns how many of them are stored; nil where the message is too large.
    private func post(_ packets: [SyncPacket]) async throws -> Int? {
        let message = SyncPacketMessage.encode(packets)
        var request = HTTPRequest(method: .post, url: client.routes.packets)
        request.headers["Content-Type"] = Self.contentType
        request.body = message
        if message.count >= client.configuration.compressionThreshold, !client.sendsPlain.withLock({ $0 }),
            let small = Gzip.compress(message)
        {
            request.headers["Content-Encoding"] = "gzip"
            request.body = small
        }
        var answer = try await client.call(request, handling: [413, 415])
        if answer.status == 415, request.headers.removeValue(forKey: "Content-Encoding") != nil {
            client.sendsPlain.withLock { $0 = true }
            request.body = message
            answer = try await client.call(request, handling: [413])
        }
        if answer.status == 413 { return nil }
        guard answer.status != 415 else { throw HTTPProblem.error(answer) }
        guard let taken = try? JSONDecoder().decode(Taken.self, from: answer.body).taken,
            (1...packets.count).contains(taken)
        else { throw HTTPProblem.strange("it does not say how many packets are stored") }
        return taken
    }

    // MARK: Fetching

    func fetch(after cursor: SyncCursor?, for device: DeviceNumber, limit: Int) async throws -> SyncFetch {
        var position = try cursor.map { try Self.position($0) }
        while true {
            let (fetched, next) = try await page(position, device, limit)
            // Pages may have packets of the device itself alone, which are left out.
            guard fetched.packets.isEmpty, fetched.moreComing else { return fetched }
            position = next
        }
    }

    private static func position(_ cursor: SyncCursor) throws -> String {
        guard let text = String(bytes: cursor.bytes, encoding: .utf8), HTTPText.isPosition(text) else {
            throw SyncTransportError.cursorInvalid
        }
        return text
    }

    private func page(_ position: String?, _ device: DeviceNumber, _ limit: Int) async throws -> (SyncFetch, String) {
        let maximum = client.configuration.maximumMessageBytes
        let asked = max(1, min(limit, maximum - Self.messageBytes))
        var request = HTTPRequest(url: client.routes.packets(after: position, for: device, limit: asked))
        request.headers["Accept"] = Self.contentType
        request.content = .collected(limit: maximum)
        let answer = try await client.call(request)
        guard let next = answer.header(HTTPHeader.position), HTTPText.isPosition(next),
            let more = answer.header(HTTPHeader.more).flatMap({ Bool($0.lowercased()) })
        else { throw HTTPProblem.strange("it has no position") }
        guard !more || next != position else { throw HTTPProblem.strange("more is to come, after the same position") }
        let packets = try Self.packets(answer.body)
        let fetched = SyncFetch(packets: packets, cursor: SyncCursor(bytes: Data(next.utf8)), moreComing: more)
        return (fetched, next)
    }

    private static func packets(_ message: Data) throws(SyncTransportError) -> [SyncPacket] {
        do { return try SyncPacketMessage.decode(message) } catch {
            // The message, and not a packet in it: it comes whole the next time.
            throw error.code == .packetDamaged ? HTTPProblem.cut : error
        }
    }
}
