import Foundation

extension Data {
    mutating func append(bigEndian number: UInt64) {
        for shift in stride(from: UInt64(56), through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}

/// A reader of numbers of 64 bits and bytes, for data of any origin: it returns nil at the end, and never traps.
struct NumberReader {
    private let data: Data
    private var position: Int

    init(_ data: Data) {
        self.data = data
        position = data.startIndex
    }

    var isAtEnd: Bool { position == data.endIndex }

    mutating func byte() -> UInt8? {
        guard position < data.endIndex else { return nil }
        defer { position += 1 }
        return data[position]
    }

    mutating func number() -> UInt64? {
        guard let bytes = bytes(8) else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func bytes(_ count: UInt64) -> Data? {
        guard count <= UInt64(data.endIndex - position) else { return nil }
        defer { position += Int(count) }
        return data[position..<(position + Int(count))]
    }
}
