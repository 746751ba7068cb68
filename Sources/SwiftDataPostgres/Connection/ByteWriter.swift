#if PostgreSQL
/// Bytes in the order of the network, as the server's protocol has them.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    /// Overwrites the bytes at an offset with a number.
    mutating func set<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        withUnsafeBytes(of: number.bigEndian) { new in
            bytes.replaceSubrange(offset..<offset + new.count, with: new)
        }
    }

    mutating func removeLast(_ count: Int) { bytes.removeLast(count) }

    /// Writes a number behind its size.
    mutating func appendSized(number: some FixedWidthInteger) {
        append(Int32(number.bitWidth / 8))
        append(number)
    }

    /// Writes a text behind its size.
    /// - Returns: False for a text with the character U+0000.
    mutating func appendSized(text: String) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            append(Int32(truncatingIfNeeded: utf8.count))
            bytes.append(contentsOf: utf8)
            return !utf8.contains(0)
        }
    }

    /// Writes bytes behind their number.
    mutating func appendSized(_ value: [UInt8]?) {
        guard let value else { return append(Int32(-1)) }
        append(Int32(truncatingIfNeeded: value.count))
        bytes.append(contentsOf: value)
    }
}

/// Reads numbers in the order of the network.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        let size = MemoryLayout<Number>.size
        guard bytes.count - offset >= size else { return nil }
        defer { offset += size }
        return Number(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, bytes.count - offset >= count else { return nil }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }
}
#endif
