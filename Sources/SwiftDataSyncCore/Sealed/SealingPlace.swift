/// The place of a value in the state of a record. A sealed value is bound to it, so that a party without the key cannot
/// move it to another record, property or clock.
package struct SealingPlace: Hashable, Sendable {
    /// The part of a property that a value is in.
    package enum Part: UInt64, Hashable, Sendable {
        case written, greatest, least, count
    }

    package let record: RecordID
    package let property: SyncName
    package let part: Part
    /// The clock of the value. The count of a device has the number of its changes as the time.
    package let clock: HybridClock

    package init(record: RecordID, property: SyncName, part: Part, clock: HybridClock) {
        self.record = record
        self.property = property
        self.part = part
        self.clock = clock
    }

    /// The version of the form that values are sealed in.
    private static let version: UInt64 = 1

    /// The bytes that a value is bound to, under a key: one CBOR array.
    package func binding(_ key: SealingKeyName) -> [UInt8] {
        var writer = WireWriter()
        writer.array(8)
        writer.uint(Self.version)
        writer.uint(key.number)
        writer.uint(UInt64(key.fingerprint))
        writer.text(record.entity.text)
        writer.data(record.uuid.bytes)
        writer.text(property.text)
        writer.uint(part.rawValue)
        writer.clock(clock)
        return writer.bytes
    }

    /// The bytes that a large value is bound to: any property may have it.
    package static func bindingOfLargeValue(_ key: SealingKeyName) -> [UInt8] {
        var writer = WireWriter()
        writer.array(3)
        writer.uint(version)
        writer.uint(key.number)
        writer.uint(UInt64(key.fingerprint))
        return writer.bytes
    }
}
