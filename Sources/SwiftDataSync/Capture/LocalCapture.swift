import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// Turns edits of rows into parts of states, with the clocks of the times at which they were saved.
///
/// The rows are read as they are now: several edits of a property become one, which has the time of the last. The clocks of a
/// device grow, so that edits get theirs in the order of their times. A null that a
/// deletion has left in a reference is no edit, since it would win over a concurrent move to another row.
struct LocalCapture {
    let schema: SyncSchema
    let records: SyncRecords
    let rows: StoreRows
    let blobs: OutgoingBlobs
    let selections: SyncSelections
    private(set) var editor: RecordEditor
    /// True where rows are compared with their records, and equal values are no edits.
    var onlyDifferences = false
    /// The relationships that earlier versions of the app did not know, by ``SyncSchema/relationships``, and the rows in which the
    /// store does not show their members yet: a member that a row does not have is not removed from it.
    var newRelationships: Set<String> = []
    var isUnwritten: (RecordID) -> Bool = { _ in false }
    /// True where rows that were there before sync are captured, class by class.
    var isStock = false
    /// True where the values that are captured are sealed. See ``Candidates``.
    var seals = false { didSet { editor.writesCandidates = seals } }
    /// True while a row is captured that no device knows: all of its values are edits.
    private var isNewRow = false
    /// The parts by record.
    private(set) var parts: [RecordID: RecordState] = [:]
    /// The rows that were deleted, whose references are no edits.
    private(set) var deleted: Set<RecordID> = []
    /// The rows that were edited.
    private(set) var edited: Set<RecordID> = []

    /// The rows that were edited, as they were given.
    private var asked: Set<PersistentIdentifier> = []
    /// The rows that were left on the device, or were there before sync, and that captured rows refer to.
    private var required: [(identifier: PersistentIdentifier, time: UInt64)] = []
    /// The number of rows of a store that joins which may be captured out of their order, before the rows that refer to them.
    private var early = 250

    init(
        _ schema: SyncSchema,
        _ records: SyncRecords,
        _ rows: StoreRows,
        _ blobs: OutgoingBlobs,
        _ selections: SyncSelections,
        _ clock: DeviceClock
    ) {
        self.schema = schema
        self.records = records
        self.rows = rows
        self.blobs = blobs
        self.selections = selections
        editor = RecordEditor(clock: clock, policies: schema.rules.policies)
    }

    /// Captures the edits of rows. Each row occurs once.
    mutating func capture(_ edits: [RowEdit]) throws {
        var (steps, living): ([Step], [RowEdit]) = ([], [])
        for edit in edits {
            switch edit.kind {
            case .deleted:
                guard !edit.isGone, let row = try records.row(of: edit.identifier) else { continue }
                deleted.insert(row)
                steps.append(Step(edit: edit, time: edit.time, slots: nil))
                continue
            case .inserted: steps.append(Step(edit: edit, time: edit.time, slots: nil))
            case .updated(let times):
                for (time, slots) in Dictionary(grouping: times.keys, by: { times[$0] ?? edit.time }) {
                    steps.append(Step(edit: edit, time: time, slots: Set(slots)))
                }
            }
            living.append(edit)
        }
        let unsent = try living.map(\.identifier).filter { try isUnsent($0) }
        if !unsent.isEmpty {
            let left = Set(unsent).subtracting(try selections.matching(unsent))
            living.removeAll { left.contains($0.identifier) }
            steps.removeAll { left.contains($0.edit.identifier) }
        }
        // New rows get their identities first, since rows refer to each other in circles.
        for edit in living where try records.row(of: edit.identifier) == nil {
            _ = try records.makeIdentity(edit.identifier, time: edit.time)
        }
        asked = Set(living.map(\.identifier))
        try rows.load(living.map(\.identifier))
        for step in steps.sorted(by: { ($0.time, $0.edit.identifier) < ($1.time, $1.edit.identifier) }) {
            if case .deleted = step.edit.kind { try delete(step.edit) } else { try update(step) }
        }
        while let (identifier, time) = required.popLast() {
            // Several rows may refer to one.
            guard try !hasArrived(identifier) else { continue }
            try rows.load([identifier])
            try update(Step(edit: RowEdit(identifier, .inserted, time: time), time: time, slots: nil))
        }
    }

    /// True for a row of a class with a predicate that was not sent.
    private func isUnsent(_ identifier: PersistentIdentifier) throws -> Bool {
        try selections.covers(identifier.entityName) && records.row(of: identifier) == nil
    }

    /// The identities of members, but for members that were not sent: they add the pairs when they are.
    private func identities(_ members: [PersistentIdentifier]) throws -> Set<RecordID> {
        Set(try members.compactMap { try isUnsent($0) ? nil : records.identity($0, time: 0) })
    }

    /// The identities of the rows that have been captured. The rest keep the relationship, and write it when they are.
    private func captured(_ rows: [PersistentIdentifier]) throws -> Set<RecordID> {
        Set(try rows.compactMap { try hasArrived($0) ? records.row(of: $0) : nil })
    }

    /// True for a row whose insertion has been captured.
    private func hasArrived(_ identifier: PersistentIdentifier) throws -> Bool {
        guard let row = try records.row(of: identifier) else { return false }
        return try parts[row]?.hasArrived == true || records.state(row).hasArrived
    }

    /// The names of a class and of its subclasses.
    private func names(of entity: String) -> [SyncName] {
        schema.entities.values.filter { SchemaReading.isKind($0.layout, of: entity) }.map(\.name)
    }

    /// The part of an edit that has one time.
    private struct Step {
        let edit: RowEdit
        let time: UInt64
        /// The slots that were written; nil for all.
        let slots: Set<Int>?
    }

    // MARK: Rows

    private mutating func delete(_ edit: RowEdit) throws {
        guard let row = try records.row(of: edit.identifier) else { return }
        for (id, state) in try current(records.states(ofRow: row)) where state.isAlive {
            add(try editor.delete(state, now: edit.time), to: id)
        }
        try records.noteDeletion(edit.identifier)
    }

    private mutating func update(_ step: Step) throws {
        let (edit, time) = (step.edit, step.time)
        // A row that is gone by now has a deletion in the history, which the next capture reads.
        guard let snapshot = rows[edit.identifier], let entity = schema.entities[snapshot.layout.entityName],
            let row = try records.row(of: edit.identifier)
        else { return }
        edited.insert(row)
        var states = current(try records.states(ofRow: row))
        var slots = step.slots
        if states.allSatisfy({ !$0.value.hasArrived }) {
            // The row was there before sync, or is new: all of its values are edits.
            slots = nil
            add(try editor.insert(states[row] ?? RecordState(), now: time), to: row)
            states = current(try records.states(ofRow: row))
            if states.isEmpty { states = [row: parts[row] ?? RecordState()] }
        }
        let isNew = slots == nil
        isNewRow = isNew
        defer { isNewRow = false }
        for (slot, property) in entity.properties.enumerated() where slots?.contains(slot) ?? true {
            switch property {
            case .attribute(let name, let attribute):
                // A damaged value is no edit: it would replace the value that other devices have.
                if case .unloaded = snapshot.values[slot] { continue }
                let value = try ValueCoding(attribute: attribute, entity: snapshot.layout.entityName)
                    .wire(snapshot.values[slot], blob: blobs.take)
                if isNew, value == .null, attribute.defaultValue == nil { continue }
                try assign(value, name, &states, time)
            case .reference(let name):
                try assignReference(snapshot.values[slot], name, &states, time, isNew: isNew)
            case .pairs(let name):
                try capturePairs(name, of: row, try rows.members(slot, of: snapshot), &states)
            case .inversePairs(let keeper, let keeperSlot, let name):
                try captureInversePairs(name, keeper, keeperSlot, of: row, try rows.members(slot, of: snapshot))
            case .members(let kind, let memberSlot, let name):
                let members = try rows.members(slot, of: snapshot)
                if memberSlot == nil { try captureMembers(name, kind, of: row, members, time) }
                let place = try SchemaReading.placeName(snapshot.layout.properties[slot], snapshot.layout)
                try captureOrder(place, of: row, members, time, isNew: isNew)
            case .inverseReference, .none: continue
            }
        }
        guard isNew else { return }
        // The owner was captured without this row, or is captured later.
        for (name, owner) in entity.owners {
            guard let layout = schema.entities[owner.entity]?.layout,
                let place = try rows.owner(of: edit.identifier, slot: owner.slot, of: layout), try !isUnsent(place),
                let target = try records.identity(place, time: time)
            else { continue }
            try assign(.reference(target), name, &states, time)
        }
    }

    /// True where the store does not show the members of a row.
    private func isUnshown(_ relationship: String, of row: RecordID) -> Bool {
        newRelationships.contains(relationship) && isUnwritten(row)
    }

    private func current(_ states: [RecordID: RecordState]) -> [RecordID: RecordState] {
        states.reduce(into: [:]) { result, entry in
            result[entry.key] = parts[entry.key].map { entry.value.merged(with: $0) } ?? entry.value
        }
    }

    private mutating func add(_ part: RecordState, to id: RecordID) {
        parts[id, default: RecordState()].merge(part)
    }

    // MARK: Values

    private mutating func assign(
        _ value: SyncValue,
        _ name: SyncName,
        _ states: inout [RecordID: RecordState],
        _ time: UInt64
    ) throws {
        if onlyDifferences, !isNewRow, try isShown(value, name, states) { return }
        for (id, part) in try editor.assign(value, to: name, ofRow: states, now: time) {
            add(part, to: id)
            states[id]?.merge(part)
        }
    }

    /// True where a row shows a value already.
    private func isShown(_ value: SyncValue, _ name: SyncName, _ states: [RecordID: RecordState]) throws -> Bool {
        guard let entity = states.keys.min()?.entity else { return false }
        let policy = schema.rules.policies.policy(entity: entity, property: name)
        let shown = PropertyState.value(policy, joining: states.values.compactMap { $0.properties[name] }) ?? .null
        guard case .reference(let target) = shown, case .reference(let wanted) = value else {
            return shown.content == value
        }
        return try records.shownRow(of: target) == wanted
    }

    private mutating func assignReference(
        _ value: StoredValue,
        _ name: SyncName,
        _ states: inout [RecordID: RecordState],
        _ time: UInt64,
        isNew: Bool
    ) throws {
        guard case .identifier(let destination) = value else {
            if isNew { return }
            if try isNulledByDeletion(name, states) { return }
            return try assign(.null, name, &states, time)
        }
        if try isUnsent(destination) {
            required.append((destination, time))
        } else if isStock, early > 0, !asked.contains(destination), try !hasArrived(destination) {
            // Other devices show the row when they have what it refers to.
            early -= 1
            required.append((destination, time))
        }
        guard let target = try records.identity(destination, time: time) else { return }
        try assign(.reference(target), name, &states, time)
    }

    /// True where a reference is null because the row that it leads to is deleted, has not arrived or is held.
    private func isNulledByDeletion(_ name: SyncName, _ states: [RecordID: RecordState]) throws -> Bool {
        let joined = PropertyState.value(.lastWriter, joining: states.values.compactMap { $0.properties[name] })
        guard case .reference(let target)? = joined else { return false }
        guard let row = try storedRow(of: target) else { return true }
        return deleted.contains(row)
    }

    /// The row of the store that has a record. A row that is held is in the view alone, and no list of members has it.
    private func storedRow(of record: RecordID) throws -> RecordID? {
        guard let row = try records.shownRow(of: record) else { return nil }
        return try deleted.contains(row) || records.place(of: row) != nil ? row : nil
    }

    // MARK: Members

    private mutating func capturePairs(
        _ name: SyncName,
        of row: RecordID,
        _ members: [PersistentIdentifier],
        _ states: inout [RecordID: RecordState]
    ) throws {
        let wanted = try identities(members)
        var shown: Set<RecordID> = []
        for (id, state) in states {
            for (member, pair) in state.members[name] ?? [:] where pair.isPresent {
                // A pair with a row that is not there stays: it is back when the row is.
                guard let memberRow = try storedRow(of: member) else { continue }
                if wanted.contains(memberRow) {
                    shown.insert(memberRow)
                } else if !deleted.contains(memberRow), !isUnshown("\(id.entity) \(name)", of: row),
                    let part = try editor.setMember(false, member, in: name, of: state)
                {
                    add(part, to: id)
                }
            }
        }
        guard let state = states[row] ?? states.min(by: { $0.key < $1.key })?.value else { return }
        for member in wanted.subtracting(shown).sorted() {
            if let part = try editor.setMember(true, member, in: name, of: state) { add(part, to: row) }
        }
    }

    /// The pairs of a relationship that the members keep.
    private mutating func captureInversePairs(
        _ name: SyncName,
        _ keeper: String,
        _ keeperSlot: Int,
        of row: RecordID,
        _ members: [PersistentIdentifier]
    ) throws {
        let own = Set(try records.states(ofRow: row).keys).union([row])
        let wanted = try captured(members)
        var shown: Set<RecordID> = []
        let keepers = names(of: keeper)
        for keeperRecord in try own.flatMap({ try records.referring(to: $0, of: keepers) }) {
            let state = current([keeperRecord: try records.state(keeperRecord)])[keeperRecord] ?? RecordState()
            for (member, pair) in state.members[name] ?? [:] where own.contains(member) && pair.isPresent {
                guard let keeperRow = try storedRow(of: keeperRecord) else { continue }
                if wanted.contains(keeperRow) {
                    shown.insert(keeperRow)
                } else if !deleted.contains(keeperRow), !isUnshown("\(keeperRecord.entity) \(name)", of: row),
                    let part = try editor.setMember(false, member, in: name, of: state)
                {
                    add(part, to: keeperRecord)
                }
            }
        }
        for keeperRow in wanted.subtracting(shown).sorted() {
            let state = current([keeperRow: try records.state(keeperRow)])[keeperRow] ?? RecordState()
            if let part = try editor.setMember(true, row, in: name, of: state) { add(part, to: keeperRow) }
        }
    }

    /// The order of a to-many relationship. Members that are in the order of their keys in the store have no places, as long as
    /// none has one; members without a place come after those that have one, the older ones first.
    private mutating func captureOrder(
        _ name: SyncName,
        of row: RecordID,
        _ members: [PersistentIdentifier],
        _ time: UInt64,
        isNew: Bool
    ) throws {
        guard members.count > 1 else { return }
        let isByKey = zip(members, members.dropFirst()).allSatisfy { $0 < $1 }
        // The rows of a store that joins get their identities now, in another order than that of their keys where they refer to each
        // other.
        let isFirst = isStock && isNew
        if isByKey, try hasNoPlaces(name, of: row, members), try !isFirst || willBeInOrder(members) { return }
        let ids = try members.compactMap { try records.identity($0, time: time) }
        var states: [[RecordID: RecordState]] = []
        for id in ids { states.append(current(try records.states(ofRow: id))) }
        var keys = states.map { $0.values.compactMap { $0.orders[name] }.max()?.value }
        if isByKey, !isFirst, keys.allSatisfy({ $0 == nil }) { return }
        if isInOrder(ids, keys) { return }
        try records.noteOrdered(name, of: row)
        let kept = Self.longestRise(keys)
        for index in keys.indices where !kept.contains(index) { keys[index] = nil }
        var lower: OrderKey?
        for index in ids.indices {
            if keys[index] == nil {
                let upper = keys[index...].lazy.compactMap { $0 }.first
                let key = try OrderKey.between(lower, upper, device: editor.clock.device)
                keys[index] = key
                for (id, part) in try editor.place(key, in: name, ofRow: states[index], now: time) { add(part, to: id) }
            }
            lower = keys[index]
        }
    }

    /// True where no member is known to have a place. The states of members are not read, but for those that are captured now: the
    /// rest has passed the writer of rows, which notes where places are.
    private func hasNoPlaces(_ name: SyncName, of row: RecordID, _ members: [PersistentIdentifier]) throws -> Bool {
        if try records.isOrdered(name, of: row) { return false }
        for member in members where asked.contains(member) {
            guard let id = try records.row(of: member) else { continue }
            if try current(records.states(ofRow: id)).values.contains(where: { $0.orders[name] != nil }) {
                return false
            }
        }
        return true
    }

    /// True where the identities of members that are captured now and later are in the order of their keys. Rows of one
    /// class get them in that order.
    private func willBeInOrder(_ members: [PersistentIdentifier]) throws -> Bool {
        let known = try members.map { try records.row(of: $0) }
        let ids = known.prefix { $0 != nil }.compactMap { $0 }
        let rest = members.dropFirst(ids.count)
        return known.dropFirst(ids.count).allSatisfy { $0 == nil } && zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
            && rest.allSatisfy { $0.entityName == rest.first?.entityName }
            && !schema.earlyClasses.contains(rest.first?.entityName ?? "")
    }

    /// True if devices show members in this order already.
    private func isInOrder(_ ids: [RecordID], _ keys: [OrderKey?]) -> Bool {
        zip(zip(ids, keys), zip(ids, keys).dropFirst()).allSatisfy { left, right in
            switch (left.1, right.1) {
            case (let first?, let second?): first == second ? left.0 < right.0 : first < second
            case (_?, nil): true
            case (nil, _?): false
            case (nil, nil): left.0 < right.0
            }
        }
    }

    /// The indices of a longest list of keys that rise: the members that need not move.
    private static func longestRise(_ keys: [OrderKey?]) -> Set<Int> {
        // Patience sorting: the last index of the best list of each length, and the index before each.
        var (ends, previous): ([Int], [Int: Int]) = ([], [:])
        for (index, key) in keys.enumerated() {
            guard let key else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if let other = keys[ends[middle]], other < key { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var (result, last): (Set<Int>, Int?) = ([], ends.last)
        while let index = last {
            result.insert(index)
            last = previous[index]
        }
        return result
    }

    /// The members of a relationship without an inverse, which keep a reference that no property of theirs shows.
    private mutating func captureMembers(
        _ name: SyncName,
        _ kind: String,
        of row: RecordID,
        _ members: [PersistentIdentifier],
        _ time: UInt64
    ) throws {
        let own = Set(try records.states(ofRow: row).keys).union([row])
        let wanted = try captured(members)
        for member in wanted.sorted() {
            var states = current(try records.states(ofRow: member))
            if states.isEmpty { states = [member: parts[member] ?? RecordState()] }
            let value = PropertyState.value(.lastWriter, joining: states.values.compactMap { $0.properties[name] })
            if case .reference(let owner)? = value, own.contains(owner) { continue }
            try assign(.reference(row), name, &states, time)
        }
        if isUnshown(name.text, of: row) { return }
        let kinds = names(of: kind)
        for record in try own.flatMap({ try records.referring(to: $0, of: kinds) }) {
            guard let member = try storedRow(of: record), !wanted.contains(member), !deleted.contains(member)
            else { continue }
            var states = current(try records.states(ofRow: member))
            let value = PropertyState.value(.lastWriter, joining: states.values.compactMap { $0.properties[name] })
            guard case .reference(let owner)? = value, own.contains(owner) else { continue }
            try assign(.null, name, &states, time)
        }
    }
}
