public import Foundation
public import SwiftDataSyncCore

/// The order in which a transport delivers packets.
public enum SyncOrdering: Hashable, Sendable {
    /// Any order. Change sets name the change sets that their device had seen.
    case causal
    /// One order for all devices, in which packets are delivered without gaps, as a server has it.
    case total
}

/// A carrier of change sets between devices, such as a folder or a server.
///
/// An implementation does not depend on models: a packet is bytes with the number of a device and a sequence. All
/// methods may be called from any isolation and at the same time. They throw ``SyncTransportError``.
/// `docs/sync-transports.md` is a guide to a transport of one's own, and ``SyncTransportChecks`` checks the
/// requirements.
public protocol SyncTransport: Sendable {
    /// The order in which packets are delivered. It never changes.
    var ordering: SyncOrdering { get }

    /// Sends packets, and returns when they are stored durably.
    ///
    /// The effect of a packet that is sent twice is that of one. Where the call fails, any of the packets may have been stored,
    /// and the caller sends them again.
    ///
    /// - Throws: ``SyncTransportError/Code/sequenceTaken`` where other bytes have been sent with the same device and sequence.
    func send(_ packets: [SyncPacket]) async throws

    /// Fetches packets after a cursor.
    ///
    /// Each packet is delivered once along a line of cursors. A packet that arrives late is delivered when it arrives. A cursor
    /// can be used again, by another instance too.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the last fetch whose packets have been applied; nil for the beginning.
    ///   - device: The device that fetches. Its own packets may be left out.
    ///   - limit: The number of bytes of packets after which no further packet is added. One packet is delivered even if it is
    ///     larger.
    /// - Throws: ``SyncTransportError/Code/cursorInvalid`` where the cursor is none of this transport's, or where its place has been
    ///   forgotten, as by a server that has put old packets together. The client fetches from the beginning then.
    func fetch(after cursor: SyncCursor?, for device: DeviceNumber, limit: Int) async throws -> SyncFetch

    /// Signals that something may have arrived. Signals may be missing, late and superfluous; a client also fetches without them.
    func notices() -> AsyncStream<Void>

    /// Stores a large value. A value that is stored already is kept.
    ///
    /// - Throws: ``SyncTransportError/Code/refused`` where the bytes are not the bytes of the reference.
    func upload(_ blob: BlobReference, _ bytes: Data) async throws

    /// Returns a large value, whose hash has been compared with the reference.
    ///
    /// - Throws: ``SyncTransportError/Code/blobMissing`` while it has not arrived.
    func download(_ blob: BlobReference) async throws -> Data

    /// Returns the identity of the account or the place that packets are sent to; nil where there is none.
    ///
    /// Another identity than before means another account: the packets that have been sent are not there, and have to
    /// be sent again.
    func account() async throws -> String?
}
