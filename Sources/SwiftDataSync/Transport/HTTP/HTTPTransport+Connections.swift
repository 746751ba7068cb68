public import Foundation

extension HTTPTransport {
    #if !canImport(FoundationNetworking)
        /// Creates the transport of a zone of a server. Nothing is sent before the first call.
        ///
        /// - Parameters:
        ///   - url: The URL before `/v1/zones`. Its scheme is `https`, or `http` on this machine.
        ///   - zone: The name of the data that devices share: 1 to 128 letters, digits, `.`, `_` and `-` of ASCII, of which the
        ///     first is a letter or a digit.
        ///   - session: The settings of URLSession, such as proxies. The transport uses a copy without cache and cookies.
        ///   - configuration: The limits and times.
        ///   - token: Returns the bearer token of the user, or nil for none. It is called before the first request and
        ///     when the server has refused a token, with that token. The transport keeps the token in memory alone.
        /// - Throws: ``SyncTransportError`` with code `refused` where the URL or the name of the zone is not of this form.
        public convenience init(
            url: URL,
            zone: String,
            session: URLSessionConfiguration = .ephemeral,
            configuration: Configuration = Configuration(),
            token: @escaping @Sendable (_ refused: String?) async throws -> String? = { _ in nil }
        ) throws(SyncTransportError) {
            let routes = try HTTPRoutes(url, zone, allowsPlainHTTP: configuration.allowsPlainHTTP)
            self.init(routes, configuration, URLSessionHTTP(session), HTTPTokens(token))
        }
    #elseif HTTPSync
        /// Creates the transport of a zone of a server. Nothing is sent before the first call.
        ///
        /// - Parameters:
        ///   - url: The URL before `/v1/zones`. Its scheme is `https`, or `http` on this machine.
        ///   - zone: The name of the data that devices share: 1 to 128 letters, digits, `.`, `_` and `-` of ASCII, of which the
        ///     first is a letter or a digit.
        ///   - configuration: The limits and times, a proxy, and certificates.
        ///   - token: Returns the bearer token of the user, or nil for none. It is called before the first request and
        ///     when the server has refused a token, with that token. The transport keeps the token in memory alone.
        /// - Throws: ``SyncTransportError`` with code `refused` where the URL or the name of the zone is not of this form, or the
        ///   file of certificates cannot be read.
        public convenience init(
            url: URL,
            zone: String,
            configuration: Configuration = Configuration(),
            token: @escaping @Sendable (_ refused: String?) async throws -> String? = { _ in nil }
        ) throws(SyncTransportError) {
            let routes = try HTTPRoutes(url, zone, allowsPlainHTTP: configuration.allowsPlainHTTP)
            self.init(routes, configuration, try AsyncHTTPClientSession(configuration), HTTPTokens(token))
        }
    #else
        /// Cannot be called: HTTP needs the trait `HTTPSync` of this package on this system.
        @available(
            *,
            unavailable,
            message:
                "HTTP needs AsyncHTTPClient on this system: add traits: [\"HTTPSync\"] to the dependency on OpenSwiftData in Package.swift."
        )
        public convenience init(
            url: URL,
            zone: String,
            configuration: Configuration = Configuration(),
            token: @escaping @Sendable (_ refused: String?) async throws -> String? = { _ in nil }
        ) throws(SyncTransportError) {
            throw SyncTransportError(.refused, "HTTP needs the trait HTTPSync.")
        }
    #endif
}
