import HTTPTypes
import Hummingbird
import NIOCore
import SwiftData

/// Sending a large value, as a whole or in parts.
enum UploadRoute {
    static func upload(_ asked: ZoneRequest) async throws -> Response {
        let name = try asked.hash()
        let part = try UploadPart(asked.request, limit: asked.settings.valueBytes)
        let reserved = min(part.count, 2 * ValueRoutes.chunkBytes)
        let reservation = try asked.service.budget.reserve(reserved, for: asked.access.user)
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

    /// Stores the bytes of a body as they arrive, also of a body that is cut.
    private static func receive(_ part: UploadPart, _ name: String, _ asked: ZoneRequest) async throws -> ValueState {
        var upload = UploadProgress()
        var cut: (any Error)?
        do {
            for try await buffer in asked.body.take() {
                upload.count += buffer.readableBytes
                // The rest is read, and not kept, so that the client gets the answer.
                guard !upload.isOver, upload.count <= part.count else { continue }
                upload.waiting.append(contentsOf: buffer.readableBytesView)
                if upload.waiting.count >= ValueRoutes.chunkBytes { await store(&upload, part, name, asked) }
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

    /// Stores bytes to the end, also where the connection has ended.
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
    /// The bytes that were received, and the bytes that are or were stored.
    var (count, stored) = (0, 0)
    /// The bytes that are received and not stored.
    var waiting = Data()
    var state: ValueState?
    var failure: (any Error)?

    /// True if further bytes are not needed.
    var isOver: Bool {
        if case .whole = state { return true }
        return failure != nil
    }
}
