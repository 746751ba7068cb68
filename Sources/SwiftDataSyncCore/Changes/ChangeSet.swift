/// The edits that a device sends at once: a part of the state of each record that they have written.
///
/// A change set may arrive late, twice, or before an earlier one.
public struct ChangeSet: Hashable, Sendable {
    /// The device that sends.
    public let device: DeviceNumber
    /// The number of the change set, counted by the device. A server recognises by it a change set that it has.
    public let sequence: UInt64
    /// The change sets that the device had seen: of each other device the number up to which it had all of them. Empty where
    /// the transport delivers change sets in one order that each device's edits follow, as a server does.
    public let seen: [DeviceNumber: UInt64]
    /// The parts of states.
    public package(set) var records: [RecordID: RecordState]
    package var unknown: UnknownFields

    /// Creates a change set.
    public init(
        device: DeviceNumber,
        sequence: UInt64,
        seen: [DeviceNumber: UInt64] = [:],
        records: [RecordID: RecordState] = [:]
    ) {
        self.device = device
        self.sequence = sequence
        self.seen = seen
        self.records = records
        unknown = UnknownFields()
    }

    /// Adds the part of a state that an edit has written.
    public mutating func add(_ part: RecordState, to id: RecordID) {
        records[id, default: RecordState()].merge(part)
    }

    /// The latest clock in the change set. A server compares it with its wall clock and warns a device that is ahead.
    public var latestClock: HybridClock? {
        records.values.reduce(nil) { later($0, $1.latestClock) }
    }

    /// The large values that the change set refers to in the open, sorted. A transport fetches them when they are read.
    public var blobs: [BlobReference] {
        var found: Set<BlobReference> = []
        for property in records.values.flatMap(\.properties.values) {
            for register in property.registers {
                if case .blob(let blob) = register.value { found.insert(blob) }
            }
        }
        return found.sorted()
    }
}
