import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Reads the values of properties out of a row.
struct ValueReader: Sendable {
    let model: StoreModel
    let files: ExternalStorage

    /// - Throws: ``ColumnFailure`` or ``MissingExternalFile``.
    func value(_ source: RowShape.Source, _ row: ResultRow) throws -> StoredValue {
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
