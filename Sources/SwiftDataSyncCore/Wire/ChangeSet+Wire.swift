/// A change set on the wire: a map with 0 for the version, 1 for the device, 2 for the sequence, 3 for records by entity,
/// 4 for the change sets that the device had seen: a map from devices to sequences.
extension ChangeSet {
    /// The bytes in the wire format.
    public var encoded: [UInt8] {
        var writer = WireWriter()
        writer.fields(
            unknown,
            [
                (0, { writer in writer.uint(WireFormat.version(of: records.values)) }),
                (1, { writer in writer.uint(device.rawValue) }),
                (2, { writer in writer.uint(sequence) }),
                records.isEmpty ? nil : (3, { writer in WireFormat.write(records, to: &writer) }),
                seen.isEmpty ? nil : (4, { writer in writer.sequences(seen) }),
            ]
        )
        return writer.bytes
    }

    /// Reads bytes of any origin. Throws ``SyncCoreError`` with a code that begins with `wire` or is `orderKey`.
    public init(decoding bytes: [UInt8]) throws(SyncCoreError) {
        self = try WireFormat.decode(bytes, Self.read) { $0.encoded }
    }

    private static func read(_ reader: inout WireReader) throws(SyncCoreError) -> ChangeSet {
        var (version, device, sequence) = (nil as UInt64?, nil as UInt64?, nil as UInt64?)
        var (records, seen) = ([RecordID: RecordState](), [DeviceNumber: UInt64]())
        let unknown = try reader.fields { number, reader throws(SyncCoreError) in
            switch number {
            case 0:
                version = try reader.uint()
                try WireFormat.checkVersion(version ?? 0)
            case 1: device = try reader.uint()
            case 2: sequence = try reader.uint()
            case 3: records = try WireFormat.readRecords(&reader)
            case 4: seen = try reader.sequences()
            default: return false
            }
            return true
        }
        guard version != nil, let device, let sequence else {
            throw WireReader.malformed("A change set has no version, device or sequence")
        }
        var changes = ChangeSet(device: DeviceNumber(device), sequence: sequence, seen: seen, records: records)
        changes.unknown = unknown
        return changes
    }
}
