import Foundation
import GRDB
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Writes new rows. One that has the unique values of a stored row updates that row, which keeps its key.
    mutating func insert(_ rows: [EncodedRow], at places: RowPlaces, joining updated: [EncodedRow]) throws {
        let owners = implicitOwners(rows, updated)
        var insertion: PreparedInsertion?
        for place in places.writing(rows) {
            let row = rows[Int(place)]
            guard let key = keys.key(at: Int(place)) else { continue }
            if insertion?.entity !== row.entity { insertion = try self.insertion(row.entity) }
            guard let insertion else { continue }
            do {
                try insert(row, key, owners.isEmpty ? [:] : owners[row.identifier] ?? [:], insertion)
                log.insert(row.entity, key)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                guard let clash = try storedRow(clashingWith: row) else { throw uniqueViolation(row, error) }
                try overwrite(clash, with: row)
            }
        }
    }

    private func insert(
        _ row: EncodedRow,
        _ key: Int64,
        _ owners: [String: PersistentIdentifier],
        _ insertion: PreparedInsertion
    ) throws {
        let binding = RowBinding(keys: keys)
        try insertion.statement.repeatedly(scratch) { binder in
            binder.integer(key)
            try binding.bind(row, to: &binder)
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
    private func implicitOwners(
        _ inserted: [EncodedRow],
        _ updated: [EncodedRow]
    ) -> [PersistentIdentifier: [String: PersistentIdentifier]] {
        var owners: [PersistentIdentifier: [String: PersistentIdentifier]] = [:]
        for rows in [inserted, updated] {
            for row in rows {
                for slot in row.entity.shape.implicit {
                    guard case .toManyByKey(_, let column, _) = row.entity.slots[slot] else { continue }
                    for member in row.added(slot) where member.isTemporary {
                        owners[member, default: [:]][column] = row.identifier
                    }
                }
            }
        }
        return owners
    }
}
