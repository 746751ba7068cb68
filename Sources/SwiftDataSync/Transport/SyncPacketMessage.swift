public import Foundation

/// The bytes of packets in one message between a client and a server, such as the body of a request.
///
/// A message has the layout of a file of ``FolderTransport`` (docs/sync-transports.md), with packets of any devices, or none.
public enum SyncPacketMessage {
    /// Returns the message with packets, in their order.
    public static func encode(_ packets: [SyncPacket]) -> Data { PacketFile.bytes(packets) }

    /// Reads a message of any origin.
    ///
    /// - Throws: ``SyncTransportError`` with code `versionTooNew` where a later version has written the message, and
    ///   `packetDamaged` where it was cut or changed on its way.
    public static func decode(_ message: Data) throws(SyncTransportError) -> [SyncPacket] {
        switch PacketFile.read(message, of: nil) {
        case .packets(let packets): return packets
        case .newer:
            throw SyncTransportError(.versionTooNew, "A later version has written the message. Update this program.")
        case .incomplete:
            throw SyncTransportError(.packetDamaged, "The message was cut or changed on its way. Send it again.")
        }
    }

    /// Returns a message as gzip; nil where that makes it no smaller.
    public static func compress(_ message: Data) -> Data? { Gzip.compress(message) }

    /// Returns a message that was sent as gzip; nil for bytes that are cut, or no gzip.
    ///
    /// - Throws: ``SyncTransportError`` with code `refused` where the message has more bytes than `limit`. No more are expanded.
    public static func expand(_ body: Data, limit: Int) throws(SyncTransportError) -> Data? {
        try Gzip.expand(body, limit: limit)
    }
}
