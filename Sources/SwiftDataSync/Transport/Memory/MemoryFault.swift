public import SwiftDataSyncCore

/// A call of a ``MemoryTransport``, for which a test chooses faults.
public enum MemoryCall: Hashable, Sendable {
    /// Packets are sent.
    case send([SyncPacket])
    /// Packets are fetched by a device.
    case fetch(DeviceNumber)
    /// A large value is stored.
    case upload(BlobReference)
    /// A large value is fetched.
    case download(BlobReference)
    /// The identity of the account is asked for.
    case account
}

/// A fault of a call of a ``MemoryTransport``.
public enum MemoryFault: Sendable {
    /// The call throws and has no effect.
    case failBefore(SyncTransportError)
    /// The call throws after its effect.
    case failAfter(SyncTransportError)
    /// A call of `send` stores only its first packets, so many, and throws.
    case failAfterPackets(Int, SyncTransportError)
    /// A fetch delivers its packets otherwise: packets that the closure leaves out come with a later fetch, and packets may be
    /// repeated and reordered. A hub with one order delivers up to the first packet that is left out, in its order.
    case deliver(@Sendable ([SyncPacket]) -> [SyncPacket])

    /// A fetch delivers each packet twice.
    public static let repeated = MemoryFault.deliver { $0 + $0 }
    /// A fetch delivers the packets in reverse order.
    public static let reversed = MemoryFault.deliver { $0.reversed() }
    /// A fetch delivers nothing.
    public static let dropped = MemoryFault.deliver { _ in [] }

    /// A fetch delivers so many packets at most.
    public static func split(_ count: Int) -> MemoryFault { .deliver { Array($0.prefix(count)) } }
}
