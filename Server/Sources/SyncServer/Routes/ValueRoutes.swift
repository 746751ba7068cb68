import HTTPTypes
import Hummingbird
import NIOCore
import SwiftData

/// Large values: asking for one, and fetching it.
enum ValueRoutes {
    /// The bytes of a value that are in memory at once.
    static let chunkBytes = 1 << 20

    private static let kept: HTTPFields = [
        .contentType: "application/octet-stream", .cacheControl: "private, max-age=31536000, immutable",
    ]

    static func state(_ asked: ZoneRequest) async throws -> Response {
        switch try await asked.store.state(of: try asked.hash(), asked.access) {
        case .whole(let size, _):
            var headers = kept
            headers[.contentLength] = String(size)
            return Response(status: .ok, headers: headers)
        case .partial(let arrived): throw Problem.valueMissing(arrived)
        }
    }

    // MARK: Fetching

    static func download(_ asked: ZoneRequest) async throws -> Response {
        let (store, access, metrics) = (asked.store, asked.access, asked.service.metrics)
        let (size, serial): (Int, Int)
        switch try await store.state(of: try asked.hash(), access) {
        case .whole(let found, let mark): (size, serial) = (found, mark)
        case .partial(let arrived): throw Problem.valueMissing(arrived)
        }
        var headers = kept
        var start = 0
        if let range = asked.request.headers[.range], let first = firstByte(range) {
            guard first < size else { throw Problem.rangeNotSatisfiable }
            start = first
            headers[.contentRange] = "bytes \(start)-\(size - 1)/\(size)"
        }
        let reservation = try asked.service.budget.reserve(min(size - start, 2 * chunkBytes), for: access.user)
        let body = ResponseBody(contentLength: size - start) { [start] writer in
            defer { withExtendedLifetime(reservation) {} }
            var offset = start
            // The writer waits for the client: one chunk at a time is in memory.
            while offset < size {
                let bytes = try await store.chunk(serial, at: offset, access)
                try await writer.write(ByteBuffer(bytes: bytes))
                metrics.add(bytes.count, to: .bytesSent)
                offset += bytes.count
            }
            try await writer.finish(nil)
        }
        return Response(status: headers[.contentRange] == nil ? .ok : .partialContent, headers: headers, body: body)
    }

    /// Reads `bytes=N-`. Other ranges are not understood, and answered as a whole.
    private static func firstByte(_ range: String) -> Int? {
        guard range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
        return Words.number(range.dropFirst(6).dropLast())
    }
}
