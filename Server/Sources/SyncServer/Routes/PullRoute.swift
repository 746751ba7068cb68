import HTTPTypes
import Hummingbird
import NIOCore
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

/// Fetching packets.
enum PullRoute {
    private static let contentType = "application/vnd.openswiftdata.packets"

    static func pull(_ asked: ZoneRequest) async throws -> Response {
        let access = asked.access
        let query = try PullQuery(asked)
        let reservation = try asked.service.budget.reserve(query.limit, for: access.user)
        let page = try await asked.store.page(access, after: query.after, without: query.device, limit: query.limit)
        if let device = query.device {
            asked.service.notes.note(query.after, of: device, in: access.zone, at: asked.store.now())
        }
        asked.service.metrics.add(page.packets.count, to: .packetsSent)
        let isGzip = Answers.takesGzip(asked.request)
        let message = try await Store.offPool {
            let message = SyncPacketMessage.encode(page.packets)
            let small = isGzip && message.count >= 1_024 ? SyncPacketMessage.compress(message) : nil
            return (bytes: small ?? message, isGzip: small != nil)
        }
        asked.service.metrics.add(message.bytes.count, to: .bytesSent)
        var headers: HTTPFields = [
            .contentType: contentType, .syncPosition: page.position.text(access.mark),
            .syncMore: page.hasMore ? "true" : "false",
        ]
        if message.isGzip { headers[.contentEncoding] = "gzip" }
        let bytes = ByteBuffer(bytes: message.bytes)
        let body = ResponseBody(contentLength: bytes.readableBytes) { writer in
            // The bytes count as long as the client has not read them.
            defer { withExtendedLifetime(reservation) {} }
            try await writer.write(bytes)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}

/// The query of a request for packets.
private struct PullQuery {
    /// The device whose packets are left out.
    var device: Int?
    /// The number of bytes of packets.
    var limit: Int
    let after: Position?

    init(_ asked: ZoneRequest) throws {
        let query = asked.request.uri.queryParameters
        if let text = query.get("device") {
            guard let number = Words.device(text) else { throw Problem.badRequest }
            device = Int(bitPattern: UInt(number.rawValue))
        }
        limit = asked.settings.pageBytes
        if let text = query.get("limit") {
            guard let number = Words.number(text), number > 0 else { throw Problem.badRequest }
            limit = min(limit, number)
        }
        let mark = asked.access.mark
        after = try query.get("after").map { text throws(Problem) in
            guard let position = Position(text, mark) else { throw .cursorInvalid }
            return position
        }
    }
}
