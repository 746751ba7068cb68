import SwiftDataCore
import SwiftDataSyncCore

/// Writes the relationships of shown rows: the sides that their records keep.
///
/// Relationships with rows that are not captured yet stay: they are not part of the view, and a later transaction captures them.
struct RelationshipWriting {
    let schema: SyncSchema
    let records: SyncRecords
    let rows: StoreRows
    let places: ClaimedPlaces
    let edits: RowEdits
    let partners: PartnerSides

    func write(_ content: RowContent, _ entity: SyncEntity, at place: PersistentIdentifier) throws {
        for (slot, property) in entity.properties.enumerated() {
            switch property {
            case .reference(let name): try writeReference(name, slot, entity, content, place)
            case .pairs(let name): try writePairs(name, slot, content, place)
            case .attribute, .inverseReference, .members, .inversePairs, .none: continue
            }
        }
        for (name, owner) in entity.owners { try writeOwner(name, owner, content, place) }
    }

    private func writeReference(
        _ name: SyncName,
        _ slot: Int,
        _ entity: SyncEntity,
        _ content: RowContent,
        _ place: PersistentIdentifier
    ) throws {
        let wanted = try target(name, content)
        var current: PersistentIdentifier?
        if case .identifier(let identifier)? = rows[place]?.values[slot] { current = identifier }
        if wanted == nil, let current, try records.isUncaptured(current) { return }
        if wanted != current { edits.set(wanted.map { .identifier($0) } ?? .null, slot, of: place) }
        guard let inverse = PartnerSides.slot(entity, slot) else { return }
        if let current, wanted != current { try partners.clear(place, of: current, inverse) }
        if let wanted { try partners.add(place, to: wanted, inverse) }
    }

    private func writePairs(
        _ name: SyncName,
        _ slot: Int,
        _ content: RowContent,
        _ place: PersistentIdentifier
    ) throws {
        let changes = content.members.changes[name] ?? [:]
        let current = Set(try rows[place].map { try rows.members(slot, of: $0) } ?? [])
        var (added, removed) = ([PersistentIdentifier](), [PersistentIdentifier]())
        var whole: Set<PersistentIdentifier> = []
        for (member, change) in changes {
            guard let place = try places.place(of: member) else { continue }
            switch change {
            case .present:
                whole.insert(place)
                if !current.contains(place) { added.append(place) }
            case .absent:
                if current.contains(place) { removed.append(place) }
            }
        }
        if content.members.isWhole {
            removed = try current.subtracting(whole).filter { try !records.isUncaptured($0) }.sorted()
        }
        edits.change(slot, of: place, adding: added, removing: removed)
    }

    /// Writes the owner of a row in a relationship without an inverse, which is a change of the owners.
    private func writeOwner(
        _ name: SyncName,
        _ owner: SyncEntity.OwnerSlot,
        _ content: RowContent,
        _ place: PersistentIdentifier
    ) throws {
        guard let layout = schema.entities[owner.entity]?.layout else { return }
        let wanted = try target(name, content)
        let current = place.isTemporary ? nil : try rows.owner(of: place, slot: owner.slot, of: layout)
        guard wanted != current else { return }
        if wanted == nil, let current, try records.isUncaptured(current) { return }
        try rows.load([wanted, current].compactMap { $0 }.filter { !$0.isTemporary })
        if let current { edits.change(owner.slot, of: current, adding: [], removing: [place]) }
        if let wanted { edits.change(owner.slot, of: wanted, adding: [place]) }
    }

    /// The row of the store that a reference leads to.
    private func target(_ name: SyncName, _ content: RowContent) throws -> PersistentIdentifier? {
        guard case .reference(let target)? = content.values[name] else { return nil }
        return try places.place(of: target)
    }
}
