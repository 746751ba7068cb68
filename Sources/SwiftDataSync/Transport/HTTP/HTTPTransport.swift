public import Foundation
public import SwiftDataSyncCore

/// A server as a transport, over HTTP.
///
/// `docs/sync-http.md` describes the protocol, which a server in any language can speak. All devices get one order. Calls fail
/// with ``SyncTransportError``; its `retryAfter` is the time that the server has asked to wait for.
///
/// On systems without Apple's URLSession it needs the trait `HTTPSync` of this package.
///
/// An addition of this library: Apple's framework has CloudKit alone.
public final class HTTPTransport: SyncTransport {
    private let client: HTTPClient
    private let downloads: HTTPDownloads

    init(_ routes: HTTPRoutes, _ configuration: Configuration, _ session: any HTTPSession, _ tokens: HTTPTokens) {
        client = HTTPClient(routes, configuration, session, tokens)
        downloads = HTTPDownloads(client)
    }

    /// The object that ends the connections when it is released.
    package var connections: AnyObject { client }

    /// One order for all devices.
    public var ordering: SyncOrdering { .total }

    /// Sends packets, and returns when the server has stored them durably.
    ///
    /// - Throws: ``SyncTransportError``, or `CancellationError`.
    public func send(_ packets: [SyncPacket]) async throws { try await HTTPPackets(client).send(packets) }

    /// Fetches packets after a cursor.
    ///
    /// - Throws: ``SyncTransportError``, or `CancellationError`.
    public func fetch(after cursor: SyncCursor?, for device: DeviceNumber, limit: Int) async throws -> SyncFetch {
        try await HTTPPackets(client).fetch(after: cursor, for: device, limit: limit)
    }

    /// Signals events of the server, over a connection that lasts as long as the stream. It is opened again after failures. The
    /// stream ends where the server has no events.
    public func notices() -> AsyncStream<Void> {
        guard client.configuration.listensForEvents else { return AsyncStream { $0.finish() } }
        return HTTPEvents(client: client).stream()
    }

    /// Stores a large value, from where an earlier upload was cut.
    ///
    /// - Throws: ``SyncTransportError``, or `CancellationError`.
    public func upload(_ blob: BlobReference, _ bytes: Data) async throws {
        try blob.check(bytes)
        try await HTTPUpload(client: client, blob: blob, bytes: bytes).run()
    }

    /// Returns a large value, whose hash has been compared, and resumes a download that was cut.
    ///
    /// - Throws: ``SyncTransportError``, or `CancellationError`.
    public func download(_ blob: BlobReference) async throws -> Data { try await downloads.download(blob) }

    /// Returns the identity of the data, which the server decides.
    ///
    /// - Throws: ``SyncTransportError``, or `CancellationError`.
    public func account() async throws -> String? { try await client.askForAccount() }
}
