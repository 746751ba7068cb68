import Foundation
import SwiftDataSyncCore

/// Sends a large value in parts, and resumes where an upload was cut.
struct HTTPUpload: Sendable {
    let client: HTTPClient
    let blob: BlobReference
    let bytes: Data

    /// The number of bytes up to which a value is sent without asking if the server has it.
    private static let smallBytes = 16_384
    /// The number of failures after each of which the server had received more than before.
    private static let resumptionLimit = 100

    private enum Progress {
        case whole
        case offset(Int)
    }

    func run() async throws {
        var offset = 0
        if bytes.count > Self.smallBytes {
            guard case .offset(let start) = try await state() else { return }
            offset = start
        }
        var hasRestarted = false
        for _ in 0...Self.resumptionLimit {
            do { return try await sendParts(&offset) } catch let error as SyncTransportError
                where error.code == .unreachable
            {
                // The server says how much has arrived. A call that moves nothing fails.
                guard error.retryAfter == nil, case .offset(let arrived) = try await state() else {
                    if error.retryAfter == nil { return }
                    throw error
                }
                guard arrived > offset || arrived == 0 && !hasRestarted && offset > 0 else { throw error }
                if arrived == 0 { hasRestarted = true }
                offset = arrived
            }
        }
        throw HTTPProblem.cut
    }

    /// Sends the bytes after an offset, which it moves.
    private func sendParts(_ offset: inout Int) async throws {
        repeat {
            let end = min(offset + max(client.configuration.partBytes, 1), bytes.count)
            guard case .offset(let next) = try await put(offset..<end) else { return }
            guard next > offset else { throw HTTPProblem.strange("a part of a large value was not taken") }
            offset = next
        } while offset < bytes.count
        throw HTTPProblem.strange("a large value has all bytes and is not there")
    }

    private func put(_ range: Range<Int>) async throws -> Progress {
        var request = HTTPRequest(method: .put, url: client.routes.value(blob), isValue: true)
        request.headers["Content-Type"] = "application/octet-stream"
        request.body = bytes[(bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
        if range != 0..<bytes.count {
            request.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"
        }
        let answer = try await client.call(request, handling: [409])
        switch answer.status {
        case 200, 201: return .whole
        case 202: return .offset(try offset(answer))
        case 409 where HTTPProblem.code(answer) == "offset-mismatch":
            // Less has arrived than the server has said before.
            let offset = try offset(answer)
            guard offset < range.lowerBound else { throw HTTPProblem.strange("the offset of a large value") }
            return try await put(offset..<range.upperBound)
        default: throw HTTPProblem.error(answer)
        }
    }

    /// Asks for the number of bytes that have arrived.
    private func state() async throws -> Progress {
        let answer = try await client.call(
            HTTPRequest(method: .head, url: client.routes.value(blob), isValue: true),
            handling: [404]
        )
        if answer.status == 200 { return .whole }
        guard answer.status == 404, HTTPProblem.code(answer) == "value-missing" else { throw HTTPProblem.error(answer) }
        return .offset(try offset(answer))
    }

    private func offset(_ answer: HTTPAnswer) throws -> Int {
        guard let offset = answer.header(HTTPHeader.offset).flatMap({ HTTPText.count($0) }), offset <= bytes.count
        else {
            throw HTTPProblem.strange("the offset of a large value")
        }
        // The last part is sent even if all bytes are there: its answer shows that the value is whole.
        return min(offset, max(bytes.count - 1, 0))
    }
}
