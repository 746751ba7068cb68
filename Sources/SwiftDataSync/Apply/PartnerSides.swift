import SwiftDataCore
import SwiftDataSyncCore

/// The other sides of one-to-one relationships, which have columns of their own.
///
/// Not shared: it serves one call on the thread of the engine.
final class PartnerSides {
    private let rows: StoreRows
    private let edits: RowEdits
    /// The slot of a row that is to refer to another row.
    private var wanted: [(partner: PersistentIdentifier, slot: Int, row: PersistentIdentifier)] = []

    init(_ rows: StoreRows, _ edits: RowEdits) {
        self.rows = rows
        self.edits = edits
    }

    /// The slot of the other side of a one-to-one relationship; nil for other relationships.
    static func slot(_ entity: SyncEntity, _ slot: Int) -> Int? {
        let inverse = entity.layout.declaring(slot).inverse(of: slot)
        guard let inverse, inverse.layout.properties[inverse.slot].isToOne else { return nil }
        return inverse.slot
    }

    /// Lets a partner refer to a row, once all rows have given up their former partners.
    func add(_ row: PersistentIdentifier, to partner: PersistentIdentifier, _ slot: Int) throws {
        if !partner.isTemporary { try rows.load([partner]) }
        if case .identifier(let back)? = rows[partner]?.values[slot], back == row { return }
        wanted.append((partner, slot, row))
    }

    /// Lets a partner give up a row.
    func clear(_ row: PersistentIdentifier, of partner: PersistentIdentifier, _ slot: Int) throws {
        try rows.load([partner])
        if case .identifier(let back)? = rows[partner]?.values[slot], back == row {
            edits.set(.null, slot, of: partner)
        }
    }

    /// Writes the sides that were added.
    func write() {
        for side in wanted { edits.set(.identifier(side.row), side.slot, of: side.partner) }
    }
}
