/// The name of a key by which values are sealed: a number that the app gives it, and a fingerprint of the key.
///
/// A key with a greater number is newer. The fingerprint distinguishes two keys that devices have given the same
/// number, so that a device with another key knows that it lacks one. Names are not encrypted on the wire.
public struct SealingKeyName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, which grows with each new key.
    public let number: UInt64
    /// 32 bits that are derived from the key and reveal nothing of it.
    public let fingerprint: UInt32

    /// Creates a name.
    public init(number: UInt64, fingerprint: UInt32) {
        self.number = number
        self.fingerprint = fingerprint
    }

    /// The number and the fingerprint in hexadecimal digits, such as `3-9f86d081`.
    public var description: String {
        let digits = String(fingerprint, radix: 16)
        return "\(number)-\(String(repeating: "0", count: 8 - digits.count))\(digits)"
    }

    /// Orders names by their numbers, and then by their fingerprints.
    public static func < (left: SealingKeyName, right: SealingKeyName) -> Bool {
        left.number != right.number ? left.number < right.number : left.fingerprint < right.fingerprint
    }
}
