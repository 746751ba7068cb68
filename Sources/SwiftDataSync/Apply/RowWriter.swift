import SwiftDataCore
import SwiftDataSyncCore

/// Makes the rows of a store equal to the rows of the view that have changed.
///
/// A row that the store cannot take is held: it, or its former values, stay as they are until its record changes, its large
/// values have arrived or the app has another schema.
struct RowWriter {
    private let schema: SyncSchema
    private let rows: StoreRows
    private let shown: [RecordID: RowContent]
    private let values: ArrivedValues
    private let partners: PartnerSides
    private let relationships: RelationshipWriting
    private let orders: OrderWriting
    private let removal: RowRemoval
    /// The edits to write.
    let edits: RowEdits
    let places: ClaimedPlaces
    let held: HeldRows

    /// - Parameter shown: The rows to write, with their values. Rows of classes that the app does not have are left
    ///   out.
    init(
        _ context: SyncContext,
        _ records: SyncRecords,
        _ rows: StoreRows,
        _ blobs: IncomingBlobs,
        shown: [RecordID: RowContent]
    ) {
        let schema = context.schema
        self.schema = schema
        self.rows = rows
        self.shown = shown.filter { schema.entities[$0.key.entity.text] != nil }
        values = ArrivedValues(blobs)
        edits = RowEdits(rows)
        partners = PartnerSides(rows, edits)
        places = ClaimedPlaces(self.shown, records)
        held = HeldRows(schema, self.shown, places, records, rows)
        relationships = RelationshipWriting(
            schema: schema,
            records: records,
            rows: rows,
            places: places,
            edits: edits,
            partners: partners
        )
        orders = OrderWriting(
            schema: schema,
            records: records,
            rows: rows,
            places: places,
            edits: edits,
            shown: self.shown,
            held: held
        )
        removal = RowRemoval(
            schema: schema,
            records: records,
            rows: rows,
            edits: edits,
            partners: partners,
            selections: context.selections
        )
    }

    /// Plans the writes.
    ///
    /// - Parameters:
    ///   - hidden: The rows to delete.
    ///   - heldBefore: The rows that the store could not take in earlier transactions.
    func plan(hidden: Set<RecordID>, heldBefore: Set<RecordID>) throws {
        let surplus = try places.claim()
        try rows.load(surplus)
        for identifier in surplus { if let row = rows[identifier] { edits.delete(row) } }
        try rows.load(Array(places.all))
        try readValues()
        try held.holdWaiting(before: heldBefore.subtracting(hidden))
        values.noteBlobs(isHeld: held.contains)
        let written = shown.keys.sorted().filter { !held.contains($0) }
        for row in written where places[row] == nil { insert(row) }
        for row in written { try write(row) }
        try orders.write()
        try removal.delete(hidden, sparing: Set(places.all))
        // After all rows have given up their former partners.
        partners.write()
    }

    private func readValues() throws {
        for (row, content) in shown {
            guard let entity = schema.entities[row.entity.text] else { continue }
            do {
                try values.read(row, content, entity, current: places[row].flatMap { rows[$0] })
            } catch let error as SyncError {
                held.hold(row, error)
            }
        }
    }

    private func insert(_ row: RecordID) {
        guard let layout = schema.entities[row.entity.text]?.layout else { return }
        let identifier = PersistentIdentifier.temporary(layout)
        places.insert(row, at: identifier)
        edits.insert(
            DefaultSnapshot(persistentIdentifier: identifier, layout: layout, values: layout.emptyValues)
        )
    }

    private func write(_ row: RecordID) throws {
        guard let entity = schema.entities[row.entity.text], let content = shown[row], let place = places[row] else {
            return
        }
        for (slot, value) in values[row] { edits.set(value, slot, of: place) }
        try relationships.write(content, entity, at: place)
    }
}
