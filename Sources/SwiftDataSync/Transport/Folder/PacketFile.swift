package import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// The bytes of a file with packets of one device.
///
/// | bytes | |
/// |---|---|
/// | 8 | `OSDSYNC` and a line feed |
/// | 8 | the version of the content, 1 |
/// | 8 | the number of bytes of the content |
/// | 32 | the SHA-256 hash of the version, the number and the content |
/// | the rest | the content: of each packet the device, the sequence and the number of its bytes, 8 bytes each, and its bytes |
///
/// Numbers are big-endian. The first 56 bytes are the same in all versions, so that a file that is damaged or half copied
/// differs from a file of a later version.
package enum PacketFile {
    /// The meaning of the bytes of a file.
    enum Reading: Hashable {
        /// Packets of the device, at least one.
        case packets([SyncPacket])
        /// A file that is half copied, damaged, of another device or of another program.
        case incomplete
        /// A whole file of a later version.
        case newer
    }

    package static let version: UInt64 = 1
    private static let magic = Data("OSDSYNC\n".utf8)

    static func bytes(_ packets: [SyncPacket]) -> Data {
        var content = Data()
        for packet in packets {
            content.append(bigEndian: packet.device.rawValue)
            content.append(bigEndian: packet.sequence)
            content.append(bigEndian: UInt64(packet.bytes.count))
            content.append(contentsOf: packet.bytes)
        }
        return bytes(version: version, content)
    }

    /// The file of a content of any version.
    package static func bytes(version: UInt64, _ content: Data) -> Data {
        magic + numbers(version, content) + hash(version, content) + content
    }

    private static func numbers(_ version: UInt64, _ content: Data) -> Data {
        var numbers = Data()
        numbers.append(bigEndian: version)
        numbers.append(bigEndian: UInt64(content.count))
        return numbers
    }

    private static func hash(_ version: UInt64, _ content: Data) -> Data {
        SecureHash.sha256(ofContent: numbers(version, content) + content)
    }

    /// Reads the bytes of a file, or of a message. A message has packets of any devices, and can have none: `device` is nil.
    static func read(_ data: Data, of device: DeviceNumber?) -> Reading {
        var reader = NumberReader(data)
        guard reader.bytes(8) == magic, let version = reader.number(), let count = reader.number(),
            let hash = reader.bytes(32), let content = reader.bytes(count), reader.isAtEnd,
            hash == self.hash(version, content)
        else { return .incomplete }
        guard version == self.version else { return version > self.version ? .newer : .incomplete }
        return packets(content, device).map { .packets($0) } ?? .incomplete
    }

    private static func packets(_ content: Data, _ device: DeviceNumber?) -> [SyncPacket]? {
        var reader = NumberReader(content)
        var packets: [SyncPacket] = []
        while !reader.isAtEnd {
            guard let number = reader.number(), number == device?.rawValue ?? number, let sequence = reader.number(),
                sequence > 0, let count = reader.number(), let bytes = reader.bytes(count)
            else { return nil }
            packets.append(SyncPacket(device: DeviceNumber(number), sequence: sequence, bytes: [UInt8](bytes)))
        }
        return packets.isEmpty && device != nil ? nil : packets
    }
}
