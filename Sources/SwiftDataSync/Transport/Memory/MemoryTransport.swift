public import Foundation
public import SwiftDataSyncCore

/// A transport in memory, for tests and simulations: a connection to a ``MemoryHub``, with faults that a test chooses.
///
/// It has no timers and never suspends, so that a test with one task is deterministic.
public struct MemoryTransport: SyncTransport {
    /// The other side.
    public let hub: MemoryHub
    private let faults: @Sendable (MemoryCall) -> [MemoryFault]

    /// Connects to a hub. `faults` is asked at each call for the faults of the call.
    public init(_ hub: MemoryHub, faults: @escaping @Sendable (MemoryCall) -> [MemoryFault] = { _ in [] }) {
        self.hub = hub
        self.faults = faults
    }

    /// The order of the hub.
    public var ordering: SyncOrdering { hub.ordering }

    /// Stores packets in the hub.
    ///
    /// - Throws: ``SyncTransportError``, also that of a fault.
    public func send(_ packets: [SyncPacket]) async throws {
        let faults = try begin(.send(packets))
        for case .failAfterPackets(let count, let error) in faults {
            try hub.send(Array(packets.prefix(count)))
            throw error
        }
        try hub.send(packets)
        try end(faults)
    }

    /// Fetches packets from the hub.
    ///
    /// - Throws: ``SyncTransportError``, also that of a fault.
    public func fetch(after cursor: SyncCursor?, for device: DeviceNumber, limit: Int) async throws -> SyncFetch {
        let faults = try begin(.fetch(device))
        let fetched = try hub.fetch(after: cursor, for: device, limit: limit) { packets in
            faults.reduce(packets) { packets, fault in
                if case .deliver(let change) = fault { change(packets) } else { packets }
            }
        }
        try end(faults)
        return fetched
    }

    /// Signals each call of `send` and `upload` of any transport of the hub.
    public func notices() -> AsyncStream<Void> { hub.notices() }

    /// Stores a large value in the hub.
    ///
    /// - Throws: ``SyncTransportError``, also that of a fault.
    public func upload(_ blob: BlobReference, _ bytes: Data) async throws {
        let faults = try begin(.upload(blob))
        try hub.upload(blob, bytes)
        try end(faults)
    }

    /// Returns a large value of the hub.
    ///
    /// - Throws: ``SyncTransportError``, also that of a fault.
    public func download(_ blob: BlobReference) async throws -> Data {
        let faults = try begin(.download(blob))
        let bytes = try hub.download(blob)
        try end(faults)
        return bytes
    }

    /// Returns the account of the hub.
    ///
    /// - Throws: The ``SyncTransportError`` of a fault.
    public func account() async throws -> String? {
        let faults = try begin(.account)
        let account = hub.account
        try end(faults)
        return account
    }

    private func begin(_ call: MemoryCall) throws(SyncTransportError) -> [MemoryFault] {
        let chosen = faults(call)
        for case .failBefore(let error) in chosen { throw error }
        return chosen
    }

    private func end(_ faults: [MemoryFault]) throws(SyncTransportError) {
        for case .failAfter(let error) in faults { throw error }
    }
}
