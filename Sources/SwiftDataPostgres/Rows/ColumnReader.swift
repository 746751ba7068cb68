#if PostgreSQL
import CLibPQ
import Foundation
import SwiftDataCore

/// Reads the value of one slot straight out of libpq's result where the column has the usual type. Where it does not, or where
/// there is more to do, ``RowDecoder`` does it.
///
/// It refers to nothing that is counted, since it is used for each value. `@unchecked Sendable`: a space is immutable, and
/// ``IdentifierSpace`` keeps each for as long as the process runs.
struct ColumnReader: @unchecked Sendable {
    private enum Form: UInt8 {
        case boolean, int2, int4, int8, float4, float8, date, dateNumber, text, uuid, data, toOne, unloaded, other
    }

    private let form: Form
    private let isOptional: Bool
    private let column: Int32
    private let space: Unmanaged<IdentifierSpace>?

    /// The value was not fetched.
    static let unloaded = ColumnReader(.unloaded)
    static let other = ColumnReader(.other)

    private init(_ form: Form) { (self.form, isOptional, column, space) = (form, false, 0, nil) }

    /// - Parameter type: The type that the column of the result has.
    init(_ column: PostgresColumn, at place: Int, _ type: UInt32) {
        (self.column, isOptional, space) = (Int32(truncatingIfNeeded: place), column.isOptional, nil)
        form =
            switch (column.form, PostgresType(rawValue: type)) {
            case (.boolean, .bool): .boolean
            // The column's type has the numbers of the property's, but for unsigned ones.
            case (.integer(.int16), .int2): .int2
            case (.integer(.int32), .int4): .int4
            case (.integer(.int64), .int8): .int8
            case (.float, .float4): .float4
            case (.double, .float8): .float8
            case (.date, .timestamptz): .date
            case (.dateNumber, .float8): .dateNumber
            case (.string, .text): .text
            case (.uuid, .uuid): .uuid
            case (.data, .bytea): .data
            default: .other
            }
    }

    init(toOneAt place: Int, _ destination: PostgresEntity, _ type: UInt32) {
        (column, isOptional) = (Int32(truncatingIfNeeded: place), true)
        form = type == PostgresType.int8.rawValue ? .toOne : .other
        space = .passUnretained(destination.space)
    }

    /// Reads the value.
    /// - Parameter place: The memory for the value, which is not initialised yet.
    /// - Returns: True if it was read.
    @inline(__always)
    func read(_ result: OpaquePointer, _ row: Int32, to place: UnsafeMutablePointer<StoredValue>) -> Bool {
        switch form {
        case .unloaded:
            place.initialize(to: .unloaded)
            return true
        case .other: return false
        default: break
        }
        let length = Int(PQgetlength(result, row, column))
        // NULL has the length 0, as an empty text has.
        if length == 0, PQgetisnull(result, row, column) != 0 {
            guard isOptional else { return false }
            place.initialize(to: .null)
            return true
        }
        guard let start = UnsafeRawPointer(PQgetvalue(result, row, column)) else { return false }
        switch form {
        case .boolean:
            guard length == 1 else { return false }
            place.initialize(to: .integer(start.load(as: UInt8.self) == 1 ? 1 : 0))
        case .int2:
            guard length == 2 else { return false }
            place.initialize(to: .integer(Int64(Int16(bigEndian: start.loadUnaligned(as: Int16.self)))))
        case .int4:
            guard length == 4 else { return false }
            place.initialize(to: .integer(Int64(Int32(bigEndian: start.loadUnaligned(as: Int32.self)))))
        case .int8:
            guard length == 8 else { return false }
            place.initialize(to: .integer(Int64(bigEndian: start.loadUnaligned(as: Int64.self))))
        case .float4:
            guard length == 4 else { return false }
            let bits = UInt32(bigEndian: start.loadUnaligned(as: UInt32.self))
            place.initialize(to: .double(Double(Float(bitPattern: bits))))
        case .float8:
            guard length == 8 else { return false }
            place.initialize(to: .double(Double(bitPattern: UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)))))
        case .date:
            guard length == 8,
                let date = DateValue.date(Int64(bigEndian: start.loadUnaligned(as: Int64.self)))
            else { return false }
            place.initialize(to: .date(date))
        case .dateNumber:
            guard length == 8 else { return false }
            let bits = UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
            place.initialize(to: .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))))
        case .text:
            place.initialize(
                to: .string(String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self))
            )
        case .uuid:
            guard length == 16 else { return false }
            place.initialize(to: .uuid(UUID(uuid: start.loadUnaligned(as: uuid_t.self))))
        case .data: place.initialize(to: .data(Data(bytes: start, count: length)))
        case .toOne:
            guard length == 8, let space else { return false }
            let key = Int64(bigEndian: start.loadUnaligned(as: Int64.self))
            place.initialize(to: .identifier(PersistentIdentifier(reference: space, row: key)))
        case .unloaded, .other: return false
        }
        return true
    }
}
#endif
