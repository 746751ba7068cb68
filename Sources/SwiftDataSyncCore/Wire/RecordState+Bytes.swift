/// One record as bytes, for a storage: an array of the version, the name of the entity and the record of the wire format.
extension RecordState {
    /// Returns the bytes of the state of a record.
    package func encoded(as id: RecordID) -> [UInt8] {
        var writer = WireWriter()
        writer.array(3)
        writer.uint(WireFormat.version(of: CollectionOfOne(self)))
        writer.text(id.entity.text)
        write(id.uuid, to: &writer)
        return writer.bytes
    }

    /// Reads bytes of any origin. Throws ``SyncCoreError`` with a code that begins with `wire` or is `orderKey`.
    package static func decode(_ bytes: [UInt8]) throws(SyncCoreError) -> (id: RecordID, state: RecordState) {
        try WireFormat.decode(bytes, readWhole) { $0.state.encoded(as: $0.id) }
    }

    private static func readWhole(
        _ reader: inout WireReader
    ) throws(SyncCoreError) -> (id: RecordID, state: RecordState) {
        try reader.array(of: 3)
        try WireFormat.checkVersion(try reader.uint())
        let entity = try reader.name()
        let (uuid, state) = try read(&reader)
        return (RecordID(entity: entity, uuid: uuid), state)
    }
}
