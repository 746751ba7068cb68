extension ChangeSet {
    /// Returns change sets with consecutive sequences, of at most `limit` bytes each, that merge to the same state. The first
    /// one has the sequence of this one. A change set that is small enough is returned as it is.
    ///
    /// A record that is too large by itself is split by properties and pairs, so that a device that has received a part of
    /// the change sets shows a part of the edits. Only a single value may exceed the limit. Throws
    /// ``SyncCoreError/Code/exhausted`` where 64 bits hold no sequence for the last change set.
    public func split(limit: Int) throws(SyncCoreError) -> [ChangeSet] {
        guard encoded.count > limit else { return [self] }
        let frame = WireFrame(self)
        let room = limit - frame.size
        var (groups, group, size): ([[RecordID: RecordState]], [RecordID: RecordState], Int) = ([], [:], 0)
        for (id, state) in records.sorted(by: { $0.key < $1.key }) {
            let whole = frame.size(state, id)
            for (part, partSize) in whole <= room ? [(state, whole)] : state.atoms.map({ ($0, frame.size($0, id)) }) {
                if size + partSize > room, !group.isEmpty {
                    groups.append(group)
                    (group, size) = ([:], 0)
                }
                group[id, default: RecordState()].merge(part)
                size += partSize
            }
        }
        groups.append(group)
        guard UInt64(groups.count - 1) <= .max - sequence else {
            throw SyncCoreError(.exhausted, "A sequence has reached its limit. Give the device a new number.")
        }
        var result = groups.enumerated().map { index, records in
            ChangeSet(device: device, sequence: sequence + UInt64(index), seen: seen, records: records)
        }
        result[0].unknown = unknown
        return result
    }
}

/// The bytes of a change set around its records. Sizes are upper bounds: records share the name of their entity.
private struct WireFrame {
    let size: Int

    /// The bytes by which heads grow with their counts.
    private static let heads = 24

    init(_ changes: ChangeSet) {
        var empty = changes
        empty.records = [:]
        size = empty.encoded.count + Self.heads
    }

    func size(_ state: RecordState, _ id: RecordID) -> Int { state.encoded(as: id).count }
}

extension RecordState {
    /// The smallest parts that merge to the state. The first one has the fields that are neither a property nor a pair.
    fileprivate var atoms: [RecordState] {
        var first = self
        (first.properties, first.members) = ([:], [:])
        let properties = self.properties.sorted { $0.key < $1.key }.map { RecordState(properties: [$0: $1]) }
        let pairs = members.sorted { $0.key < $1.key }.flatMap { name, pairs in
            pairs.sorted { $0.key < $1.key }.map { RecordState(members: [name: [$0: $1]]) }
        }
        return [first] + properties + pairs
    }
}
