extension WireReader {
    /// Reads a map with numbers as keys. `read` returns false for a number that it does not know, whose item is then kept.
    mutating func fields(
        _ read: (UInt64, inout WireReader) throws(SyncCoreError) -> Bool
    ) throws(SyncCoreError) -> UnknownFields {
        var (unknown, last) = (UnknownFields(), nil as UInt64?)
        for _ in 0..<(try map()) {
            let number = try uint()
            guard last.map({ $0 < number }) ?? true else { throw Self.malformed("The fields are not sorted") }
            last = number
            if try !read(number, &self) { unknown.items[number] = try item() }
        }
        return unknown
    }

    mutating func name() throws(SyncCoreError) -> SyncName {
        try SyncName(try text(limit: SyncName.byteLimit))
    }

    /// Reads a map from names to values.
    mutating func names<Value>(
        _ read: (inout WireReader) throws(SyncCoreError) -> Value
    ) throws(SyncCoreError) -> [SyncName: Value] {
        var result: [SyncName: Value] = [:]
        for _ in 0..<(try map()) {
            let name = try name()
            guard result[name] == nil else { throw Self.malformed("A name occurs twice") }
            result[name] = try read(&self)
        }
        return result
    }

    mutating func identity() throws(SyncCoreError) -> RecordID {
        try array(of: 2)
        let entity = try name()
        return RecordID(entity: entity, uuid: try uuid())
    }

    mutating func uuid() throws(SyncCoreError) -> UUIDBits {
        guard let uuid = UUIDBits(bytes: try data()) else { throw Self.malformed("A UUID does not have 16 bytes") }
        return uuid
    }

    /// Reads a clock: eight bytes of time and eight of the device.
    mutating func clock() throws(SyncCoreError) -> HybridClock {
        let parts = try uuid()
        return HybridClock(time: parts.high, device: DeviceNumber(parts.low))
    }

    mutating func length() throws(SyncCoreError) -> UInt64 {
        let length = try uint()
        guard length <= Life.greatestLength else {
            throw SyncCoreError(
                .wireLimit,
                "A causal length exceeds its limit. Insert the record under a new identity."
            )
        }
        return length
    }
}

extension WireWriter {
    /// Writes a map from names to values.
    mutating func names<Value>(_ values: [SyncName: Value], _ write: (inout WireWriter, Value) -> Void) {
        map(values.count)
        for (name, value) in values.sorted(by: { $0.key.precedesOnWire($1.key) }) {
            text(name.text)
            write(&self, value)
        }
    }

    mutating func identity(_ id: RecordID) {
        array(2)
        text(id.entity.text)
        data(id.uuid.bytes)
    }

    mutating func clock(_ clock: HybridClock) {
        data(UUIDBits(high: clock.time, low: clock.device.rawValue).bytes)
    }
}
