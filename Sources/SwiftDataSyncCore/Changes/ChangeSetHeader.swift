/// The fields of a change set without its records: enough to recognise it, and to find the change sets before it.
package struct ChangeSetHeader: Hashable, Sendable {
    package let device: DeviceNumber
    package let sequence: UInt64
    /// See ``ChangeSet/seen``.
    package let seen: [DeviceNumber: UInt64]

    package init(_ changes: ChangeSet) {
        (device, sequence, seen) = (changes.device, changes.sequence, changes.seen)
    }

    /// Reads the header from the bytes of a change set of any origin. The records are not read: they may be malformed where
    /// the header is not. Throws ``SyncCoreError`` with a code that begins with `wire`.
    package init(decoding bytes: [UInt8]) throws(SyncCoreError) {
        var reader = WireReader(bytes)
        var (version, device, sequence) = (nil as UInt64?, nil as UInt64?, nil as UInt64?)
        var seen: [DeviceNumber: UInt64] = [:]
        _ = try reader.fields { number, reader throws(SyncCoreError) in
            switch number {
            case 0:
                version = try reader.uint()
                try WireFormat.checkVersion(version ?? 0)
            case 1: device = try reader.uint()
            case 2: sequence = try reader.uint()
            case 4: seen = try reader.sequences()
            default: try reader.skipItem()
            }
            return true
        }
        guard reader.isAtEnd else { throw WireReader.malformed("Bytes follow the end") }
        guard version != nil, let device, let sequence else {
            throw WireReader.malformed("A change set has no version, device or sequence")
        }
        (self.device, self.sequence, self.seen) = (DeviceNumber(device), sequence, seen)
    }
}

extension WireReader {
    /// Reads a map from devices to sequences.
    mutating func sequences() throws(SyncCoreError) -> [DeviceNumber: UInt64] {
        var sequences: [DeviceNumber: UInt64] = [:]
        for _ in 0..<(try map()) {
            let device = DeviceNumber(try uint())
            sequences[device] = try uint()
        }
        return sequences
    }
}

extension WireWriter {
    /// Writes a map from devices to sequences.
    mutating func sequences(_ sequences: [DeviceNumber: UInt64]) {
        map(sequences.count)
        for (device, sequence) in sequences.sorted(by: { $0.key < $1.key }) {
            uint(device.rawValue)
            uint(sequence)
        }
    }
}
