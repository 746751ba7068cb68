import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Makes snapshots of rows.
struct RowReader {
    let shape: RowShape
    private let values: ValueReader

    init(shape: RowShape, model: StoreModel, files: ExternalStorage) {
        self.shape = shape
        values = ValueReader(model: model, files: files)
    }

    /// Reads and checks every value of the row.
    /// - Throws: ``StoreError`` with code `corruptRow`, naming entity, property and row.
    func snapshot(_ row: ResultRow) throws -> DefaultSnapshot {
        let lock = shape.lock(of: row)
        let (shape, key) = try shape.entity(of: row)
        let entity = shape.entity
        var found: [StoredValue] = []
        found.reserveCapacity(shape.sources.count)
        for source in shape.sources {
            do {
                found.append(try values.value(source, row))
            } catch let failure as ColumnFailure {
                throw entity.error(.corruptRow, failure.reason, slot: found.count, model: entity.identifier(key))
            } catch var missing as MissingExternalFile {
                missing.report = entity.error(
                    .corruptRow,
                    "the file \(missing.name) that holds the value is missing",
                    slot: found.count,
                    model: entity.identifier(key)
                )
                throw missing
            }
        }
        var snapshot = DefaultSnapshot(
            persistentIdentifier: entity.identifier(key),
            layout: entity.layout,
            values: found
        )
        snapshot.lock = lock
        return snapshot
    }

    /// Reads the wanted values. What cannot be read is `.unloaded`, and noted. Nil for a row whose entity is not known.
    /// - Throws: what is not damage, such as a file that cannot be opened now.
    func snapshot(
        _ row: ResultRow,
        _ reading: RowReading,
        _ failures: inout ReadFailures
    ) throws -> DefaultSnapshot? {
        let (place, key): (Int, Int64)
        do {
            (place, key) = try shape.place(of: row)
        } catch let error as StoreError {
            if let entity = shape.shapes.first?.entity {
                failures.add(error.message, entity, slot: nil, key: shape.key(of: row))
            }
            return nil
        }
        let entity = shape.shapes[place].entity
        let wanted = reading.slots(of: entity)
        var found: [StoredValue] = []
        found.reserveCapacity(shape.shapes[place].sources.count)
        for (slot, source) in shape.shapes[place].sources.enumerated() {
            guard wanted?.contains(slot) ?? true else {
                found.append(.unloaded)
                continue
            }
            do {
                found.append(try values.value(source, row))
            } catch  where error is ColumnFailure || error is MissingExternalFile {
                failures.add(error, entity, slot: slot, key: key)
                found.append(.unloaded)
            }
        }
        var snapshot = DefaultSnapshot(
            persistentIdentifier: entity.identifier(key),
            layout: entity.layout,
            values: found
        )
        snapshot.lock = shape.lock(of: row)
        return snapshot
    }

    /// Reads what can be read; damaged values are `.unloaded`. Nil for a row whose entity is not known.
    /// - Throws: what is not damage, such as a file that cannot be opened now.
    func salvagedSnapshot(_ row: ResultRow) throws -> DefaultSnapshot? {
        let lock = shape.lock(of: row)
        guard let (shape, key) = try? shape.entity(of: row) else { return nil }
        var snapshot = DefaultSnapshot(
            persistentIdentifier: shape.entity.identifier(key),
            layout: shape.entity.layout,
            values: try shape.sources.map { try values.salvaged($0, row) }
        )
        snapshot.lock = lock
        return snapshot
    }
}
