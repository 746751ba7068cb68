/// The wire format: deterministic CBOR (RFC 8949, section 4.2.1), versions 1 and 2.
///
/// Equal states have equal bytes. Bytes that are read and written again are the same: numbers of fields and kinds of values
/// that this version does not know are kept as they came. A change that older readers cannot keep in this way has a new
/// version number, which they refuse with ``SyncCoreError/Code/wireVersion``.
public enum WireFormat {
    /// The version of bytes that have nothing which version 1 lacks.
    public static let version: UInt64 = 1
    /// The greatest version that is written and read. It has the candidates and the sealed counts of properties, which a reader of
    /// version 1 would merge in another way.
    public static let greatestVersion: UInt64 = 2

    /// The version that states are written in: the least one that has all of their parts.
    static func version(of states: some Sequence<RecordState>) -> UInt64 {
        states.contains { $0.properties.values.contains(where: \.needsVersion2) } ? 2 : version
    }

    /// Reads the whole of some bytes. `write` encodes the result, which must give the same bytes.
    static func decode<Value>(
        _ bytes: [UInt8],
        _ read: (inout WireReader) throws(SyncCoreError) -> Value,
        _ write: (Value) -> [UInt8]
    ) throws(SyncCoreError) -> Value {
        var reader = WireReader(bytes)
        let value = try read(&reader)
        guard reader.isAtEnd else { throw WireReader.malformed("Bytes follow the end") }
        guard write(value) == bytes else { throw WireReader.malformed("The bytes are not canonical") }
        return value
    }

    static func checkVersion(_ found: UInt64) throws(SyncCoreError) {
        guard (version...greatestVersion).contains(found) else {
            throw SyncCoreError(
                .wireVersion,
                "The bytes are of version \(found), and this app reads versions up to \(greatestVersion). Update the app."
            )
        }
    }

    /// Writes records by entity.
    static func write(_ records: [RecordID: RecordState], to writer: inout WireWriter) {
        let entities = Dictionary(grouping: records) { $0.key.entity }
        writer.names(entities) { writer, entries in
            writer.array(entries.count)
            for (id, state) in entries.sorted(by: { $0.key < $1.key }) { state.write(id.uuid, to: &writer) }
        }
    }

    static func readRecords(_ reader: inout WireReader) throws(SyncCoreError) -> [RecordID: RecordState] {
        var records: [RecordID: RecordState] = [:]
        for _ in 0..<(try reader.map()) {
            let entity = try reader.name()
            let count = try reader.array()
            guard count > 0 else { throw WireReader.malformed("An entity has no records") }
            for _ in 0..<count {
                let (uuid, state) = try RecordState.read(&reader)
                records[RecordID(entity: entity, uuid: uuid)] = state
            }
        }
        return records
    }
}
