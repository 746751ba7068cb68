#if canImport(FoundationNetworking)
    public import Foundation
#endif

extension HTTPTransport {
    /// The limits and times of an ``HTTPTransport``.
    public struct Configuration: Sendable {
        /// The number of bytes of a message with packets, sent or received, also once it is expanded.
        public var maximumMessageBytes = 16 << 20
        /// The number of bytes of a large value in one request.
        public var partBytes = 4 << 20
        /// The number of bytes of a message from which on it is sent as gzip.
        public var compressionThreshold = 1_024
        /// The time without any byte after which a call fails.
        public var idleTimeout: Duration = .seconds(30)
        /// The time after which a call fails in any case. A large value may take several requests, of which each has this time.
        public var callTimeout: Duration = .seconds(300)
        /// True if a connection for events is kept open.
        public var listensForEvents = true
        /// The time without events and heartbeats after which that connection is opened again.
        public var eventTimeout: Duration = .seconds(45)
        /// The time before a connection for events is opened again. It doubles with each failure, up to ``longestReconnectDelay``.
        public var firstReconnectDelay: Duration = .seconds(1)
        /// The greatest time before a connection for events is opened again.
        public var longestReconnectDelay: Duration = .seconds(60)
        /// True if `http` is allowed for hosts other than this machine. Tokens and data are then readable on their way.
        public var allowsPlainHTTP = false

        #if canImport(FoundationNetworking)
            /// The HTTP proxy of all connections. None is taken from the environment.
            public var proxy: Proxy?
            /// A file with certificates in PEM of authorities that are trusted beside the authorities of the system,
            /// such as the authority of a server at home.
            public var certificateAuthorities: URL?
        #endif

        /// Creates the default settings.
        public init() {}
    }
}
