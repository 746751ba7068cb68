/// A pair on the wire: a map with 0 for the causal length, 1 and 2 for the places on the two sides.
extension MemberState {
    func write(to writer: inout WireWriter) {
        writer.fields(
            unknown,
            [
                length == 0 ? nil : (0, { writer in writer.uint(length) }),
                order.map { order in (1, { writer in order.write(to: &writer) }) },
                inverseOrder.map { order in (2, { writer in order.write(to: &writer) }) },
            ]
        )
    }

    init(from reader: inout WireReader) throws(SyncCoreError) {
        var state = MemberState()
        state.unknown = try reader.fields { number, reader throws(SyncCoreError) in
            switch number {
            case 0: state.length = try reader.length()
            case 1: state.order = try Register(from: &reader)
            case 2: state.inverseOrder = try Register(from: &reader)
            default: return false
            }
            return true
        }
        self = state
    }
}

/// A place on the wire: an array of clock and key.
extension Register where Value == OrderKey {
    func write(to writer: inout WireWriter) {
        writer.array(2)
        writer.clock(clock)
        writer.data(value.bytes)
    }

    init(from reader: inout WireReader) throws(SyncCoreError) {
        try reader.array(of: 2)
        let clock = try reader.clock()
        self.init(clock: clock, value: try OrderKey(bytes: try reader.data()))
    }
}
