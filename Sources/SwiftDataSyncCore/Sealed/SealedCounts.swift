/// The sealed counts of a counter: of each device the latest one, by the number of its changes, which is in the open.
///
/// A server merges them without reading them. A device with the key keeps the opened counts in ``CounterState``.
package struct SealedCounts: Hashable, Sendable {
    /// The number of the changes of a device, and its count.
    package struct Entry: Hashable, Comparable, Sendable {
        package let sequence: UInt64
        package let count: SealedValue

        package init(sequence: UInt64, count: SealedValue) {
            self.sequence = sequence
            self.count = count
        }

        package static func < (left: Entry, right: Entry) -> Bool {
            left.sequence != right.sequence ? left.sequence < right.sequence : left.count < right.count
        }
    }

    package var entries: [DeviceNumber: Entry]

    package init(_ entries: [DeviceNumber: Entry] = [:]) {
        self.entries = entries
    }

    /// Takes the later entry of each device.
    mutating func merge(_ other: SealedCounts) {
        for (device, entry) in other.entries { entries[device] = later(entries[device], entry) }
    }

    /// A count that is later than the count of its device that has been opened; nil where there is none.
    func unread(behind counts: CounterState) -> SealedValue? {
        entries.filter { device, entry in (counts.entries[device].map { $0.sequence < entry.sequence }) ?? true }
            .min { $0.key < $1.key }?.value.count
    }
}

/// Sealed counts on the wire: a map from devices to arrays of sequence and sealed value.
extension SealedCounts {
    func write(to writer: inout WireWriter) {
        writer.map(entries.count)
        for (device, entry) in entries.sorted(by: { $0.key < $1.key }) {
            writer.uint(device.rawValue)
            writer.array(2)
            writer.uint(entry.sequence)
            entry.count.write(to: &writer)
        }
    }

    init(from reader: inout WireReader) throws(SyncCoreError) {
        var entries: [DeviceNumber: Entry] = [:]
        for _ in 0..<(try reader.map()) {
            let device = DeviceNumber(try reader.uint())
            try reader.array(of: 2)
            let sequence = try reader.uint()
            entries[device] = Entry(sequence: sequence, count: try SealedValue(from: &reader))
        }
        self.init(entries)
    }
}
