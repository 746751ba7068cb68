/// One level of an order key: an integer, and the device that made a key which ends here.
///
/// Integers have an encoding whose order by bytes is their order as numbers: one byte from -64 to 63, and up to nine beyond.
/// A device follows as the byte 1 and eight bytes. The byte 1 is less than each first byte of an integer, so that keys that
/// end at a level come before keys that go on without a device.
struct OrderLevel: Hashable, Sendable {
    let number: Int64
    let device: DeviceNumber?

    static let deviceMark: UInt8 = 1
    private static let smallest: Int64 = -64
    private static let greatest: Int64 = 63

    /// Appends the bytes of the level.
    func write(to bytes: inout [UInt8]) {
        switch number {
        case Self.smallest...Self.greatest:
            bytes.append(UInt8(0x80 + number))
        case ..<Self.smallest:
            let size = UInt64(bitPattern: Self.smallest - 1 - number)
            let count = Self.byteCount(size)
            bytes.append(0x40 - UInt8(count))
            bytes += (~size).bigEndianBytes.suffix(count)
        default:
            let size = UInt64(bitPattern: number - Self.greatest - 1)
            let count = Self.byteCount(size)
            bytes.append(0xBF + UInt8(count))
            bytes += size.bigEndianBytes.suffix(count)
        }
        if let device {
            bytes.append(Self.deviceMark)
            bytes += device.rawValue.bigEndianBytes
        }
    }

    /// Reads a level and moves the position. Returns nil for bytes that no level has.
    static func read(_ bytes: [UInt8], at position: inout Int) -> OrderLevel? {
        guard position < bytes.count else { return nil }
        let first = bytes[position]
        position += 1
        let number: Int64
        switch first {
        case 0x40...0xBF:
            number = Int64(first) - 0x80
        case 0x38...0x3F:
            guard let size = integer(bytes, at: &position, count: Int(0x40 - first), inverted: true) else { return nil }
            number = smallest - 1 - size
        case 0xC0...0xC7:
            guard let size = integer(bytes, at: &position, count: Int(first - 0xBF), inverted: false) else {
                return nil
            }
            number = greatest + 1 + size
        default:
            return nil
        }
        guard position < bytes.count, bytes[position] == deviceMark else {
            return OrderLevel(number: number, device: nil)
        }
        guard position + 9 <= bytes.count else { return nil }
        let device = bytes[(position + 1)..<(position + 9)].reduce(0) { $0 << 8 | UInt64($1) }
        position += 9
        return OrderLevel(number: number, device: DeviceNumber(device))
    }

    /// Reads an integer of so many bytes. Returns nil where fewer bytes would do, and beyond 61 bits,
    /// so that the distance of two integers has 64.
    private static func integer(_ bytes: [UInt8], at position: inout Int, count: Int, inverted: Bool) -> Int64? {
        guard position + count <= bytes.count else { return nil }
        var size: UInt64 = 0
        for byte in bytes[position..<(position + count)] { size = size << 8 | UInt64(inverted ? ~byte : byte) }
        position += count
        guard size < 1 << 61, byteCount(size) == count else { return nil }
        return Int64(size)
    }

    private static func byteCount(_ size: UInt64) -> Int {
        max(1, (71 - size.leadingZeroBitCount) / 8)
    }
}
