import SwiftDataSyncCore

/// The parts of states that the edits of a capture write, and the clock that they get their times from.
///
/// Not shared: it serves one call on the thread of the engine.
final class CapturedParts {
    private let records: SyncRecords
    private var editor: RecordEditor
    /// The parts by record.
    private(set) var all: [RecordID: RecordState] = [:]

    /// - Parameter seals: True where the values are sealed. See ``Candidates``.
    init(_ records: SyncRecords, _ clock: DeviceClock, _ policies: MergePolicies, seals: Bool) {
        self.records = records
        editor = RecordEditor(clock: clock, policies: policies)
        editor.writesCandidates = seals
    }

    /// The last time that the clock gave out.
    var lastTime: UInt64 { editor.clock.last }
    var device: DeviceNumber { editor.clock.device }

    /// True where the insertion of a record is part of the capture.
    func hasInserted(_ id: RecordID) -> Bool { all[id]?.hasArrived == true }

    // MARK: States with their parts

    /// The state of a record with its edits.
    func state(_ id: RecordID) throws -> RecordState {
        let state = try records.state(id)
        return all[id].map { state.merged(with: $0) } ?? state
    }

    /// The states of the records of a row, with their edits.
    func states(ofRow row: RecordID) throws -> [RecordID: RecordState] {
        try records.states(ofRow: row).reduce(into: [:]) { result, entry in
            result[entry.key] = all[entry.key].map { entry.value.merged(with: $0) } ?? entry.value
        }
    }

    // MARK: Edits

    func insert(_ id: RecordID, _ state: RecordState, now: UInt64) throws {
        add(try editor.insert(state, now: now), to: id)
    }

    func delete(_ id: RecordID, _ state: RecordState, now: UInt64) throws {
        add(try editor.delete(state, now: now), to: id)
    }

    /// Assigns a property of a row, whose states follow.
    func assign(_ value: SyncValue, to name: SyncName, of row: inout CapturedRow) throws {
        for (id, part) in try editor.assign(value, to: name, ofRow: row.states, now: row.time) {
            add(part, to: id)
            row.states[id]?.merge(part)
        }
    }

    /// Places a row in an ordered relationship.
    func place(_ key: OrderKey, in name: SyncName, ofRow states: [RecordID: RecordState], now: UInt64) throws {
        for (id, part) in try editor.place(key, in: name, ofRow: states, now: now) { add(part, to: id) }
    }

    /// Adds a pair to a record or removes it, unless it is so already. `state` is that of the record, with its edits.
    func setMember(
        _ isPresent: Bool,
        _ member: RecordID,
        in name: SyncName,
        of id: RecordID,
        _ state: RecordState
    ) throws {
        if let part = try editor.setMember(isPresent, member, in: name, of: state) { add(part, to: id) }
    }

    private func add(_ part: RecordState, to id: RecordID) { all[id, default: RecordState()].merge(part) }
}

/// A row that is captured.
struct CapturedRow {
    let row: RecordID
    /// The time of its edits.
    let time: UInt64
    /// True for a row that no device knows: all of its values are edits.
    let isNew: Bool
    /// The states of its records, with their edits.
    var states: [RecordID: RecordState]
}
