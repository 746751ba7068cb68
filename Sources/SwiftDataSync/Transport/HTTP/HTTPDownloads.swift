import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// Fetches large values, and resumes where a download was cut, also in a later call.
final class HTTPDownloads: Sendable {
    private struct Part {
        let blob: BlobReference
        let bytes: Data
    }

    private let client: HTTPClient
    /// The first bytes of the value whose download was cut last. One is kept, since the client fetches one after the other.
    private let part = Locked<Part?>(nil)

    /// The number of cuts of one call, after each of which there were more bytes than before.
    private static let resumptionLimit = 100

    init(_ client: HTTPClient) { self.client = client }

    func download(_ blob: BlobReference) async throws -> Data {
        guard let size = Int(exactly: blob.size) else { throw missing }
        var bytes = Data()
        if let kept = part.withLock({ part in part?.blob == blob ? part?.bytes : nil }) { bytes = kept }
        // True if the bytes are of several answers, of which one may have been of another value.
        var isMixed = !bytes.isEmpty
        for _ in 0...Self.resumptionLimit {
            let count = bytes.count
            let cut = try await fetch(blob, size, &bytes)
            if bytes.count == size, blob.matches(bytes) {
                part.withLock { if $0?.blob == blob { $0 = nil } }
                return bytes
            }
            if let cut, bytes.count < size {
                part.withLock { $0 = Part(blob: blob, bytes: bytes) }
                guard bytes.count > count else { throw cut }
                isMixed = true
            } else {
                // The bytes are not those of the value, or the server has sent another part than the one that was asked for.
                part.withLock { if $0?.blob == blob { $0 = nil } }
                guard isMixed else { throw missing }
                (bytes, isMixed) = (Data(), false)
            }
        }
        throw HTTPProblem.cut
    }

    /// Appends the bytes that follow. Returns the failure that has cut the answer, or nil where it was whole.
    private func fetch(
        _ blob: BlobReference,
        _ size: Int,
        _ bytes: inout Data
    ) async throws -> SyncTransportError? {
        var request = HTTPRequest(url: client.routes.value(blob), isValue: true)
        if !bytes.isEmpty { request.headers["Range"] = "bytes=\(bytes.count)-" }
        request.content = .collected(limit: max(size, HTTPRequest.plainLimit))
        let answer: HTTPAnswer
        do { answer = try await client.call(request, handling: [404, 416]) } catch let error as SyncTransportError
            where error.code == .unreachable && !bytes.isEmpty
        { return error }
        switch answer.status {
        case 200: bytes = answer.body
        case 206 where Self.isRange(answer, from: bytes.count, size): bytes += answer.body
        case 404 where answer.isForeign || HTTPProblem.code(answer) == "value-missing": throw missing
        case 404: throw HTTPProblem.error(answer)
        default:
            bytes = Data()
            return nil
        }
        return answer.cut
    }

    /// Reads `bytes 5-9/10`.
    private static func isRange(_ answer: HTTPAnswer, from start: Int, _ size: Int) -> Bool {
        guard let range = answer.header("content-range")?.lowercased() else { return false }
        return range == "bytes \(start)-\(size - 1)/\(size)"
    }

    private var missing: SyncTransportError {
        SyncTransportError(
            .blobMissing,
            "The large value has not arrived, or is damaged at the server. Try again later."
        )
    }
}
