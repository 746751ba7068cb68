/// Deliveries as bytes, for the store of a device: an array of the version, the complete numbers, the numbers after gaps and
/// the needed numbers, each by device.
extension Deliveries {
    /// The bytes of the deliveries.
    package var encoded: [UInt8] {
        var writer = WireWriter()
        writer.array(4)
        writer.uint(WireFormat.version)
        writer.sequences(complete)
        writer.map(ahead.count)
        for (device, numbers) in ahead.sorted(by: { $0.key < $1.key }) {
            writer.uint(device.rawValue)
            writer.array(numbers.count)
            for number in numbers.sorted() { writer.uint(number) }
        }
        writer.sequences(needed)
        return writer.bytes
    }

    /// Reads bytes of any origin. Throws ``SyncCoreError`` with a code that begins with `wire`.
    package init(decoding bytes: [UInt8]) throws(SyncCoreError) {
        self = try WireFormat.decode(bytes, Self.read) { $0.encoded }
    }

    private static func read(_ reader: inout WireReader) throws(SyncCoreError) -> Deliveries {
        try reader.array(of: 4)
        try WireFormat.checkVersion(try reader.uint())
        let complete = try reader.sequences()
        var ahead: [DeviceNumber: Set<UInt64>] = [:]
        for _ in 0..<(try reader.map()) {
            let device = DeviceNumber(try reader.uint())
            var numbers: Set<UInt64> = []
            for _ in 0..<(try reader.array()) { numbers.insert(try reader.uint()) }
            guard !numbers.isEmpty else { throw WireReader.malformed("A device has an empty set of numbers") }
            ahead[device] = numbers
        }
        return Deliveries(complete: complete, ahead: ahead, needed: try reader.sequences())
    }
}
