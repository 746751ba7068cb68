/// The name of an entity, a property or a relationship, compared by its bytes in UTF-8.
///
/// Swift's strings are equal where they look alike, and two devices with “é” composed and decomposed would then keep
/// different bytes for equal states.
public struct SyncName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The characters.
    public let text: String

    /// The greatest number of bytes in a name on the wire.
    package static let byteLimit = 1_024

    /// Creates a name. Throws ``SyncCoreError/Code/name`` for more than 1,024 bytes in UTF-8, which devices refuse to read.
    public init(_ text: String) throws(SyncCoreError) {
        guard text.utf8.count <= Self.byteLimit else {
            throw SyncCoreError(.name, "A name has more than \(Self.byteLimit) bytes. Shorten it in the schema.")
        }
        self.text = text
    }

    /// Creates a name that the source code has. A literal of more than 1,024 bytes is an error of the programmer.
    public init(stringLiteral text: String) {
        precondition(text.utf8.count <= Self.byteLimit, "A literal name has more than 1,024 bytes. Shorten it.")
        self.text = text
    }

    /// The characters.
    public var description: String { text }

    /// Compares the bytes in UTF-8.
    public static func == (left: SyncName, right: SyncName) -> Bool {
        // The bytes of native strings are in one place, where they are compared in a fraction of the time.
        let isEqual = left.text.utf8.withContiguousStorageIfAvailable { bytes in
            right.text.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
        }
        return (isEqual ?? nil) ?? left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Orders names by their bytes in UTF-8.
    public static func < (left: SyncName, right: SyncName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Hashes the bytes in UTF-8.
    public func hash(into hasher: inout Hasher) { Self.hash(text, into: &hasher) }

    /// Hashes the bytes of a text in UTF-8.
    static func hash(_ text: String, into hasher: inout Hasher) {
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
