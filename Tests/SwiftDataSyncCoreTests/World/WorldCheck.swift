import SwiftDataSyncCore

extension World {
    /// Runs a world and returns the first difference between devices, or from the reference model.
    static func difference(
        seed: UInt64,
        steps: Int,
        isSealed: Bool = false,
        merge: @escaping Merge
    ) throws -> String? {
        var world = World(seed: seed, isSealed: isSealed, merge: merge)
        for number in 0..<steps {
            try world.step()
            // A sealed candidate for the greatest value tells of edits that the device has not received by themselves.
            if !isSealed, number % 20 == 19, let difference = world.differenceFromReference { return difference }
        }
        try world.quiet()
        return world.differenceFromReference ?? world.differenceAfterQuiet
    }

    /// Each device shows what the edits say that it has seen.
    var differenceFromReference: String? {
        let reference = ReferenceModel(log: log)
        for device in devices {
            for id in Set(device.records.keys).union(log.map(\.record)) {
                let shown = Self.shown(device.records[id] ?? RecordState())
                let expected = reference.record(id, device.seen)
                if shown != expected { return "\(device.editor.clock.device): \(shown) instead of \(expected)" }
            }
        }
        return nil
    }

    static func shown(_ state: RecordState) -> ReferenceModel.Record {
        var record = ReferenceModel.Record()
        record.isAlive = state.isAlive
        for (name, property) in state.properties {
            let policy: MergePolicy =
                switch name {
                case "best": .max
                case "least": .min
                case "votes": .counter
                default: .lastWriter
                }
            guard case .int(let number)? = property.value(policy) else { continue }
            if name == "votes" { record.counts[name] = Int(number) } else { record.values[name] = Int(number) }
        }
        record.place = state.orders["stops"]?.value
        record.members = Set((state.members["tags"] ?? [:]).filter(\.value.isPresent).keys)
        record.aliases = state.aliases
        record.novelty = state.unknown.items[40]
        return record
    }

    /// All states are equal, equal to the sum of all parts that were sent, and no acknowledged edit is missing.
    private var differenceAfterQuiet: String? {
        var sum = SyncState()
        for edit in log {
            sum.apply(ChangeSet(device: DeviceNumber(1), sequence: 0, records: [edit.record: edit.part]))
        }
        for device in devices where SyncState(device.records).encoded != sum.encoded {
            return "\(device.editor.clock.device) differs from the sum of all parts"
        }
        for edit in log {
            if let missing = missing(edit, sum.records[edit.record] ?? RecordState()) { return missing }
        }
        return nil
    }

    /// “No acknowledged edit is missing unless a later clock wrote the same property or deleted the record.”
    private func missing(_ edit: LoggedEdit, _ state: RecordState) -> String? {
        guard case .assign(let name, let number) = edit.kind, let clock = edit.clock else { return nil }
        let others = log.filter { $0.record == edit.record && ($0.clock.map { clock < $0 } ?? false) }
        if !state.isAlive {
            let isDeletedLater = others.contains { if case .delete = $0.kind { true } else { false } }
            return isDeletedLater ? nil : "an edit is missing in a record that no later clock deleted"
        }
        guard !["best", "least"].contains(name), state.properties[name]?.value(.lastWriter) != .int(Int64(number))
        else {
            return nil
        }
        let isOverwritten = others.contains { if case .assign(name, _) = $0.kind { true } else { false } }
        return isOverwritten ? nil : "an edit is missing that no later clock overwrote"
    }
}
