/// A large value by its content: a hash of its bytes and their number. The bytes travel apart.
public struct BlobReference: Hashable, Comparable, Sendable {
    /// The SHA-256 hash of the bytes.
    public let hash: [UInt8]
    /// The number of bytes.
    public let size: UInt64

    /// Creates a reference. Returns nil where the hash does not have 32 bytes.
    public init?(hash: [UInt8], size: UInt64) {
        guard hash.count == 32 else { return nil }
        self.hash = hash
        self.size = size
    }

    /// Creates a reference with a hash that has been computed, and therefore has 32 bytes.
    package init(computedHash hash: [UInt8], size: UInt64) {
        self.hash = hash
        self.size = size
    }

    /// Orders references by their hashes, and then by their sizes.
    public static func < (left: BlobReference, right: BlobReference) -> Bool {
        left.hash == right.hash ? left.size < right.size : left.hash.lexicographicallyPrecedes(right.hash)
    }
}
