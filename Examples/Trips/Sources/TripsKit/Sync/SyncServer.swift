import SwiftData
import SwiftDataSync

/// A sync server, as people write it: its URL, the name of a zone, and the place of the token.
public struct SyncServer: Equatable, Sendable {
    /// The variable of the environment that has the token where no file is named. An option could be read by everybody who
    /// lists the processes.
    public static let tokenVariable = "TRIPS_SYNC_TOKEN"

    /// The place of the token.
    enum Token: Equatable, Sendable {
        case none
        case given(String)
        case file(URL)
    }

    let url: URL
    let zone: String
    let token: Token
    let certificates: URL?

    /// Names a server. Nothing is asked of it.
    ///
    /// - Parameters:
    ///   - text: The URL before `/v1/zones`.
    ///   - zone: The name of the trips that devices share, as the user of the token has it.
    ///   - tokenFile: A file with the token and nothing else.
    ///   - certificates: A file in PEM with authorities that are trusted beside those of the system.
    ///   - environment: The variables, of which ``tokenVariable`` has the token where there is no file.
    /// - Throws: ``TripError/notAServer`` where the text is no URL.
    public init(
        _ text: String,
        zone: String = "trips",
        tokenFile: URL? = nil,
        certificates: URL? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(TripError) {
        guard let url = URL(string: text), url.scheme != nil, url.host() != nil else { throw .notAServer }
        self.url = url
        self.zone = zone
        self.certificates = certificates
        let given = environment[Self.tokenVariable].flatMap { $0.isEmpty ? nil : $0 }
        token = tokenFile.map { .file($0) } ?? given.map { .given($0) } ?? .none
    }

    /// Throws ``TripError/builtWithoutHTTP`` in a program that cannot sync through a server.
    static func check() throws(TripError) {
        #if canImport(FoundationNetworking) && !HTTPSync
            throw .builtWithoutHTTP
        #endif
    }

    /// The carrier of changes.
    ///
    /// - Throws: ``TripError/builtWithoutHTTP`` for a program without the package trait `HTTPSync`, and
    ///   ``TripError/syncFailed(_:)`` where the URL, the zone or the file of certificates cannot be used.
    func transport() throws(TripError) -> any SyncTransport {
        #if HTTPSync || !canImport(FoundationNetworking)
            var configuration = HTTPTransport.Configuration()
            // A page that follows the server shall notice soon that it is back.
            configuration.longestReconnectDelay = .seconds(10)
            #if canImport(FoundationNetworking)
                configuration.certificateAuthorities = certificates
            #else
                guard certificates == nil else { throw .certificatesOfSystem }
            #endif
            let token = token
            do {
                return try HTTPTransport(url: url, zone: zone, configuration: configuration) { _ in try token.read() }
            } catch {
                throw .syncFailed(error.message)
            }
        #else
            throw .builtWithoutHTTP
        #endif
    }
}

extension SyncServer.Token {
    /// The token; nil where there is none. A file is read each time, so that a new token needs no new start.
    func read() throws -> String? {
        switch self {
        case .none: return nil
        case .given(let text): return text
        case .file(let file):
            guard let text = try? String(contentsOf: file, encoding: .utf8) else {
                throw SyncTransportError(.refused, "The file of the token, \(file.path), cannot be read.")
            }
            let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !token.isEmpty else {
                throw SyncTransportError(.refused, "The file of the token, \(file.path), is empty.")
            }
            return token
        }
    }
}

extension SyncServer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The URL and the zone, without the token.
    public var description: String { "\(url.absoluteString), zone “\(zone)”" }
    /// The same.
    public var debugDescription: String { description }
    /// The URL and the zone alone.
    public var customMirror: Mirror { Mirror(self, children: ["url": url, "zone": zone]) }
}
