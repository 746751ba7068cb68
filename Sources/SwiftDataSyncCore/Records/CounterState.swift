/// A counter with one count for each device, whose sum is the value.
///
/// This is the counter of Shapiro, Preguiça, Baquero and Zawirski, “A Comprehensive Study of Convergent and Commutative
/// Replicated Data Types” (2011), with a signed count and a sequence number in place of two counts that only grow. A device
/// changes its own count alone, so that increments of several devices add up.
package struct CounterState: Hashable, Sendable {
    /// The count of a device and the number of its changes.
    package struct Entry: Hashable, Comparable, Sendable {
        package let sequence: UInt64
        package let count: Int64

        package init(sequence: UInt64, count: Int64) {
            self.sequence = sequence
            self.count = count
        }

        package static func < (left: Entry, right: Entry) -> Bool {
            left.sequence != right.sequence ? left.sequence < right.sequence : left.count < right.count
        }
    }

    package private(set) var entries: [DeviceNumber: Entry]

    package init(_ entries: [DeviceNumber: Entry] = [:]) {
        self.entries = entries
    }

    /// Takes the later entry of each device.
    package mutating func merge(_ other: CounterState) {
        for (device, entry) in other.entries { entries[device] = later(entries[device], entry) }
    }

    /// Returns the counter with the new entry of a device alone, after the device has changed the value from one number to
    /// another. An assignment is a change too: `model.count = 7` where it was 5 adds 2.
    ///
    /// Throws ``SyncCoreError/Code/counter`` where the count of the device would exceed 64 bits.
    package func edit(from old: Int64, to new: Int64, device: DeviceNumber) throws(SyncCoreError) -> CounterState {
        try edit(from: [old], to: new, device: device)
    }

    /// Returns the counter with the new entry of a device alone, after the device has replaced the sum of some numbers.
    ///
    /// The change is computed from the exact sum, which may exceed 64 bits where the value that an app shows does not.
    func edit(from old: [Int64], to new: Int64, device: DeviceNumber) throws(SyncCoreError) -> CounterState {
        let entry = entries[device] ?? Entry(sequence: 0, count: 0)
        // -n is ~n + 1, which has no overflow.
        let terms = old.map { ~$0 } + [Int64(old.count), new, entry.count]
        guard let count = Self.exactTotal(terms), entry.sequence < .max else {
            throw SyncCoreError(.counter, "The count of a device exceeds 64 bits. Use the policy .lastWriter.")
        }
        return CounterState([device: Entry(sequence: entry.sequence + 1, count: count)])
    }

    /// The sum of the counts, or the nearest number of 64 bits.
    package var total: Int64 { Self.total(entries.values.map(\.count)) }

    /// Returns the sum of numbers, or the nearest number of 64 bits. The order of the numbers does not matter.
    static func total(_ counts: [Int64]) -> Int64 {
        let (high, low) = sum(counts)
        return exact(high, low) ?? (high < 0 ? .min : .max)
    }

    private static func exactTotal(_ counts: [Int64]) -> Int64? {
        let (high, low) = sum(counts)
        return exact(high, low)
    }

    private static func exact(_ high: Int64, _ low: Int64) -> Int64? {
        Int32(exactly: high).map { Int64($0) << 32 | low }
    }

    /// Returns the upper part of a sum and its lower 32 bits.
    private static func sum(_ counts: [Int64]) -> (high: Int64, low: Int64) {
        var (high, low): (Int64, Int64) = (0, 0)
        for count in counts {
            high += count >> 32
            low += count & 0xFFFF_FFFF
        }
        return (high + (low >> 32), low & 0xFFFF_FFFF)
    }
}
