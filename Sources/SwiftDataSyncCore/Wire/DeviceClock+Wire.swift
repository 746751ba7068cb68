/// The clock of a device as bytes, for its store: an array of the version, the device, the last time and the drift.
extension DeviceClock {
    /// The bytes of the clock.
    package var encoded: [UInt8] {
        var writer = WireWriter()
        writer.array(4)
        writer.uint(WireFormat.version)
        writer.uint(device.rawValue)
        writer.uint(last)
        writer.uint(maximumDrift)
        return writer.bytes
    }

    /// Reads bytes of any origin. Throws ``SyncCoreError`` with a code that begins with `wire`.
    package init(decoding bytes: [UInt8]) throws(SyncCoreError) {
        self = try WireFormat.decode(bytes, Self.read) { $0.encoded }
    }

    private static func read(_ reader: inout WireReader) throws(SyncCoreError) -> DeviceClock {
        try reader.array(of: 4)
        try WireFormat.checkVersion(try reader.uint())
        let device = DeviceNumber(try reader.uint())
        return DeviceClock(device: device, last: try reader.uint(), maximumDrift: try reader.uint())
    }
}
