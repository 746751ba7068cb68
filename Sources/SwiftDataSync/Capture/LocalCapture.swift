import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// Turns edits of rows into parts of states, with the clocks of the times at which they were saved.
///
/// The rows are read as they are now: several edits of a property become one, which has the time of the last. The clocks of a
/// device grow, so that edits get theirs in the order of their times. A null that a
/// deletion has left in a reference is no edit, since it would win over a concurrent move to another row.
struct LocalCapture {
    private let schema: SyncSchema
    private let records: SyncRecords
    private let rows: StoreRows
    private let steps: CaptureSteps
    private let required = RequiredRows()
    private let scope: CaptureScope
    private let values: ValueCapture
    private let members: MemberCapture
    private let orders: OrderCapture
    /// The parts that the edits write.
    let parts: CapturedParts
    /// The rows that were edited.
    private(set) var edited: Set<RecordID> = []

    /// The rows that were deleted.
    var deleted: Set<RecordID> { steps.deleted }

    /// Prepares the capture of edits. Each row occurs once.
    init(
        _ edits: [RowEdit],
        _ mode: CaptureMode,
        _ context: SyncContext,
        _ records: SyncRecords,
        _ rows: StoreRows,
        _ blobs: OutgoingBlobs,
        _ clock: DeviceClock
    ) throws {
        schema = context.schema
        self.records = records
        self.rows = rows
        parts = CapturedParts(records, clock, schema.rules.policies, seals: context.sealing.isOn)
        steps = try CaptureSteps(edits, records, context.selections)
        scope = CaptureScope(
            schema: schema,
            mode: mode,
            selections: context.selections,
            records: records,
            parts: parts,
            asked: Set(steps.living.map(\.identifier)),
            deleted: steps.deleted
        )
        values = ValueCapture(scope: scope, required: required, blobs: blobs)
        members = MemberCapture(scope: scope, values: values)
        orders = OrderCapture(scope: scope)
    }

    mutating func capture() throws {
        // New rows get their identities first, since rows refer to each other in circles.
        for edit in steps.living where try records.places.row(of: edit.identifier) == nil {
            _ = try records.makeIdentity(edit.identifier, time: edit.time)
        }
        try rows.load(steps.living.map(\.identifier))
        for step in steps.steps {
            if case .deleted = step.edit.kind { try delete(step.edit) } else { try update(step) }
        }
        while let edit = required.next() {
            // Several rows may refer to one.
            guard try !scope.hasArrived(edit.identifier) else { continue }
            try rows.load([edit.identifier])
            try update(.whole(edit))
        }
    }

    private func delete(_ edit: RowEdit) throws {
        guard let row = try records.places.row(of: edit.identifier) else { return }
        for (id, state) in try parts.states(ofRow: row) where state.isAlive {
            try parts.delete(id, state, now: edit.time)
        }
        try records.places.noteDeletion(of: edit.identifier)
    }

    private mutating func update(_ step: CaptureSteps.Step) throws {
        // A row that is gone by now has a deletion in the history, which the next capture reads.
        guard let snapshot = rows[step.edit.identifier], let entity = schema.entities[snapshot.layout.entityName],
            let id = try records.places.row(of: step.edit.identifier)
        else { return }
        edited.insert(id)
        var row = try row(id, step)
        let slots = row.isNew ? nil : step.slots
        for (slot, property) in entity.properties.enumerated() where slots?.contains(slot) ?? true {
            try capture(property, slot, snapshot, &row)
        }
        if row.isNew { try captureOwners(of: step.edit.identifier, entity, &row) }
    }

    /// A row with the states of its records. A row from before sync, or a new row, is inserted: all of its values are
    /// edits.
    private func row(_ id: RecordID, _ step: CaptureSteps.Step) throws -> CapturedRow {
        var states = try parts.states(ofRow: id)
        let isInserted = states.allSatisfy { !$0.value.hasArrived }
        if isInserted {
            try parts.insert(id, states[id] ?? RecordState(), now: step.time)
            states = try parts.states(ofRow: id)
            if states.isEmpty { states = [id: try parts.state(id)] }
        }
        return CapturedRow(row: id, time: step.time, isNew: isInserted || step.slots == nil, states: states)
    }

    private func capture(
        _ property: SyncProperty,
        _ slot: Int,
        _ snapshot: DefaultSnapshot,
        _ row: inout CapturedRow
    ) throws {
        let layout = snapshot.layout
        switch property {
        case .attribute(let name, let attribute):
            try values.captureAttribute(snapshot.values[slot], name, attribute, entity: layout.entityName, &row)
        case .reference(let name): try values.captureReference(snapshot.values[slot], name, &row)
        case .pairs(let name): try members.capturePairs(name, of: row, rows.members(slot, of: snapshot))
        case .inversePairs(let keeper, _, let name):
            try members.captureInversePairs(name, keeper, of: row.row, rows.members(slot, of: snapshot))
        case .members(let kind, let memberSlot, let name):
            let list = try rows.members(slot, of: snapshot)
            if memberSlot == nil { try members.captureMembers(name, kind, of: row, list) }
            try orders.capture(SchemaReading.placeName(layout.properties[slot], layout), of: row, list)
        case .inverseReference, .none: return
        }
    }

    /// The owners of a new row in relationships without an inverse: these were captured without it, or are captured later.
    private func captureOwners(
        of identifier: PersistentIdentifier,
        _ entity: SyncEntity,
        _ row: inout CapturedRow
    ) throws {
        for (name, owner) in entity.owners {
            guard let layout = schema.entities[owner.entity]?.layout,
                let place = try rows.owner(of: identifier, slot: owner.slot, of: layout), try !scope.isUnsent(place),
                let target = try records.identity(place, time: row.time)
            else { continue }
            try values.assign(.reference(target), name, &row)
        }
    }
}
