public import Foundation
public import SwiftDataSyncCore

/// A change set on its way: its bytes, which a transport does not read, and the two numbers that identify it.
public struct SyncPacket: Hashable, Sendable {
    /// The device that sends.
    public let device: DeviceNumber
    /// The number of the change set, counted by the device from 1.
    public let sequence: UInt64
    /// The bytes of the change set.
    public let bytes: [UInt8]

    /// Creates a packet.
    public init(device: DeviceNumber, sequence: UInt64, bytes: [UInt8]) {
        self.device = device
        self.sequence = sequence
        self.bytes = bytes
    }

    /// Creates the packet of a change set.
    public init(_ changes: ChangeSet) {
        self.init(device: changes.device, sequence: changes.sequence, bytes: changes.encoded)
    }

    /// Reads the change set.
    ///
    /// - Throws: ``SyncTransportError`` with code `versionTooNew` where a later version has written it, and `packetDamaged`
    ///   where the bytes are no change set, or the change set of another device or sequence.
    public func changes() throws(SyncTransportError) -> ChangeSet {
        let changes: ChangeSet
        do { changes = try ChangeSet(decoding: bytes) } catch {
            guard error.code == .wireVersion else { throw .damaged(self, error.message) }
            throw SyncTransportError(.versionTooNew, "\(name): \(error.message)")
        }
        guard changes.device == device, changes.sequence == sequence else {
            throw .damaged(self, "The change set has another device or sequence. Ask the sender to send it again.")
        }
        return changes
    }

    /// The packet in messages.
    var name: String { "Packet \(sequence) of device \(device.hexadecimal)" }
}

/// The packets that a fetch has delivered.
public struct SyncFetch: Hashable, Sendable {
    /// The packets, each once.
    public var packets: [SyncPacket]
    /// The cursor after these packets. A client keeps it in the transaction that applies them.
    public var cursor: SyncCursor
    /// True where the limit has left packets out, so that the next fetch should follow at once.
    public var moreComing: Bool

    /// Creates the answer of a fetch.
    public init(packets: [SyncPacket], cursor: SyncCursor, moreComing: Bool) {
        self.packets = packets
        self.cursor = cursor
        self.moreComing = moreComing
    }
}

/// A position in the packets that a transport delivers. Only the transport that has made it reads it.
public struct SyncCursor: Hashable, Codable, Sendable {
    /// The bytes, which the transport has written.
    public let bytes: Data

    /// Creates a cursor.
    public init(bytes: Data) {
        self.bytes = bytes
    }
}

extension DeviceNumber {
    /// The number in 16 hexadecimal digits, as in messages and the names of folders.
    package var hexadecimal: String { rawValue.hexadecimal }
}

extension UInt64 {
    /// The number in 16 hexadecimal digits.
    var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
