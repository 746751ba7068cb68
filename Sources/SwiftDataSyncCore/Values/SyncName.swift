/// The name of an entity, a property or a relationship, compared by its bytes in UTF-8.
///
/// Swift's strings are equal where they look alike, and two devices with “é” composed and decomposed would then keep
/// different bytes for equal states.
public struct SyncName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The characters.
    public let text: String

    /// The greatest number of bytes in a name on the wire.
    package static let byteLimit = 1_024

    /// Creates a name.
    public init(_ text: String) {
        self.text = text
    }

    public init(stringLiteral text: String) {
        self.text = text
    }

    public var description: String { text }

    public static func == (left: SyncName, right: SyncName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    public static func < (left: SyncName, right: SyncName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }

    /// Returns true where the name comes first among the keys of a map in deterministic CBOR: shorter names first.
    func precedesOnWire(_ other: SyncName) -> Bool {
        let (count, otherCount) = (text.utf8.count, other.text.utf8.count)
        return count != otherCount ? count < otherCount : self < other
    }
}
