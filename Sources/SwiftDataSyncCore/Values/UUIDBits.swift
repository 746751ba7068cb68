/// The 128 bits of a UUID, compared as its 16 bytes are.
public struct UUIDBits: Hashable, Comparable, Sendable {
    /// The first eight bytes.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// Creates a UUID from its halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates a UUID from 16 bytes. Returns nil for another number of bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
        )
    }

    /// The 16 bytes.
    public var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }

    /// Orders UUIDs by their bytes.
    public static func < (left: UUIDBits, right: UUIDBits) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}

extension UInt64 {
    /// The eight bytes, the most significant one first.
    var bigEndianBytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: self >> UInt64(56 - 8 * $0)) }
    }
}
