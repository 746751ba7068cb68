import SwiftDataCore
import SwiftDataSyncCore

/// Deletes the rows that the view does not show any more.
struct RowRemoval {
    let schema: SyncSchema
    let records: SyncRecords
    let rows: StoreRows
    let edits: RowEdits
    let partners: PartnerSides
    let selections: SyncSelections

    /// Deletes the rows of the store that hidden rows have, but for the ones that are claimed by shown rows.
    func delete(_ hidden: Set<RecordID>, sparing claimed: Set<PersistentIdentifier>) throws {
        let gone = try hidden.compactMap { try records.places.place(of: $0) }.filter { !claimed.contains($0) }
        try rows.load(gone)
        for identifier in gone {
            if let row = rows[identifier], try !waitsForCapture(row) { edits.delete(row) }
        }
        for row in edits.deleted.values {
            try releaseUnsent(of: row)
            try releasePartners(of: row)
        }
    }

    /// True for a row that the view does not show because it needs a row which is not captured yet.
    private func waitsForCapture(_ row: DefaultSnapshot) throws -> Bool {
        try references(of: row).contains { try records.isUncaptured($0.target) }
    }

    private func releasePartners(of row: DefaultSnapshot) throws {
        guard let entity = schema.entities[row.layout.entityName] else { return }
        for (slot, partner) in references(of: row) {
            guard let inverse = PartnerSides.slot(entity, slot) else { continue }
            try partners.clear(row.persistentIdentifier, of: partner, inverse)
        }
    }

    /// The references that a row keeps, by slot.
    private func references(of row: DefaultSnapshot) -> [(slot: Int, target: PersistentIdentifier)] {
        guard let entity = schema.entities[row.layout.entityName] else { return [] }
        return entity.properties.enumerated().compactMap { slot, property in
            guard case .reference = property, case .identifier(let target) = row.values[slot] else { return nil }
            return (slot, target)
        }
    }

    // MARK: Rows that were not sent

    /// Follows the delete rules for rows that were not sent, which the view does not know.
    private func releaseUnsent(of row: DefaultSnapshot) throws {
        guard !selections.isEmpty, let entity = schema.entities[row.layout.entityName] else { return }
        for (slot, property) in entity.properties.enumerated() {
            guard let (members, reference) = try dependents(property, slot, of: row) else { continue }
            let isCascade = entity.layout.properties[slot].relationship?.0.deleteRule == .cascade
            for member in members where try isUnsent(member) && edits.deleted[member] == nil {
                try rows.load([member])
                guard let member = rows[member] else { continue }
                guard isCascade || !member.layout.properties[reference].isOptional else {
                    edits.set(.null, reference, of: member.persistentIdentifier)
                    continue
                }
                edits.delete(member)
                try releaseUnsent(of: member)
            }
        }
    }

    /// The rows that refer to a row by the other side of a property, and the slot of their reference.
    private func dependents(
        _ property: SyncProperty,
        _ slot: Int,
        of row: DefaultSnapshot
    ) throws -> (members: [PersistentIdentifier], reference: Int)? {
        switch property {
        case .members(_, let reference?, _): return (try rows.members(slot, of: row), reference)
        case .inverseReference(_, let reference, _):
            guard case .identifier(let member) = row.values[slot] else { return nil }
            return ([member], reference)
        case .members, .attribute, .reference, .pairs, .inversePairs, .none: return nil
        }
    }

    private func isUnsent(_ identifier: PersistentIdentifier) throws -> Bool {
        try !identifier.isTemporary && selections.isUnsent(identifier, records)
    }
}
