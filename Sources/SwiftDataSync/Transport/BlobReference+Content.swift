public import Foundation
import SwiftDataCore
public import SwiftDataSyncCore

extension BlobReference {
    /// Creates the reference of a large value: its SHA-256 hash and its size.
    public init(of bytes: Data) {
        self.init(computedHash: [UInt8](SecureHash.sha256(ofContent: bytes)), size: UInt64(bytes.count))
    }

    /// Compares the hash and the size of bytes with the reference.
    public func matches(_ bytes: Data) -> Bool {
        UInt64(bytes.count) == size && BlobReference(of: bytes) == self
    }

    /// The hash in 64 hexadecimal digits.
    var hexadecimal: String {
        hash.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// Throws where bytes are not the bytes of the reference.
    func check(_ bytes: Data) throws(SyncTransportError) {
        guard matches(bytes) else {
            throw SyncTransportError(
                .refused,
                "The large value \(hexadecimal) has other bytes than its reference. Make the reference of the bytes."
            )
        }
    }
}
