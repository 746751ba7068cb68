/// The change sets that a state consists of, and the change sets that these have seen.
///
/// A state is causally complete where no change set is missing that comes before a received one: an earlier one of the same
/// device, or one that its device had seen. Only such a state may be the source of permanent joins. Sequences begin with 1.
/// The owner of the state adds each change set in the transaction that merges it.
package struct Deliveries: Hashable, Sendable {
    /// The number up to which all change sets of a device have arrived.
    package private(set) var complete: [DeviceNumber: UInt64]
    /// The numbers that have arrived after a gap.
    private(set) var ahead: [DeviceNumber: Set<UInt64>] = [:]
    /// The numbers that received change sets have seen.
    private(set) var needed: [DeviceNumber: UInt64] = [:]

    /// Creates the deliveries of a state that has all change sets up to a number for each device.
    package init(complete: [DeviceNumber: UInt64] = [:]) {
        self.complete = complete
    }

    init(complete: [DeviceNumber: UInt64], ahead: [DeviceNumber: Set<UInt64>], needed: [DeviceNumber: UInt64]) {
        (self.complete, self.ahead, self.needed) = (complete, ahead, needed)
    }

    /// Adds a change set, which may have been added before.
    package mutating func add(_ changes: ChangeSet) {
        needed.merge(changes.seen) { max($0, $1) }
        var (end, waiting) = (complete[changes.device] ?? 0, ahead[changes.device] ?? [])
        guard changes.sequence > end else { return }
        waiting.insert(changes.sequence)
        while end < .max, waiting.remove(end + 1) != nil { end += 1 }
        complete[changes.device] = end
        ahead[changes.device] = waiting.isEmpty ? nil : waiting
    }

    /// Withdraws the change sets of a device from a number on: the device has added its own before they were sent, and
    /// another store sends other change sets under its number.
    package mutating func remove(_ device: DeviceNumber, from sequence: UInt64) {
        guard sequence > 0 else { return }
        if let end = complete[device], end >= sequence { complete[device] = sequence == 1 ? nil : sequence - 1 }
        ahead[device] = ahead[device].map { $0.filter { $0 < sequence } }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// True where no change set is missing that a received one has seen.
    package var isComplete: Bool {
        ahead.isEmpty && needed.allSatisfy { $0.value <= complete[$0.key] ?? 0 }
    }
}
