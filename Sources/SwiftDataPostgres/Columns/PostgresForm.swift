#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The form of a column: its type on the server, and the conversion of its values.
enum PostgresForm: Hashable, Sendable {
    case boolean
    case integer(AttributeKind.Integer)
    case float
    case double
    case decimal
    case string
    case date
    /// A date as the seconds since the beginning of 2001.
    case dateNumber
    case uuid
    case url
    case data
    /// JSON, in the server's own form.
    case json
    /// An array of values of another form, without NULL.
    indirect case array(PostgresForm)

    /// Nil for a composite, which has a column for each member.
    init?(_ kind: AttributeKind, _ dates: PostgresConfiguration.Dates) {
        switch kind {
        case .boolean: self = .boolean
        case .integer(let width): self = .integer(width)
        case .float: self = .float
        case .double: self = .double
        case .decimal: self = .decimal
        case .string: self = .string
        case .date: self = dates == .double ? .dateNumber : .date
        case .uuid: self = .uuid
        case .url: self = .url
        case .data, .transformable: self = .data
        case .json, .codable: self = .json
        case .rawValue(let raw): self.init(raw, dates)
        case .composite, .enumeration: return nil
        }
    }

    /// The form of an attribute's array; nil where the elements may be nil, or have no column type of their own.
    init?(elementsOf array: ArrayOutline, _ dates: PostgresConfiguration.Dates) {
        guard !array.hasOptionalElements, !array.isUntyped, let element = Self(array.elementKind, dates),
            element.kind != nil
        else { return nil }
        self = .array(element)
    }

    /// The type of the column.
    var type: PostgresType {
        switch self {
        case .boolean: .bool
        case .integer(.int8), .integer(.uint8), .integer(.int16): .int2
        case .integer(.uint16), .integer(.int32): .int4
        case .integer(.uint32), .integer(.int64): .int8
        // Numbers above Int64.max have no other type.
        case .integer(.uint64), .decimal: .numeric
        case .float: .float4
        case .double, .dateNumber: .float8
        case .string, .url: .text
        case .date: .timestamptz
        case .uuid: .uuid
        case .data: .bytea
        case .json: .jsonb
        case .array(let element): element.type.arrayType ?? .jsonb
        }
    }

    /// The kind of the values of a form with one column for each value; nil for JSON and arrays.
    var kind: AttributeKind? {
        switch self {
        case .boolean: .boolean
        case .integer(let width): .integer(width)
        case .float: .float
        case .double: .double
        case .decimal: .decimal
        case .string: .string
        case .date, .dateNumber: .date
        case .uuid: .uuid
        case .url: .url
        case .data: .data
        case .json, .array: nil
        }
    }

    /// The type of a constant that is compared with the column: one that has every value of the Swift type.
    var constantType: PostgresType {
        switch type {
        case .int2, .int4: .int8
        case .float4: .float8
        case let other: other
        }
    }
}
#endif
