import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The writing of one save, inside its transaction: deletions first, since they free unique values, then updates, then
/// insertions, then what leads from one row to another.
struct SaveTransaction {
    let runner: SQLRunner
    let model: StoreModel
    var keys: KeyMap
    var log = ChangeLog()
    /// Files of values that are replaced or deleted; they go after the commit.
    var obsoleteFiles: [String] = []
    /// New rows that met a stored one with the same unique values, and the key that the row has.
    var upserts: [PersistentIdentifier: Int64] = [:]

    init(runner: SQLRunner, model: StoreModel) {
        self.runner = runner
        self.model = model
        keys = KeyMap(model: model)
    }

    mutating func write(inserted: [EncodedRow], updated: [EncodedRow], deleted: [PersistentIdentifier]) throws {
        try allocateKeys(inOrderOfRelationships(inserted, after: updated))
        try delete(deleted)
        try update(updated)
        try insert(inserted, beside: updated)
        try repairKeys(inserted + updated)
        for row in inserted { try writeToMany(row) }
        for row in updated { try writeToMany(row) }
    }

    /// New rows with the members of each to-many relationship in its order: rows are read back by key.
    private func inOrderOfRelationships(_ rows: [EncodedRow], after updated: [EncodedRow]) -> [EncodedRow] {
        var byIdentifier = Dictionary(rows.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        var ordered: [EncodedRow] = []
        func place(_ members: [PersistentIdentifier]) {
            for member in members where member.isTemporary {
                if let row = byIdentifier.removeValue(forKey: member) { ordered.append(row) }
            }
        }
        for row in updated { row.toManyChanges.keys.sorted().forEach { place(row.toManyChanges[$0]?.added ?? []) } }
        for row in rows {
            for (slot, columns) in row.entity.slots.enumerated() where columns.isToMany {
                if case .identifiers(let members) = row.values[slot] { place(members) }
            }
        }
        return ordered + rows.filter { byIdentifier[$0.identifier] != nil }
    }

    /// Every new row gets a key before any is written, so that rows can refer to each other in circles.
    private mutating func allocateKeys(_ rows: [EncodedRow]) throws {
        var groups: [String: [EncodedRow]] = [:]
        var order: [String] = []
        for row in rows {
            let root = row.entity.table.rootEntityName
            if groups[root] == nil { order.append(root) }
            groups[root, default: []].append(row)
        }
        for root in order {
            guard let group = groups[root], let entity = group.first?.entity else { continue }
            var next = try KeyAllocation(runner: runner).keys(group.count, for: entity)
            for row in group {
                keys[row.identifier] = row.entity.identifier(next)
                next += 1
            }
        }
    }

    /// Runs a statement for a row; what goes wrong is told by entity, property and row.
    func naming<Result>(_ row: EncodedRow, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as ColumnFailure {
            throw row.entity.error(.validation, failure.reason, model: row.identifier)
        }
    }
}
