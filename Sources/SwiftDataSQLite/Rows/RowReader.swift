import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Makes snapshots of rows.
struct RowReader {
    let shape: RowShape
    let model: StoreModel
    let files: ExternalStorage

    /// Reads and checks every value of the row.
    /// - Throws: ``StoreError`` with code `corruptRow`, naming entity, property and row.
    func snapshot(_ row: ResultRow) throws -> DefaultSnapshot {
        let (shape, key) = try shape.entity(of: row)
        let entity = shape.entity
        var values: [StoredValue] = []
        values.reserveCapacity(shape.sources.count)
        for source in shape.sources {
            do {
                values.append(try value(source, row))
            } catch let failure as ColumnFailure {
                throw entity.error(.corruptRow, failure.reason, slot: values.count, model: entity.identifier(key))
            } catch var missing as MissingExternalFile {
                missing.report = entity.error(
                    .corruptRow,
                    "the file \(missing.name) that holds the value is missing",
                    slot: values.count,
                    model: entity.identifier(key)
                )
                throw missing
            }
        }
        return DefaultSnapshot(persistentIdentifier: entity.identifier(key), layout: entity.layout, values: values)
    }

    /// Reads what can be read; damaged values are `.unloaded`. Nil for a row whose entity is not known.
    func salvagedSnapshot(_ row: ResultRow) -> DefaultSnapshot? {
        guard let (shape, key) = try? shape.entity(of: row) else { return nil }
        return DefaultSnapshot(
            persistentIdentifier: shape.entity.identifier(key),
            layout: shape.entity.layout,
            values: shape.sources.map { (try? value($0, row)) ?? .unloaded }
        )
    }

    private func value(_ source: RowShape.Source, _ row: ResultRow) throws -> StoredValue {
        switch source {
        case .constant(let value): return value
        case .column(let index, let column): return try value(column, at: index, row)
        case .toOne(let index, let entityColumn, let destination):
            return try toOne(index, entityColumn, destination, row)
        case .composite(let elements, let isOptional):
            if isOptional, elements.allSatisfy({ isNull($0, row) }) { return .null }
            return .composite(try elements.map { try value($0, row) })
        }
    }

    private func value(_ column: StoredColumn, at index: Int, _ row: ResultRow) throws -> StoredValue {
        guard !column.isExternal else { return try external(column, at: index, row) }
        let value = try ColumnCoding.read(index, as: column.form, of: row)
        if !column.isOptional, case .null = value { throw ColumnFailure.missingValue }
        return value
    }

    private func external(_ column: StoredColumn, at index: Int, _ row: ResultRow) throws -> StoredValue {
        switch row.storageClass(index) {
        case .null where column.isOptional: return .null
        case .null: throw ColumnFailure.missingValue
        case .blob: break
        case let found: throw ColumnFailure(expected: "a blob", found: found)
        }
        let data = try files.data(of: row.blob(index))
        guard column.form == .archivedJSON else { return .data(data) }
        guard let json = ArchivedData.unwrapping(data) else {
            throw ColumnFailure("the blob is not a keyed archive of data")
        }
        return .data(json)
    }

    private func toOne(
        _ index: Int,
        _ entityColumn: Int?,
        _ destination: StoreEntity,
        _ row: ResultRow
    ) throws -> StoredValue {
        switch row.storageClass(index) {
        case .null: return .null
        case .integer: break
        case let found: throw ColumnFailure(expected: "an integer", found: found)
        }
        guard let entityColumn, !row.isNull(entityColumn) else {
            return .identifier(destination.identifier(row.integer(index)))
        }
        guard let entity = model[number: row.integer(entityColumn)],
            destination.table.familyNumbers.contains(entity.number)
        else { throw ColumnFailure("the foreign key's Z_ENT is not that of the destination") }
        return .identifier(entity.identifier(row.integer(index)))
    }

    private func isNull(_ source: RowShape.Source, _ row: ResultRow) -> Bool {
        switch source {
        case .column(let index, _): row.isNull(index)
        case .composite(let elements, _): elements.allSatisfy { isNull($0, row) }
        case .toOne(let index, _, _): row.isNull(index)
        case .constant: true
        }
    }
}
