/// The place of a record in an ordered relationship: bytes between whose order there is always room.
///
/// The idea is fractional indexing (Evan Wallace, “Realtime Editing of Ordered Sequences”, Figma, 2017): a member that
/// moves gets a key between the keys of its new neighbours, and no other member changes. Keys here are paths of levels,
/// as in Logoot (Weiss, Urso and Molli, 2009). A level is an integer without bounds in practice, so that keys grow by
/// the logarithm of the insertions where these follow each other at one place. The last level names the device: two
/// devices that insert at the same place make different keys, and there is room between them.
public struct OrderKey: Hashable, Comparable, Sendable {
    /// The bytes, which are ordered as the keys are.
    public let bytes: [UInt8]

    /// The greatest number of bytes of a key.
    package static let byteLimit = 16_384

    /// Creates a key from its bytes. Throws ``SyncCoreError/Code/orderKey`` where they are none of a key.
    public init(bytes: [UInt8]) throws(SyncCoreError) {
        guard bytes.count <= Self.byteLimit, let levels = Self.levels(bytes), levels.last?.device != nil else {
            throw SyncCoreError(.orderKey, "The bytes are not an order key. Give the member a new key.")
        }
        self.bytes = bytes
    }

    init(_ levels: [OrderLevel]) throws(SyncCoreError) {
        var bytes: [UInt8] = []
        for level in levels { level.write(to: &bytes) }
        // Integers at the limit have bytes that other devices refuse.
        guard bytes.count <= Self.byteLimit, Self.levels(bytes) != nil else {
            throw SyncCoreError(.orderKey, "An order key is too long. Give all members of the relationship new keys.")
        }
        self.bytes = bytes
    }

    /// The levels of the key.
    var levels: [OrderLevel] { Self.levels(bytes) ?? [] }

    private static func levels(_ bytes: [UInt8]) -> [OrderLevel]? {
        var levels: [OrderLevel] = []
        var position = 0
        while position < bytes.count {
            guard let level = OrderLevel.read(bytes, at: &position) else { return nil }
            levels.append(level)
        }
        return levels
    }

    /// Returns true where a key comes first in the order of members.
    public static func < (left: OrderKey, right: OrderKey) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
