import Foundation
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// Reads the value of one slot out of a row: straight from SQLite where the column holds what is expected of it, and by
/// ``ValueReader`` where it does not, or where there is more to do.
struct ColumnReader: Sendable {
    /// What is expected of the column.
    private enum Form {
        case boolean
        case integer
        case double
        case date
        case string
        case uuid
        case decimal
        case toOne
        /// The same in every row.
        case constant
        case other
    }

    private let form: Form
    private let column: CInt
    private let isOptional: Bool
    /// The numbers that fit the property's type.
    private let least: Int64
    private let greatest: Int64
    private let space: IdentifierSpace?
    private let constant: StoredValue
    let source: RowShape.Source

    init(_ source: RowShape.Source) {
        self.source = source
        var (form, column, isOptional) = (Form.other, CInt(0), false)
        var bounds = Int64.min...Int64.max
        var (space, constant) = (IdentifierSpace?.none, StoredValue.null)
        switch source {
        case .constant(let value): (form, constant) = (.constant, value)
        case .toOne(let index, entityColumn: nil, let destination):
            (form, column, isOptional, space) = (.toOne, CInt(index), true, destination.space)
        case .column(let index, let stored) where !stored.isExternal:
            (column, isOptional) = (CInt(index), stored.isOptional)
            switch stored.form {
            case .boolean: form = .boolean
            case .integer(let width): (form, bounds) = (.integer, width.bounds)
            case .double: form = .double
            case .date: form = .date
            case .string: form = .string
            case .uuid: form = .uuid
            case .decimal: form = .decimal
            case .url, .data, .archivedJSON: break
            }
        case .column, .toOne, .composite: break
        }
        (self.form, self.column, self.isOptional) = (form, column, isOptional)
        (least, greatest) = (bounds.lowerBound, bounds.upperBound)
        (self.space, self.constant) = (space, constant)
    }

    /// The value, or nil where ``source`` says how it is read, or what is wrong with it.
    @inline(__always)
    func value(_ handle: OpaquePointer) -> StoredValue? {
        switch form {
        case .constant: return constant
        case .other: return nil
        default: break
        }
        let type = sqlite3_column_type(handle, column)
        if type == SQLITE_NULL { return isOptional ? .some(.null) : nil }
        switch form {
        case .boolean:
            guard type == SQLITE_INTEGER else { return nil }
            return .integer(sqlite3_column_int64(handle, column) == 0 ? 0 : 1)
        case .integer:
            guard type == SQLITE_INTEGER else { return nil }
            let number = sqlite3_column_int64(handle, column)
            return number >= least && number <= greatest ? .integer(number) : nil
        case .double:
            guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return nil }
            return .double(sqlite3_column_double(handle, column))
        case .date:
            guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return nil }
            return .date(Date(timeIntervalSinceReferenceDate: sqlite3_column_double(handle, column)))
        case .string:
            guard type == SQLITE_TEXT, let start = sqlite3_column_text(handle, column) else { return nil }
            let count = Int(sqlite3_column_bytes(handle, column))
            return .string(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case .uuid:
            guard type == SQLITE_BLOB, sqlite3_column_bytes(handle, column) == 16,
                let start = sqlite3_column_blob(handle, column)
            else { return nil }
            return .uuid(UUID(uuid: start.loadUnaligned(as: uuid_t.self)))
        case .decimal:
            guard type == SQLITE_FLOAT else { return nil }
            return DecimalColumn.short(sqlite3_column_double(handle, column)).map { .decimal($0) }
        case .toOne:
            guard type == SQLITE_INTEGER, let space else { return nil }
            let key = sqlite3_column_int64(handle, column)
            return .identifier(PersistentIdentifier(space: space, key: .row(key)))
        case .constant, .other:
            return nil
        }
    }
}

extension AttributeKind.Integer {
    /// The numbers of the type that SQLite keeps as integers.
    fileprivate var bounds: ClosedRange<Int64> {
        switch self {
        case .int64: .min ... .max
        case .int32: Int64(Int32.min)...Int64(Int32.max)
        case .int16: Int64(Int16.min)...Int64(Int16.max)
        case .int8: Int64(Int8.min)...Int64(Int8.max)
        case .uint64: 0 ... .max
        case .uint32: 0...Int64(UInt32.max)
        case .uint16: 0...Int64(UInt16.max)
        case .uint8: 0...Int64(UInt8.max)
        }
    }
}
