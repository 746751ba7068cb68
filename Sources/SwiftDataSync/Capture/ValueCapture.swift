import SwiftDataCore
import SwiftDataSyncCore

/// Captures attributes and references, which are properties of records.
struct ValueCapture {
    let scope: CaptureScope
    let required: RequiredRows
    let blobs: OutgoingBlobs

    func assign(_ value: SyncValue, _ name: SyncName, _ row: inout CapturedRow) throws {
        if scope.mode.onlyDifferences, !row.isNew, try isShown(value, name, row) { return }
        try scope.parts.assign(value, to: name, of: &row)
    }

    /// True where a row shows a value already.
    private func isShown(_ value: SyncValue, _ name: SyncName, _ row: CapturedRow) throws -> Bool {
        guard let entity = row.states.keys.min()?.entity else { return false }
        let policy = scope.schema.rules.policies.policy(entity: entity, property: name)
        let shown = row.value(of: name, policy) ?? .null
        // The row cannot show it, and has its former value, which is no edit.
        if shown.isSealed { return true }
        guard case .reference(let target) = shown, case .reference(let wanted) = value else {
            return shown.content == value
        }
        return try scope.records.shownRow(of: target) == wanted
    }

    func captureAttribute(
        _ stored: StoredValue,
        _ name: SyncName,
        _ attribute: Schema.Attribute,
        entity: String,
        _ row: inout CapturedRow
    ) throws {
        // A damaged value is no edit: it would replace the value that other devices have.
        if case .unloaded = stored { return }
        let value = try ValueCoding(attribute: attribute, entity: entity).wire(stored, blob: blobs.take)
        if row.isNew, value == .null, attribute.defaultValue == nil { return }
        try assign(value, name, &row)
    }

    func captureReference(_ value: StoredValue, _ name: SyncName, _ row: inout CapturedRow) throws {
        guard case .identifier(let destination) = value else {
            if row.isNew { return }
            if try isNulledByDeletion(name, row) { return }
            return try assign(.null, name, &row)
        }
        if try scope.isUnsent(destination) {
            required.add(destination, time: row.time)
        } else if scope.mode.isStock, !scope.asked.contains(destination), try !scope.hasArrived(destination) {
            // Other devices show the row when they have the rows that it refers to.
            required.addEarly(destination, time: row.time)
        }
        guard let target = try scope.records.identity(destination, time: row.time) else { return }
        try assign(.reference(target), name, &row)
    }

    /// True where a reference is null because the row that it leads to is deleted, has not arrived or is held.
    private func isNulledByDeletion(_ name: SyncName, _ row: CapturedRow) throws -> Bool {
        guard case .reference(let target)? = row.value(of: name) else { return false }
        guard let target = try scope.storedRow(of: target) else { return true }
        return scope.deleted.contains(target)
    }
}

extension CapturedRow {
    /// The value that the records of the row have of a property.
    func value(of name: SyncName, _ policy: MergePolicy = .lastWriter) -> SyncValue? {
        PropertyState.value(policy, joining: states.values.compactMap { $0.properties[name] })
    }
}
