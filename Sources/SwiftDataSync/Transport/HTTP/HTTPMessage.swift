import Foundation

/// A request, without the headers that all requests have.
struct HTTPRequest: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
    }

    /// The use of the body of an answer.
    enum Content: Sendable {
        /// The body is collected, up to a number of bytes.
        case collected(limit: Int)
        /// Events are handed on as they arrive, until false is returned.
        case events(@Sendable (Data) -> Bool)
    }

    var method = Method.get
    var url: URL
    var headers: [String: String] = [:]
    var body: Data?
    var content = Content.collected(limit: HTTPRequest.plainLimit)
    /// True for a large value: it may be at another origin, is never encoded, and a body that was cut is of use.
    var isValue = false
    /// True if the account that the client knows is not sent.
    var asksForAccount = false

    /// The number of bytes of answers that are neither packets nor large values.
    static let plainLimit = 1 << 16

    var isForEvents: Bool {
        if case .events = content { true } else { false }
    }

    var limit: Int {
        if case .collected(let limit) = content { limit } else { Self.plainLimit }
    }
}

/// An answer. The names of its headers are in lower case.
struct HTTPAnswer: Sendable {
    let status: Int
    let headers: [String: String]
    var body = Data()
    /// The failure that has ended the body before its end.
    var cut: SyncTransportError?
    /// True if a redirect has led to another server.
    var isForeign = false

    func header(_ name: String) -> String? { headers[name.lowercased()] }

    /// The number of bytes that the headers announce, where the body is as it was sent.
    var announcedCount: Int? {
        guard encoding == nil else { return nil }
        return header("content-length").flatMap { HTTPText.count($0) }
    }

    /// The encoding of the body, where it has one.
    var encoding: String? {
        guard let name = header("content-encoding")?.lowercased(), !name.isEmpty, name != "identity" else { return nil }
        return name
    }

    var isEventStream: Bool {
        status == 200 && header("content-type")?.lowercased().hasPrefix("text/event-stream") == true
    }
}

/// The names of headers of the protocol.
enum HTTPHeader {
    static let versions = "OSD-Sync-Versions"
    static let version = "OSD-Sync-Version"
    static let account = "OSD-Sync-Account"
    static let position = "OSD-Sync-Position"
    static let more = "OSD-Sync-More"
    static let offset = "OSD-Sync-Offset"
    static let code = "OSD-Sync-Code"
}
