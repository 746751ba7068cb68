public import Foundation
import SwiftDataCore
public import SwiftDataSyncCore

/// The other side of ``MemoryTransport``s: packets and large values in memory, in one process, for tests.
///
/// Its functions are synchronous and deterministic, and can be called from any isolation.
public final class MemoryHub: Sendable {
    struct State {
        var log: [SyncPacket] = []
        var places: [Key: Int] = [:]
        var blobs: [BlobReference: Data] = [:]
        var account: String?
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var listenerCount = 0
    }

    struct Key: Hashable {
        let device: DeviceNumber
        let sequence: UInt64
    }

    /// The order in which packets are delivered.
    public let ordering: SyncOrdering
    private let state: Locked<State>

    /// Creates a hub without packets.
    public init(ordering: SyncOrdering = .causal, account: String? = nil) {
        self.ordering = ordering
        state = Locked(State(account: account))
    }

    /// The identity of the account. Another one stands for another user's data.
    public var account: String? {
        get { state.withLock { $0.account } }
        set { state.withLock { $0.account = newValue } }
    }

    /// The packets in the order in which they have been stored.
    public var packets: [SyncPacket] { state.withLock { $0.log } }

    /// Stores packets. Packets before the first refused one are stored.
    ///
    /// - Throws: ``SyncTransportError``, with code `sequenceTaken` where another packet has the same device and
    ///   sequence.
    public func send(_ packets: [SyncPacket]) throws(SyncTransportError) {
        let (result, listeners) = state.withLock { state in (Self.store(packets, &state), Array(state.listeners.values))
        }
        for listener in listeners { listener.yield() }
        try result.get()
    }

    private static func store(_ packets: [SyncPacket], _ state: inout State) -> Result<Void, SyncTransportError> {
        for packet in packets {
            do { try SyncTransportError.check(packet) } catch { return .failure(error) }
            let key = Key(device: packet.device, sequence: packet.sequence)
            if let place = state.places[key] {
                guard state.log[place] == packet else { return .failure(.sequenceTaken(packet)) }
                continue
            }
            state.places[key] = state.log.count
            state.log.append(packet)
        }
        return .success(())
    }

    /// Fetches packets after a cursor; `deliver` changes the delivered packets.
    public func fetch(
        after cursor: SyncCursor?,
        for device: DeviceNumber,
        limit: Int,
        deliver: ([SyncPacket]) -> [SyncPacket] = { $0 }
    ) throws(SyncTransportError) -> SyncFetch {
        let log = packets
        switch ordering {
        case .causal:
            var positions = try PacketPositions(cursor)
            let waiting = log.filter { $0.device != device && !positions.contains($0) }
            let delivered = deliver(Self.first(waiting, limit))
            for packet in delivered { positions.insert(packet) }
            let more = !delivered.isEmpty && waiting.contains { !positions.contains($0) }
            return SyncFetch(packets: delivered, cursor: positions.cursor, moreComing: more)
        case .total:
            let start = try LogPosition(cursor, log.count).count
            let waiting = log[start...].filter { $0.device != device }
            let counts = Dictionary(deliver(Self.first(waiting, limit)).map { ($0, 1) }, uniquingKeysWith: +)
            var delivered: [SyncPacket] = []
            var end = start
            while end < log.count, log[end].device == device || counts[log[end]] != nil {
                delivered += Array(repeating: log[end], count: log[end].device == device ? 0 : counts[log[end]] ?? 0)
                end += 1
            }
            return SyncFetch(
                packets: delivered,
                cursor: LogPosition(count: end).cursor,
                moreComing: !delivered.isEmpty && end < log.count
            )
        }
    }

    private static func first(_ packets: [SyncPacket], _ limit: Int) -> [SyncPacket] {
        var budget = PacketBudget(limit: limit)
        return Array(packets.prefix { budget.take($0) })
    }

    /// Stores a large value.
    ///
    /// - Throws: ``SyncTransportError``, with code `refused` where the bytes are not the bytes of the reference.
    public func upload(_ blob: BlobReference, _ bytes: Data) throws(SyncTransportError) {
        try blob.check(bytes)
        let listeners = state.withLock { state in
            state.blobs[blob] = bytes
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield() }
    }

    /// Returns a large value.
    ///
    /// - Throws: ``SyncTransportError``, with code `blobMissing` where the hub does not have it.
    public func download(_ blob: BlobReference) throws(SyncTransportError) -> Data {
        guard let bytes = state.withLock({ $0.blobs[blob] }) else { throw .blobMissing(blob.hexadecimal) }
        return bytes
    }

    /// Signals each call of `send` and `upload` from now on.
    public func notices() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.listenerCount += 1
            state.listeners[state.listenerCount] = continuation
            return state.listenerCount
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}

/// A cursor of a hub with one order: the number of packets before it.
private struct LogPosition {
    let count: Int

    /// The first byte of cursors of this kind.
    private static let kind: UInt8 = 2

    init(count: Int) { self.count = count }

    init(_ cursor: SyncCursor?, _ end: Int) throws(SyncTransportError) {
        guard let cursor else {
            count = 0
            return
        }
        var reader = NumberReader(cursor.bytes)
        guard reader.byte() == Self.kind, let number = reader.number(), reader.isAtEnd, number <= UInt64(end) else {
            throw .cursorInvalid
        }
        count = Int(number)
    }

    var cursor: SyncCursor {
        var data = Data([Self.kind])
        data.append(bigEndian: UInt64(count))
        return SyncCursor(bytes: data)
    }
}
