import HTTPTypes
import Hummingbird
import NIOCore
import SwiftData

/// Large values: asking for one, fetching and sending.
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
        let reservation = try asked.service.budget.reserve(min(size - start, 2 * chunkBytes))
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

    // MARK: Sending

    static func upload(_ asked: ZoneRequest) async throws -> Response {
        let name = try asked.hash()
        let part = try UploadPart(asked.request, limit: asked.settings.valueBytes)
        let reservation = try asked.service.budget.reserve(min(part.count, 2 * chunkBytes))
        defer { withExtendedLifetime(reservation) {} }
        let state = try await receive(part, name, asked)
        guard case .partial(let arrived) = state else { return Response(status: .ok) }
        guard arrived >= part.size else {
            return Response(status: .accepted, headers: [.syncOffset: String(arrived)])
        }
        let count = try await asked.store.finish(name, size: part.size, asked.access)
        asked.service.metrics.add(1, to: .valuesStored)
        asked.service.board.publish(asked.access.zone, ZoneEnd(values: count))
        return Response(status: .created)
    }

    /// Stores the bytes of a body as they arrive, also those of one that is cut.
    private static func receive(_ part: UploadPart, _ name: String, _ asked: ZoneRequest) async throws -> ValueState {
        var upload = UploadProgress()
        var cut: (any Error)?
        do {
            for try await buffer in asked.body.take() {
                upload.count += buffer.readableBytes
                // The rest is read, and not kept, so that the client gets the answer.
                guard !upload.isOver, upload.count <= part.count else { continue }
                upload.waiting.append(contentsOf: buffer.readableBytesView)
                if upload.waiting.count >= chunkBytes { await store(&upload, part, name, asked) }
            }
        } catch { cut = error }
        asked.service.metrics.add(upload.count, to: .bytesReceived)
        if !upload.isOver, !upload.waiting.isEmpty || upload.state == nil { await store(&upload, part, name, asked) }
        if let failure = upload.failure { throw failure }
        if let state = upload.state, case .whole = state { return state }
        if let cut { throw cut }
        // A body that was cut may look as if it had ended.
        guard upload.count == part.count, let state = upload.state else { throw Problem.badRequest }
        return state
    }

    private static func store(
        _ upload: inout UploadProgress,
        _ part: UploadPart,
        _ name: String,
        _ asked: ZoneRequest
    ) async {
        let bytes = upload.waiting
        upload.waiting = Data()
        do {
            upload.state = try await append(bytes, at: part.start + upload.stored, name, asked)
            upload.stored += bytes.count
        } catch { upload.failure = error }
    }

    /// Stores bytes to the end, also where the connection has gone.
    private static func append(
        _ bytes: Data,
        at offset: Int,
        _ name: String,
        _ asked: ZoneRequest
    ) async throws -> ValueState {
        try await Task {
            try await asked.store.append(bytes, at: offset, to: name, asked.access, quota: asked.settings.zoneBytes)
        }.value
    }
}

/// The bytes of an upload so far.
private struct UploadProgress {
    /// The bytes that were received, and those that are stored or were there.
    var (count, stored) = (0, 0)
    /// The bytes that are received and not stored.
    var waiting = Data()
    var state: ValueState?
    var failure: (any Error)?

    /// True if further bytes are of no use.
    var isOver: Bool {
        if case .whole = state { return true }
        return failure != nil
    }
}

/// The place of a body in a large value.
struct UploadPart: Equatable, Sendable {
    var start = 0
    /// The bytes of the body.
    var count: Int
    /// The bytes of the value.
    var size: Int

    /// Reads `Content-Range: bytes N-{last}/{size}`, or `Content-Length` for a whole value.
    ///
    /// - Throws: ``Problem`` `badRequest`, `tooLarge`, or `lengthRequired` where the end of the body would not be known.
    init(_ request: Request, limit: Int) throws(Problem) {
        try self.init(
            range: request.headers[.contentRange],
            length: request.headers[.contentLength],
            limit: limit
        )
    }

    init(range: String?, length: String?, limit: Int) throws(Problem) {
        var declared: Int?
        if let length {
            guard let number = Words.number(length) else { throw .badRequest }
            declared = number
        }
        guard let range else {
            guard let declared else { throw .lengthRequired }
            guard declared <= limit else { throw .tooLarge }
            (count, size) = (declared, declared)
            return
        }
        guard range.hasPrefix("bytes ") else { throw .badRequest }
        let halves = range.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, let size = Words.number(halves[1]) else { throw .badRequest }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Words.number(ends[0]), let last = Words.number(ends[1]), first <= last,
            last < size
        else { throw .badRequest }
        guard size <= limit else { throw .tooLarge }
        (start, count, self.size) = (first, last - first + 1, size)
        guard declared ?? count == count else { throw .badRequest }
    }
}
