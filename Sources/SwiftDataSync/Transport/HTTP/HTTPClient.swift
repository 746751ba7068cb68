import Foundation
import SwiftDataCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests with what all of them have: the version, the token, the account, redirects, and errors from answers.
final class HTTPClient: Sendable {
    let routes: HTTPRoutes
    let configuration: HTTPTransport.Configuration
    private let session: HTTPSession
    private let sessionConfiguration: URLSessionConfiguration
    private let tokens: HTTPTokens
    private let gate = HTTPGate()
    private let account = Locked<String?>(nil)
    /// True if the server has refused gzip.
    let sendsPlain = Locked(false)

    private static let version = "1"
    private static let redirectLimit = 5

    init(
        _ routes: HTTPRoutes,
        _ configuration: HTTPTransport.Configuration,
        _ session: URLSessionConfiguration,
        _ tokens: HTTPTokens
    ) {
        (self.routes, self.configuration, self.tokens) = (routes, configuration, tokens)
        self.session = HTTPSession(session)
        sessionConfiguration = session
    }

    /// Returns an answer of success, or one with a status that the caller handles.
    ///
    /// - Throws: ``SyncTransportError``, or `CancellationError`.
    func call(_ request: HTTPRequest, handling statuses: Set<Int> = []) async throws -> HTTPAnswer {
        try gate.check()
        let token = try await tokens.token()
        var answer = try await send(request, token)
        if answer.status == 401 {
            let other = try await tokens.token(insteadOf: token)
            if let other, other != token { answer = try await send(request, other) }
        }
        // What a server says of events, or another server of values, is not of all calls.
        if let wait = HTTPProblem.retryAfter(answer), [429, 503].contains(answer.status), !request.isForEvents,
            !answer.isForeign
        {
            gate.close(for: wait)
        }
        if !request.isValue { try Self.expand(&answer, limit: request.limit) }
        guard (200...299).contains(answer.status) || statuses.contains(answer.status) else {
            throw HTTPProblem.error(answer)
        }
        if !answer.isForeign { try Self.checkVersion(answer) }
        if !request.isValue, let cut = answer.cut { throw cut }
        return answer
    }

    /// Asks for the account, which later requests name.
    func askForAccount() async throws -> String? {
        struct Zone: Decodable { let account: String }
        let answer = try await call(HTTPRequest(url: routes.base, asksForAccount: true))
        guard let zone = try? JSONDecoder().decode(Zone.self, from: answer.body), HTTPText.isAccount(zone.account)
        else {
            throw HTTPProblem.strange("it has no account")
        }
        account.withLock { $0 = zone.account }
        return zone.account
    }

    private static func checkVersion(_ answer: HTTPAnswer) throws {
        guard let version = answer.header(HTTPHeader.version) else {
            throw HTTPProblem.strange("the header \(HTTPHeader.version) is missing")
        }
        guard version == Self.version else {
            throw SyncTransportError(
                .versionTooNew,
                "The server answers in another version of the protocol. Update this program."
            )
        }
    }

    /// Expands a body that URLSession has left as it is.
    private static func expand(_ answer: inout HTTPAnswer, limit: Int) throws {
        guard answer.cut == nil, answer.encoding != nil, Gzip.isGzip(answer.body) else { return }
        guard let body = try Gzip.expand(answer.body, limit: limit) else { throw HTTPProblem.cut }
        answer.body = body
    }

    // MARK: Redirects

    private func send(_ request: HTTPRequest, _ token: String?) async throws -> HTTPAnswer {
        var request = request
        var isForeign = false
        for _ in 0...Self.redirectLimit {
            let urlRequest = urlRequest(request, token, isForeign: isForeign)
            let exchange =
                if request.isForEvents {
                    HTTPExchange(request, idle: configuration.eventTimeout, total: nil)
                } else {
                    HTTPExchange(request, idle: configuration.idleTimeout, total: configuration.callTimeout)
                }
            var answer = try await exchange.run(urlRequest, on: session(for: request))
            answer.isForeign = isForeign
            guard [301, 302, 303, 307, 308].contains(answer.status) else { return answer }
            request.url = try target(of: answer, request)
            isForeign = isForeign || HTTPOrigin(request.url) != routes.origin
        }
        throw SyncTransportError(.refused, "The server redirects without an end. Check its URL.")
    }

    /// The session of all requests, or one that has never had a connection.
    ///
    /// Where a connection that was used before dies, libcurl repeats the request by itself, and Foundation on Linux does not begin
    /// the body anew: the request fails, or the server gets none of the body and waits for it. libcurl uses a connection again
    /// even if the request has the header `Connection: close`, as long as the server has not closed it.
    private func session(for request: HTTPRequest) -> HTTPSession {
        #if canImport(FoundationNetworking)
            if request.body != nil { return HTTPSession(sessionConfiguration) }
        #endif
        return session
    }

    /// The URL that a redirect leads to, where it may be followed.
    private func target(of answer: HTTPAnswer, _ request: HTTPRequest) throws -> URL {
        guard let location = answer.header("location"),
            let url = URL(string: location, relativeTo: request.url)?.absoluteURL, let origin = HTTPOrigin(url)
        else { throw HTTPProblem.strange("a redirect has no URL") }
        let keepsMethod = answer.status == 307 || answer.status == 308
        let isRead = request.method == .get || request.method == .head
        guard keepsMethod || isRead else {
            throw SyncTransportError(
                .refused,
                "The server redirects a body with \(answer.status). Use the URL that it names."
            )
        }
        guard origin != routes.origin else { return url }
        guard request.isValue, request.method == .get, origin.isSecure || !routes.origin.isSecure else {
            throw SyncTransportError(.refused, "The server redirects to another origin. Use its URL if that is right.")
        }
        return url
    }

    private func urlRequest(_ request: HTTPRequest, _ token: String?, isForeign: Bool) -> URLRequest {
        var made = URLRequest(url: request.url)
        made.httpMethod = request.method.rawValue
        made.httpBody = request.body
        made.httpShouldHandleCookies = false
        // The exchange ends a call before that.
        made.timeoutInterval = 24 * 3_600
        var headers = request.headers
        headers["Accept-Encoding"] = request.isValue || request.isForEvents ? "identity" : "gzip"
        if !isForeign {
            headers[HTTPHeader.versions] = Self.version
            if let token { headers["Authorization"] = "Bearer \(token)" }
            if !request.asksForAccount { headers[HTTPHeader.account] = account.withLock { $0 } }
        }
        #if canImport(FoundationNetworking)
            // The connection of a body is not used again: see `session(for:)`.
            if request.body != nil { headers["Connection"] = "close" }
        #endif
        for (name, value) in headers { made.setValue(value, forHTTPHeaderField: name) }
        return made
    }
}
