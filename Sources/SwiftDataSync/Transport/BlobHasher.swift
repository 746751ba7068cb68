public import Foundation
import SwiftDataCore
public import SwiftDataSyncCore

/// The reference of a large value whose bytes come one part after the other, as at a server that never has all of them in memory.
public struct BlobHasher {
    private var hash = SHA256()
    private var count: UInt64 = 0

    /// Begins with no bytes.
    public init() {}

    /// Adds the bytes that follow.
    public mutating func update(_ bytes: Data) {
        bytes.withUnsafeBytes { hash.update($0) }
        count += UInt64(bytes.count)
    }

    /// Returns the reference of all bytes.
    public consuming func finish() -> BlobReference {
        BlobReference(computedHash: [UInt8](hash.finish()), size: count)
    }
}
