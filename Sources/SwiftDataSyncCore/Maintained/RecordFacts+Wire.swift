/// Facts as bytes for a storage: an array of the moments with the last one first, the keys and the joins. These bytes stay on
/// the device. A storage with bytes of another version is rebuilt.
extension RecordFacts {
    /// The bytes of the facts.
    package var encoded: [UInt8] {
        var writer = WireWriter()
        writer.array(4)
        writer.uint(WireFormat.version)
        writer.array(earlier.count + 1)
        for moment in [last] + earlier { moment.write(to: &writer) }
        writer.array(keys.count)
        for key in keys { writer.data(key.bytes) }
        writer.identities(joins)
        return writer.bytes
    }

    /// Reads the bytes of facts. Throws ``SyncCoreError`` with a code that begins with `wire`.
    package init(decoding bytes: [UInt8]) throws(SyncCoreError) {
        self = try WireFormat.decode(bytes, Self.read) { $0.encoded }
    }

    private static func read(_ reader: inout WireReader) throws(SyncCoreError) -> RecordFacts {
        try reader.array(of: 4)
        try WireFormat.checkVersion(try reader.uint())
        let count = try reader.array()
        guard count > 0 else { throw WireReader.malformed("Facts have no moment") }
        let last = try Moment(from: &reader)
        var (earlier, keys): ([Moment], [UniqueKey]) = ([], [])
        for _ in 1..<count { earlier.append(try Moment(from: &reader)) }
        for _ in 0..<(try reader.array()) { keys.append(UniqueKey(bytes: try reader.data())) }
        return RecordFacts(last: last, earlier: earlier, keys: keys, joins: try reader.identities())
    }
}

extension RecordFacts.Moment {
    fileprivate func write(to writer: inout WireWriter) {
        writer.array(6)
        writer.uint(round)
        writer.uint(step)
        writer.identity(row)
        writer.uint(UInt64(standing.rawValue))
        writer.bool(isWaiting)
        writer.identities(records)
    }

    fileprivate init(from reader: inout WireReader) throws(SyncCoreError) {
        try reader.array(of: 6)
        let (round, step) = (try reader.uint(), try reader.uint())
        let row = try reader.identity()
        guard let standing = UInt8(exactly: try reader.uint()).flatMap(Standing.init(rawValue:)) else {
            throw WireReader.malformed("A standing is unknown")
        }
        self.init(
            round: round,
            step: step,
            row: row,
            standing: standing,
            isWaiting: try reader.bool(),
            records: try reader.identities()
        )
    }
}

extension WireWriter {
    fileprivate mutating func identities(_ ids: [RecordID]) {
        array(ids.count)
        for id in ids { identity(id) }
    }
}

extension WireReader {
    fileprivate mutating func identities() throws(SyncCoreError) -> [RecordID] {
        var ids: [RecordID] = []
        for _ in 0..<(try array()) { ids.append(try identity()) }
        return ids
    }
}
