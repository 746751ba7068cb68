/// A record on the wire: a map with 0 for the UUID, 1 for the life, 2 for properties, 3 for places, 4 for members, 5
/// for aliases, 6 for the clock of the last edit where no register has it, 7 for the clock of the last deletion where
/// the life does not have it, 8 for the fact that the insertion has arrived where the life does not record it.
extension RecordState {
    func write(_ uuid: UUIDBits, to writer: inout WireWriter) {
        let latest = Self.latest(properties, orders)
        writer.fields(
            unknown,
            [
                (0, { writer in writer.data(uuid.bytes) }),
                life.map { life in
                    (
                        1,
                        { writer in
                            writer.array(2)
                            writer.uint(life.length)
                            writer.clock(life.clock)
                        }
                    )
                },
                properties.isEmpty
                    ? nil : (2, { writer in writer.names(properties) { writer, state in state.write(to: &writer) } }),
                orders.isEmpty
                    ? nil : (3, { writer in writer.names(orders) { writer, order in order.write(to: &writer) } }),
                members.isEmpty ? nil : (4, { writer in writer.names(members, Self.writePairs) }),
                aliases.isEmpty ? nil : (5, { writer in writeAliases(to: &writer) }),
                edited.flatMap { edited in
                    edited == latest ? nil : (6, { writer in writer.clock(edited) })
                },
                died.flatMap { died in
                    died == life?.deathClock ? nil : (7, { writer in writer.clock(died) })
                },
                isInserted && life?.length != 1 ? (8, { writer in writer.bool(true) }) : nil,
            ]
        )
    }

    private static func writePairs(_ writer: inout WireWriter, _ pairs: [RecordID: MemberState]) {
        writer.array(pairs.count)
        for (id, pair) in pairs.sorted(by: { $0.key < $1.key }) {
            writer.array(2)
            writer.identity(id)
            pair.write(to: &writer)
        }
    }

    private func writeAliases(to writer: inout WireWriter) {
        writer.array(aliases.count)
        for alias in aliases.sorted() { writer.identity(alias) }
    }

    /// Reads a record and its UUID.
    static func read(_ reader: inout WireReader) throws(SyncCoreError) -> (uuid: UUIDBits, state: RecordState) {
        var (state, uuid, died, isInserted) = (RecordState(), nil as UUIDBits?, nil as HybridClock?, false)
        state.unknown = try reader.fields { number, reader throws(SyncCoreError) in
            switch number {
            case 0: uuid = try reader.uuid()
            case 1: state.life = try readLife(&reader)
            case 2: state.properties = try reader.names(PropertyState.init(from:))
            case 3: state.orders = try reader.names(Register.init(from:))
            case 4: state.members = try reader.names(readPairs)
            case 5: for _ in 0..<(try reader.array()) { state.aliases.insert(try reader.identity()) }
            case 6: state.edited = try reader.clock()
            case 7: died = try reader.clock()
            case 8: isInserted = try reader.bool()
            default: return false
            }
            return true
        }
        guard let uuid else { throw WireReader.malformed("A record has no UUID") }
        guard state.life != nil || (died == nil && !isInserted) else {
            throw WireReader.malformed("A record was inserted or deleted without a life")
        }
        state.died = later(state.died, died)
        state.isInserted = state.isInserted || isInserted
        state.edited = later(state.edited, latest(state.properties, state.orders))
        return (uuid, state)
    }

    private static func readLife(_ reader: inout WireReader) throws(SyncCoreError) -> Life {
        try reader.array(of: 2)
        let length = try reader.length()
        guard length > 0 else { throw WireReader.malformed("A causal length is 0") }
        return Life(length: length, clock: try reader.clock())
    }

    private static func readPairs(_ reader: inout WireReader) throws(SyncCoreError) -> [RecordID: MemberState] {
        var pairs: [RecordID: MemberState] = [:]
        for _ in 0..<(try reader.array()) {
            try reader.array(of: 2)
            let id = try reader.identity()
            pairs[id] = try MemberState(from: &reader)
        }
        guard !pairs.isEmpty else { throw WireReader.malformed("A relationship has no pairs") }
        return pairs
    }
}
