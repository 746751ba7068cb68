/// A value with members: the bytes of `.composite` are then a map from names to values, as on the wire.
extension SyncValue {
    /// Makes a value of its members. Equal members have equal bytes.
    package static func composite(members: [SyncName: SyncValue]) -> SyncValue {
        var writer = WireWriter()
        writer.names(members) { writer, value in value.write(to: &writer) }
        return .composite(writer.bytes)
    }

    /// Reads the members of a composite value. Throws where the bytes are no map from names to values.
    package static func members(ofComposite bytes: [UInt8]) throws(SyncCoreError) -> [SyncName: SyncValue] {
        func read(_ reader: inout WireReader) throws(SyncCoreError) -> [SyncName: SyncValue] {
            try reader.names { reader throws(SyncCoreError) in try SyncValue(from: &reader) }
        }
        return try WireFormat.decode(bytes, read) { members in
            if case .composite(let bytes) = composite(members: members) { bytes } else { [] }
        }
    }
}
