import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Makes snapshots of rows.
struct RowReader {
    let shape: RowShape
    private let values: ValueReader
    /// By the place of the shape and by slot; empty where few rows are read.
    private let readers: [[ColumnReader]]

    /// - Parameter isForMany: Whether so many rows are read that it pays to work out first how.
    init(shape: RowShape, model: StoreModel, files: ExternalStorage, isForMany: Bool = false) {
        self.shape = shape
        readers = isForMany ? shape.shapes.map { $0.sources.map { ColumnReader($0) } } : []
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
        let sources = shape.shapes[place].sources
        let found = try [StoredValue](unsafeUninitializedCapacity: sources.count) { buffer, count in
            for slot in sources.indices {
                guard let start = buffer.baseAddress else { return }
                if let wanted, !wanted.contains(slot) {
                    (start + slot).initialize(to: .unloaded)
                } else if readers.isEmpty || !readers[place][slot].read(row.handle, to: start + slot) {
                    (start + slot).initialize(to: try value(sources[slot], row, entity, slot, key, &failures))
                }
                count = slot + 1
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

    private func value(
        _ source: RowShape.Source,
        _ row: ResultRow,
        _ entity: StoreEntity,
        _ slot: Int,
        _ key: Int64,
        _ failures: inout ReadFailures
    ) throws -> StoredValue {
        do {
            return try values.value(source, row)
        } catch let failure as ColumnFailure {
            failures.add(failure, entity, slot: slot, key: key)
        } catch let missing as MissingExternalFile {
            failures.add(missing, entity, slot: slot, key: key)
        }
        return .unloaded
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
