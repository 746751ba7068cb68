import HTTPTypes
import Hummingbird
import NIOCore
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

/// Sending packets.
enum PushRoute {
    static func push(_ asked: ZoneRequest) async throws -> Response {
        let (settings, metrics) = (asked.settings, asked.service.metrics)
        let isGzip = try isGzip(asked.request)
        let declared = asked.request.headers[.contentLength].flatMap { Words.number($0) }
        guard declared ?? 0 <= settings.messageBytes else { throw Problem.tooLarge }
        let reservation = try asked.service.budget.reserve(0, for: asked.access.user)
        defer { withExtendedLifetime(reservation) {} }
        let body = try await collect(asked.body, limit: settings.messageBytes, reservation)
        metrics.add(body.count, to: .bytesReceived)
        let expanded = try reserveExpanded(body, isGzip: isGzip, asked)
        // The packets are in memory until they are stored.
        defer { withExtendedLifetime(expanded) {} }
        let packets = try await packets(body, expanded?.bytes, asked)
        let result = try await asked.store.push(packets, asked.access, quota: settings.zoneBytes)
        metrics.add(result.taken, to: .packetsTaken)
        metrics.add(result.new, to: .packetsNew)
        if result.new > 0 { asked.service.board.publish(asked.access.zone, ZoneEnd(last: result.last)) }
        return Answers.json(#"{"taken":\#(result.taken)}"#)
    }

    private static func isGzip(_ request: Request) throws(Problem) -> Bool {
        switch request.headers[.contentEncoding]?.lowercased() ?? "identity" {
        case "identity", "": return false
        case "gzip": return true
        default: throw .encodingUnsupported
        }
    }

    /// Reads a body, and reserves the memory for it as it arrives: a body that does not come takes none.
    private static func collect(_ reading: BodyReading, limit: Int, _ reservation: Reservation) async throws -> Data {
        var (body, count) = (Data(), 0)
        var refusal: Problem?
        for try await buffer in reading.take() {
            count += buffer.readableBytes
            if refusal == nil {
                do throws(Problem) {
                    guard count <= limit else { throw Problem.tooLarge }
                    try reservation.change(to: min(limit, (count + step - 1) / step * step))
                } catch {
                    (refusal, body) = (error, Data())
                    // Bytes that are given back are never refused.
                    try? reservation.change(to: 0)
                }
            }
            // The rest is read, and not kept, so that the client gets the answer.
            guard refusal == nil else {
                if count > 4 * limit { break }
                continue
            }
            body.append(contentsOf: buffer.readableBytesView)
        }
        guard count <= limit else { throw Problem.tooLarge }
        if let refusal { throw refusal }
        return body
    }

    /// The bytes that are reserved at once.
    private static let step = 1 << 20

    /// Reserves the memory for the expanded body of gzip; nil for a plain body.
    private static func reserveExpanded(_ body: Data, isGzip: Bool, _ asked: ZoneRequest) throws(Problem)
        -> (bytes: Int, reservation: Reservation)?
    {
        guard isGzip else { return nil }
        // The last four bytes of gzip have the size, which is not believed: it bounds the expanded bytes.
        guard body.count >= 18 else { throw Problem.damaged }
        let size = body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard size <= asked.settings.messageBytes else { throw Problem.tooLarge }
        return (size, try asked.service.budget.reserve(size, for: asked.access.user))
    }

    private static func packets(_ body: Data, _ expanded: Int?, _ asked: ZoneRequest) async throws -> [HashedPacket] {
        let settings = asked.settings
        return try await Store.offPool {
            var message = body
            if let expanded {
                guard let whole = try? SyncPacketMessage.expand(body, limit: expanded) else { throw Problem.damaged }
                message = whole
            }
            let packets: [SyncPacket]
            do throws(SyncTransportError) { packets = try SyncPacketMessage.decode(message) } catch {
                throw error.code == .versionTooNew ? Problem.version : Problem.damaged
            }
            return packets.prefix(settings.packetsPerPush).map { HashedPacket($0) }
        }
    }
}
