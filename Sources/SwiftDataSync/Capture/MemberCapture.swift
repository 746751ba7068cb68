import SwiftDataCore
import SwiftDataSyncCore

/// Captures the members of relationships that no property of the members shows: pairs, and members without an inverse.
struct MemberCapture {
    let scope: CaptureScope
    let values: ValueCapture

    /// The pairs of a relationship that the row keeps.
    func capturePairs(_ name: SyncName, of row: CapturedRow, _ members: [PersistentIdentifier]) throws {
        let wanted = try scope.identities(members)
        var shown: Set<RecordID> = []
        for (id, state) in row.states {
            for (member, pair) in state.members[name] ?? [:] where pair.isPresent {
                // A pair with a row that is not there stays: it is back when the row is.
                guard let memberRow = try scope.storedRow(of: member) else { continue }
                if wanted.contains(memberRow) {
                    shown.insert(memberRow)
                } else if isRemoved(memberRow, "\(id.entity) \(name)", of: row.row) {
                    try scope.parts.setMember(false, member, in: name, of: id, state)
                }
            }
        }
        guard let state = row.states[row.row] ?? row.states.min(by: { $0.key < $1.key })?.value else { return }
        for member in wanted.subtracting(shown).sorted() {
            try scope.parts.setMember(true, member, in: name, of: row.row, state)
        }
    }

    /// The pairs of a relationship that the members keep.
    func captureInversePairs(
        _ name: SyncName,
        _ keeper: String,
        of row: RecordID,
        _ members: [PersistentIdentifier]
    ) throws {
        let own = try ids(of: row)
        let wanted = try scope.captured(members)
        var shown: Set<RecordID> = []
        for keeperRecord in try referring(to: own, of: keeper) {
            let state = try scope.parts.state(keeperRecord)
            for (member, pair) in state.members[name] ?? [:] where own.contains(member) && pair.isPresent {
                guard let keeperRow = try scope.storedRow(of: keeperRecord) else { continue }
                if wanted.contains(keeperRow) {
                    shown.insert(keeperRow)
                } else if isRemoved(keeperRow, "\(keeperRecord.entity) \(name)", of: row) {
                    try scope.parts.setMember(false, member, in: name, of: keeperRecord, state)
                }
            }
        }
        for keeperRow in wanted.subtracting(shown).sorted() {
            try scope.parts.setMember(true, row, in: name, of: keeperRow, scope.parts.state(keeperRow))
        }
    }

    /// The members of a relationship without an inverse, which keep a reference that no property of theirs shows.
    func captureMembers(
        _ name: SyncName,
        _ kind: String,
        of owner: CapturedRow,
        _ members: [PersistentIdentifier]
    ) throws {
        let own = try ids(of: owner.row)
        let wanted = try scope.captured(members)
        for member in wanted.sorted() {
            var row = try self.row(member, of: owner)
            if case .reference(let current)? = row.value(of: name), own.contains(current) { continue }
            try values.assign(.reference(owner.row), name, &row)
        }
        if scope.mode.isUnshown(name.text, of: owner.row) { return }
        for record in try referring(to: own, of: kind) {
            guard let member = try scope.storedRow(of: record), !wanted.contains(member),
                !scope.deleted.contains(member)
            else { continue }
            var row = try self.row(member, of: owner)
            guard case .reference(let current)? = row.value(of: name), own.contains(current) else { continue }
            try values.assign(.null, name, &row)
        }
    }

    /// True for a row of the store that is no member any more.
    private func isRemoved(_ member: RecordID, _ relationship: String, of row: RecordID) -> Bool {
        !scope.deleted.contains(member) && !scope.mode.isUnshown(relationship, of: row)
    }

    /// A member as a row that is edited together with its owner.
    private func row(_ member: RecordID, of owner: CapturedRow) throws -> CapturedRow {
        var states = try scope.parts.states(ofRow: member)
        if states.isEmpty { states = [member: try scope.parts.state(member)] }
        return CapturedRow(row: member, time: owner.time, isNew: owner.isNew, states: states)
    }

    /// The records of a row, and the one that it is named by.
    private func ids(of row: RecordID) throws -> Set<RecordID> {
        Set(try scope.records.states(ofRow: row).keys).union([row])
    }

    /// The records of a class and of its subclasses that refer to records of a row.
    private func referring(to own: Set<RecordID>, of entity: String) throws -> [RecordID] {
        let names = scope.schema.entities.values.filter { $0.layout.isKind(of: entity) }.map(\.name)
        return try own.flatMap { try scope.records.referring(to: $0, of: names) }
    }
}
