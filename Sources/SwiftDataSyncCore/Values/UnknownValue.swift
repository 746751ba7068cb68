/// A value of a kind that a later version of the wire format has added, kept as it came.
///
/// Values of such kinds are ordered by the number of the kind and then by their bytes, on devices that know the kind too.
/// A version that adds a kind gives it bytes whose order is the order of the values.
public struct UnknownValue: Hashable, Comparable, Sendable {
    /// The number of the kind.
    public let kind: UInt64
    /// One CBOR item.
    package let item: [UInt8]

    /// Creates a value. Returns nil for a kind that this version knows.
    package init?(kind: UInt64, item: [UInt8]) {
        guard SyncValue.Kind(rawValue: kind) == nil else { return nil }
        self.kind = kind
        self.item = item
    }

    /// Orders values by the numbers of their kinds, and then by their bytes.
    public static func < (left: UnknownValue, right: UnknownValue) -> Bool {
        left.kind != right.kind ? left.kind < right.kind : left.item.lexicographicallyPrecedes(right.item)
    }
}
