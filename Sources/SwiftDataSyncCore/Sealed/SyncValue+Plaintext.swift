/// The bytes of a value that are sealed: the bytes of the wire, filled to a multiple of 16 bytes, so that null, truth
/// values, numbers and short strings have one length.
extension SyncValue {
    private static let block = 16

    /// The bytes to seal. Equal values have equal bytes.
    package var plaintext: [UInt8] {
        var writer = WireWriter()
        write(to: &writer)
        var bytes = writer.bytes
        // ISO/IEC 7816-4: a byte that says where the value ends, and zeros.
        bytes.append(0x80)
        bytes += [UInt8](repeating: 0, count: (Self.block - bytes.count % Self.block) % Self.block)
        return bytes
    }

    /// Reads the bytes that a device has sealed. Throws ``SyncCoreError/Code/wireFormat`` where they are no value.
    package init(plaintext bytes: [UInt8]) throws(SyncCoreError) {
        guard let end = bytes.lastIndex(where: { $0 != 0 }), bytes[end] == 0x80 else {
            throw WireReader.malformed("A sealed value has no end")
        }
        self = try WireFormat.decode(
            Array(bytes[..<end]),
            { reader throws(SyncCoreError) in try SyncValue(from: &reader) },
            { value in
                var writer = WireWriter()
                value.write(to: &writer)
                return writer.bytes
            }
        )
        if case .sealed = self { throw WireReader.malformed("A value is sealed twice") }
    }
}
