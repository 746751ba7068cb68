/// A hash of some text that is the same in every process, unlike that of `Hasher`: 64 bits by FNV-1a.
///
/// It tells contents apart that a browser has and that a server has, which nobody gains by confusing.
enum ContentHash {
    static func value(of text: some Sequence<UInt8>) -> UInt64 {
        text.reduce(0xcbf2_9ce4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// The hash as text of 13 characters at most.
    static func text(of text: some Sequence<UInt8>) -> String { String(value(of: text), radix: 36) }
}
