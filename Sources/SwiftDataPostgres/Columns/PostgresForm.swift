#if PostgreSQL
import SwiftDataCore

/// The form of a column: the type that it has on the server, and what a value of it becomes.
enum PostgresForm: Hashable, Sendable {
    case boolean
    case integer(AttributeKind.Integer)
    case float
    case double
    case decimal
    case string
    case date
    case uuid
    case url
    case data
    /// JSON, in the server's own form.
    case json

    /// Nil for a composite, which has a column for each member.
    init?(_ kind: AttributeKind) {
        switch kind {
        case .boolean: self = .boolean
        case .integer(let width): self = .integer(width)
        case .float: self = .float
        case .double: self = .double
        case .decimal: self = .decimal
        case .string: self = .string
        case .date: self = .date
        case .uuid: self = .uuid
        case .url: self = .url
        case .data, .transformable: self = .data
        case .json, .codable: self = .json
        case .rawValue(let raw): self.init(raw)
        case .composite, .enumeration: return nil
        }
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
        case .double: .float8
        case .string, .url: .text
        case .date: .timestamptz
        case .uuid: .uuid
        case .data: .bytea
        case .json: .jsonb
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
