import Foundation
import Hummingbird

/// A form that a browser has sent, with its file if it has one.
struct SentForm: Hashable, Sendable {
    private var values: [String: String] = [:]
    /// The bytes of the file that was chosen; its name is not read.
    private(set) var file: Data?

    /// The value of a field; empty where there is none.
    subscript(name: String) -> String { values[name] ?? "" }

    /// The form without its file.
    var withoutFile: SentForm {
        var form = self
        form.file = nil
        return form
    }

    /// Comes after a form that was taken from the same page: what that one has changed is no change of somebody else.
    mutating func follow(_ earlier: SentForm) {
        for name in values.keys where name.hasPrefix("was-") {
            if let taken = earlier.values[String(name.dropFirst(4))] { values[name] = taken }
        }
    }

    /// The largest body of a form without a file.
    static let largestText = 128 * 1_024
    /// The largest body of a form with a file.
    static let largestFile = 6 * 1_024 * 1_024

    init() {}

    /// Reads the body of a request.
    ///
    /// Throws `HTTPError` where it is too long, or no form.
    init(_ request: Request) async throws {
        guard let type = request.headers[.contentType].flatMap(MediaType.init(from:)) else {
            throw HTTPError(.unsupportedMediaType)
        }
        if type.isType(.applicationUrlEncoded) {
            let body = try await Self.body(of: request, upTo: Self.largestText)
            do {
                let decoder = URLEncodedFormDecoder()
                values = try decoder.decode([String: String].self, from: String(buffer: body))
            } catch {
                throw HTTPError(.badRequest)
            }
        } else if type.isType(.multipartForm), let boundary = type.parameter, boundary.name == "boundary" {
            let body = try await Self.body(of: request, upTo: Self.largestFile)
            guard let parts = MultipartForm(Data(buffer: body), boundary: boundary.value) else {
                throw HTTPError(.badRequest)
            }
            values = parts.values
            file = parts.file
        } else {
            throw HTTPError(.unsupportedMediaType)
        }
    }

    private static func body(of request: Request, upTo most: Int) async throws -> ByteBuffer {
        do {
            return try await request.body.collect(upTo: most)
        } catch let error as any HTTPResponseError {
            throw error
        } catch {
            // The browser has gone, or was too slow.
            throw HTTPError(.requestTimeout)
        }
    }
}
