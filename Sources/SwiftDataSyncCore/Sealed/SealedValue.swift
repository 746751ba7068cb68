/// A value that only devices with a key can read.
///
/// Of two sealed values with one clock the one under the newer key remains: a value that is sealed again keeps its
/// clock, and a server without any key drops the old form.
public struct SealedValue: Hashable, Comparable, Sendable {
    /// The name of the key.
    public let key: SealingKeyName
    /// The bytes, which a device with the key can open.
    public let bytes: [UInt8]

    /// Creates a sealed value.
    public init(key: SealingKeyName, bytes: [UInt8]) {
        self.key = key
        self.bytes = bytes
    }

    /// Orders values by their keys, then by their sizes and bytes, which is the order of their items on the wire.
    public static func < (left: SealedValue, right: SealedValue) -> Bool {
        if left.key != right.key { return left.key < right.key }
        if left.bytes.count != right.bytes.count { return left.bytes.count < right.bytes.count }
        return left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension SealedValue {
    func write(to writer: inout WireWriter) {
        writer.array(3)
        writer.uint(key.number)
        writer.uint(UInt64(key.fingerprint))
        writer.data(bytes)
    }

    init(from reader: inout WireReader) throws(SyncCoreError) {
        try reader.array(of: 3)
        let key = try SealingKeyName(from: &reader)
        self.init(key: key, bytes: try reader.data())
    }
}

extension SealingKeyName {
    init(from reader: inout WireReader) throws(SyncCoreError) {
        let number = try reader.uint()
        guard let fingerprint = UInt32(exactly: try reader.uint()) else {
            throw WireReader.malformed("A fingerprint does not have 32 bits")
        }
        self.init(number: number, fingerprint: fingerprint)
    }
}
