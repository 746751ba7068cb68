import SwiftDataCore
import SwiftDataSyncCore

/// The shown rows that the store cannot take now, and why.
///
/// Not shared: it serves one call on the thread of the engine.
final class HeldRows {
    private let schema: SyncSchema
    private let shown: [RecordID: RowContent]
    private let places: ClaimedPlaces
    private let records: SyncRecords
    private let rows: StoreRows
    private(set) var reasons: [RecordID: SyncError] = [:]

    init(
        _ schema: SyncSchema,
        _ shown: [RecordID: RowContent],
        _ places: ClaimedPlaces,
        _ records: SyncRecords,
        _ rows: StoreRows
    ) {
        self.schema = schema
        self.shown = shown
        self.places = places
        self.records = records
        self.rows = rows
    }

    func contains(_ row: RecordID) -> Bool { reasons[row] != nil }

    func hold(_ row: RecordID, _ reason: SyncError) { reasons[row] = reason }

    /// Holds the rows that wait for held rows.
    /// - Parameter before: The rows that the store could not take in earlier transactions, and that are not to be
    ///   deleted.
    func holdWaiting(before: Set<RecordID>) throws {
        try holdDependents()
        while try holdColliding(before) { try holdDependents() }
    }

    /// Holds the rows that require a row which is not in the store.
    private func holdDependents() throws {
        var isChanged = true
        while isChanged {
            isChanged = false
            for (row, content) in shown where !contains(row) {
                guard let entity = schema.entities[row.entity.text], let slot = try missing(content, entity) else {
                    continue
                }
                reasons[row] = SyncError(
                    .value,
                    "A row waits for the row that it requires, which this version of the app cannot show.",
                    entity: entity.layout.entityName,
                    property: entity.layout.properties[slot].name
                )
                isChanged = true
            }
        }
    }

    /// The slot of a required relationship with a row that is not in the store.
    private func missing(_ content: RowContent, _ entity: SyncEntity) throws -> Int? {
        for (slot, property) in entity.properties.enumerated() {
            guard case .reference(let name) = property, !entity.layout.properties[slot].isOptional else { continue }
            if case .reference(let target)? = content.values[name], try isThere(target) { continue }
            return slot
        }
        return nil
    }

    private func isThere(_ row: RecordID) throws -> Bool {
        if shown[row] != nil { return try !contains(row) || records.places.place(of: row) != nil }
        return try records.places.place(of: row) != nil
    }

    /// Holds the rows with a unique value that a held row keeps in the store. Returns true where there is such a row.
    private func holdColliding(_ before: Set<RecordID>) throws -> Bool {
        let kept = try keptValues(Set(reasons.keys).union(before.filter { shown[$0] == nil }))
        guard !kept.isEmpty else { return false }
        var isChanged = false
        for (row, content) in shown where !contains(row) {
            guard let entity = schema.entities[row.entity.text] else { continue }
            let keys = try HeldValues.all(entity, schema) { content.values[$0] }
            guard keys.contains(where: { kept[$0].map { $0 != row } ?? false }) else { continue }
            reasons[row] = SyncError(
                .value,
                "A row waits for another row that has its unique value and cannot take its new value yet.",
                entity: entity.layout.entityName
            )
            isChanged = true
        }
        return isChanged
    }

    /// The unique values that rows have in the store.
    private func keptValues(_ held: Set<RecordID>) throws -> [HeldValues: RecordID] {
        var kept: [HeldValues: RecordID] = [:]
        for row in held {
            guard let entity = schema.entities[row.entity.text],
                let place = try places.place(of: row) ?? records.places.place(of: row)
            else { continue }
            try rows.load([place])
            guard let snapshot = rows[place] else { continue }
            let reader = StoredProperties(entity: entity, row: snapshot, records: records)
            for key in try HeldValues.all(entity, schema, reader.value) { kept[key] = row }
        }
        return kept
    }
}
