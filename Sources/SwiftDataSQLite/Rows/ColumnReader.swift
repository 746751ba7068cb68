import Foundation
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// Reads the value of one slot out of a row: straight from SQLite where the column holds a value of the expected form.
/// Where it does not, or where there is more to do, ``ValueReader`` does it.
///
/// It refers to nothing that is counted, since it is used for each value that is read. `@unchecked Sendable`: the space
/// is immutable, and is never released.
struct ColumnReader: @unchecked Sendable {
    /// The form that the column is expected to have.
    private enum Form {
        case boolean
        case integer
        case double
        case date
        case string
        case uuid
        case decimal
        case toOne
        /// The value was not fetched.
        case unloaded
        case other
    }

    private let form: Form
    private let isOptional: Bool
    private let column: CInt
    /// The numbers that fit the property's type.
    private let least: Int64
    private let greatest: Int64
    private let space: Unmanaged<IdentifierSpace>?

    init(_ source: RowShape.Source) {
        var (form, column, isOptional) = (Form.other, CInt(0), false)
        var bounds = Int64.min...Int64.max
        var space: IdentifierSpace?
        switch source {
        case .constant(.unloaded): form = .unloaded
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
            default: break
            }
        case .column, .toOne, .composite, .constant: break
        }
        (self.form, self.column, self.isOptional) = (form, column, isOptional)
        (least, greatest) = (bounds.lowerBound, bounds.upperBound)
        self.space = space.map { .passUnretained($0) }
    }

    /// Reads the value.
    ///
    /// By way of the column's value: each function that takes the statement would check and lock it again. Connections
    /// are opened without mutexes of their own and used by one thread at a time, so that such a value may be read.
    /// - Parameter place: The memory for the value, which is not initialised yet.
    /// - Returns: True if it was read.
    @inline(__always)
    func read(_ handle: OpaquePointer, to place: UnsafeMutablePointer<StoredValue>) -> Bool {
        switch form {
        case .unloaded:
            place.initialize(to: .unloaded)
            return true
        case .other: return false
        default: break
        }
        guard let value = sqlite3_column_value(handle, column) else { return false }
        let type = sqlite3_value_type(value)
        if type == SQLITE_NULL {
            guard isOptional else { return false }
            place.initialize(to: .null)
            return true
        }
        switch form {
        case .boolean:
            guard type == SQLITE_INTEGER else { return false }
            place.initialize(to: .integer(sqlite3_value_int64(value) == 0 ? 0 : 1))
        case .integer:
            guard type == SQLITE_INTEGER else { return false }
            let number = sqlite3_value_int64(value)
            guard number >= least, number <= greatest else { return false }
            place.initialize(to: .integer(number))
        case .double:
            guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return false }
            place.initialize(to: .double(sqlite3_value_double(value)))
        case .date:
            guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return false }
            let interval = sqlite3_value_double(value)
            place.initialize(to: .date(Date(timeIntervalSinceReferenceDate: interval)))
        case .string:
            guard type == SQLITE_TEXT, let start = sqlite3_value_text(value) else { return false }
            let count = Int(sqlite3_value_bytes(value))
            let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
            place.initialize(to: .string(text))
        case .uuid:
            guard type == SQLITE_BLOB, let start = sqlite3_value_blob(value), sqlite3_value_bytes(value) == 16 else {
                return false
            }
            place.initialize(to: .uuid(UUID(uuid: start.loadUnaligned(as: uuid_t.self))))
        case .decimal:
            guard type == SQLITE_FLOAT, let decimal = DecimalColumn.short(sqlite3_value_double(value))
            else { return false }
            place.initialize(to: .decimal(decimal))
        case .toOne:
            guard type == SQLITE_INTEGER, let space else { return false }
            let key = sqlite3_value_int64(value)
            place.initialize(to: .identifier(PersistentIdentifier(reference: space, row: key)))
        case .unloaded, .other:
            return false
        }
        return true
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
