/// The states of records on the wire: an array of the version and records by entity.
extension SyncState {
    /// The bytes in the wire format. Two devices with equal bytes have equal states.
    public var encoded: [UInt8] {
        var writer = WireWriter()
        writer.array(2)
        writer.uint(WireFormat.version(of: records.values))
        WireFormat.write(records, to: &writer)
        return writer.bytes
    }

    /// Reads bytes of any origin. Throws ``SyncCoreError`` with a code that begins with `wire` or is `orderKey`.
    public init(decoding bytes: [UInt8]) throws(SyncCoreError) {
        self = try WireFormat.decode(bytes, Self.read) { $0.encoded }
    }

    private static func read(_ reader: inout WireReader) throws(SyncCoreError) -> SyncState {
        try reader.array(of: 2)
        try WireFormat.checkVersion(try reader.uint())
        return SyncState(try WireFormat.readRecords(&reader))
    }
}
