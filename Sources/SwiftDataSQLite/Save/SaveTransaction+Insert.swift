import Foundation
import GRDB
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Writes new rows. One that has the unique values of a stored row updates that row, which keeps its key.
    mutating func insert(_ rows: [EncodedRow], joining updated: [EncodedRow]) throws {
        // Those that may turn out to be stored already come first, so that others refer to the right key.
        let mayClash = UniquenessOrder(rows.filter { !$0.entity.table.uniqueColumns.isEmpty }).rows
        let others = rows.filter { $0.entity.table.uniqueColumns.isEmpty }
        let owners = implicitOwners(rows + updated)
        for row in mayClash + others {
            guard let key = keys[row.identifier]?.row else { continue }
            do {
                try insert(row, key, owners[row.identifier] ?? [:])
                log.insert(row.entity, key)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                guard let clash = try storedRow(clashingWith: row) else { throw uniqueViolation(row, error) }
                try overwrite(clash, with: row)
            }
        }
    }

    private mutating func insert(
        _ row: EncodedRow,
        _ key: Int64,
        _ owners: [String: PersistentIdentifier]
    ) throws {
        let insertion = try insertion(row.entity)
        let binding = RowBinding(keys: keys)
        try insertion.statement.run { binder in
            binder.integer(key)
            try binding.bind(row, slots: insertion.slots, to: &binder)
            for implicit in row.entity.table.implicitKeys {
                if let owner = owners[implicit.column] {
                    binder.integer(try binding.keys.destination(owner).key)
                } else {
                    binder.null()
                }
            }
        }
    }

    /// The owners of new rows in to-many relationships without inverse, by row and column: known beforehand, they need
    /// no statement of their own.
    private func implicitOwners(_ rows: [EncodedRow]) -> [PersistentIdentifier: [String: PersistentIdentifier]] {
        var owners: [PersistentIdentifier: [String: PersistentIdentifier]] = [:]
        for row in rows {
            for (slot, columns) in row.entity.slots.enumerated() {
                guard case .toManyByKey(_, let column, _) = columns, row.entity.layout.inverse(of: slot) == nil else {
                    continue
                }
                for member in row.added(slot) where member.isTemporary {
                    owners[member, default: [:]][column] = row.identifier
                }
            }
        }
        return owners
    }
}
