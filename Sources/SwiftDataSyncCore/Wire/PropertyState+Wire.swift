/// A property on the wire: a map with 0 for `.lastWriter`, 1 for `.max`, 2 for `.min`, 3 for `.counter`; and, in version 2, 4 and 5 for
/// the candidates for `.max` and `.min`, 6 for sealed counts.
extension PropertyState {
    func write(to writer: inout WireWriter) {
        func field(_ number: UInt64, _ register: Register<SyncValue>?) -> (UInt64, (inout WireWriter) -> Void)? {
            register.map { register in
                (number, { writer in register.write(to: &writer) })
            }
        }
        writer.fields(
            unknown,
            [
                field(0, written), field(1, greatest), field(2, least),
                counts.entries.isEmpty ? nil : (3, { writer in counts.write(to: &writer) }),
                greatestCandidates.entries.isEmpty ? nil : (4, { writer in greatestCandidates.write(to: &writer) }),
                leastCandidates.entries.isEmpty ? nil : (5, { writer in leastCandidates.write(to: &writer) }),
                sealedCounts.entries.isEmpty ? nil : (6, { writer in sealedCounts.write(to: &writer) }),
            ]
        )
    }

    init(from reader: inout WireReader) throws(SyncCoreError) {
        var state = PropertyState()
        state.unknown = try reader.fields { number, reader throws(SyncCoreError) in
            switch number {
            case 0: state.written = try Register(fromValue: &reader)
            case 1: state.greatest = try Register(fromValue: &reader)
            case 2: state.least = try Register(fromValue: &reader)
            case 3: state.counts = try CounterState(from: &reader)
            case 4: state.greatestCandidates = try Candidates(from: &reader)
            case 5: state.leastCandidates = try Candidates(from: &reader)
            case 6: state.sealedCounts = try SealedCounts(from: &reader)
            default: return false
            }
            return true
        }
        guard !state.isEmpty else { throw WireReader.malformed("A property has no parts") }
        self = state
    }
}

/// A value with its clock on the wire: an array of both.
extension Register<SyncValue> {
    func write(to writer: inout WireWriter) {
        writer.array(2)
        writer.clock(clock)
        value.write(to: &writer)
    }

    init(fromValue reader: inout WireReader) throws(SyncCoreError) {
        try reader.array(of: 2)
        let clock = try reader.clock()
        self.init(clock: clock, value: try SyncValue(from: &reader))
    }
}

/// A counter on the wire: a map from devices to arrays of sequence and count.
extension CounterState {
    func write(to writer: inout WireWriter) {
        writer.map(entries.count)
        for (device, entry) in entries.sorted(by: { $0.key < $1.key }) {
            writer.uint(device.rawValue)
            writer.array(2)
            writer.uint(entry.sequence)
            writer.int(entry.count)
        }
    }

    init(from reader: inout WireReader) throws(SyncCoreError) {
        var entries: [DeviceNumber: Entry] = [:]
        for _ in 0..<(try reader.map()) {
            let device = DeviceNumber(try reader.uint())
            try reader.array(of: 2)
            let sequence = try reader.uint()
            entries[device] = Entry(sequence: sequence, count: try reader.int())
        }
        self.init(entries)
    }
}
