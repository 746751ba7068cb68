import Foundation
import SwiftDataCore

/// Requests with their common parts: the version, the token, the account, redirects, and errors from answers.
final class HTTPClient: Sendable {
    let routes: HTTPRoutes
    let configuration: HTTPTransport.Configuration
    private let session: any HTTPSession
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
        _ session: any HTTPSession,
        _ tokens: HTTPTokens
    ) {
        (self.routes, self.configuration, self.session, self.tokens) = (routes, configuration, session, tokens)
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
        // The answer of a server about events, or of another server about values, does not concern all calls.
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

    /// Expands a body that the session has left as it is.
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
            let whole = whole(request, token, isForeign: isForeign)
            let exchange =
                if request.isForEvents {
                    HTTPExchange(whole, idle: configuration.eventTimeout, total: nil)
                } else {
                    HTTPExchange(whole, idle: configuration.idleTimeout, total: configuration.callTimeout)
                }
            var answer = try await exchange.run(on: session)
            answer.isForeign = isForeign
            guard [301, 302, 303, 307, 308].contains(answer.status) else { return answer }
            request.url = try target(of: answer, request)
            isForeign = isForeign || HTTPOrigin(request.url) != routes.origin
        }
        throw SyncTransportError(.refused, "The server redirects too many times. Check its URL.")
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

    /// The request with the headers that all requests have.
    private func whole(_ request: HTTPRequest, _ token: String?, isForeign: Bool) -> HTTPRequest {
        var whole = request
        whole.headers["Accept-Encoding"] = request.isValue || request.isForEvents ? "identity" : "gzip"
        if !isForeign {
            whole.headers[HTTPHeader.versions] = Self.version
            if let token { whole.headers["Authorization"] = "Bearer \(token)" }
            if !request.asksForAccount { whole.headers[HTTPHeader.account] = account.withLock { $0 } }
        }
        return whole
    }
}
