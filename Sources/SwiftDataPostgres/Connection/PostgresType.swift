#if PostgreSQL
/// A type of the server, by the number that its catalog has for it.
/// Source: `src/include/catalog/pg_type.dat` of PostgreSQL; the numbers are part of its protocol.
package enum PostgresType: UInt32, Sendable {
    case bool = 16
    case bytea = 17
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case float4 = 700
    case float8 = 701
    case timestamptz = 1184
    case numeric = 1700
    case uuid = 2950
    case jsonb = 3802

    /// The type of arrays of values of this one.
    package var array: UInt32 {
        switch self {
        case .bool: 1000
        case .bytea: 1001
        case .int8: 1016
        case .int2: 1005
        case .int4: 1007
        case .text: 1009
        case .float4: 1021
        case .float8: 1022
        case .timestamptz: 1185
        case .numeric: 1231
        case .uuid: 2951
        case .jsonb: 3807
        }
    }

    /// The name in SQL.
    package var name: String {
        switch self {
        case .bool: "boolean"
        case .bytea: "bytea"
        case .int8: "bigint"
        case .int2: "smallint"
        case .int4: "integer"
        case .text: "text"
        case .float4: "real"
        case .float8: "double precision"
        case .timestamptz: "timestamptz"
        case .numeric: "numeric"
        case .uuid: "uuid"
        case .jsonb: "jsonb"
        }
    }

    /// The type as a column is declared.
    package var declaration: String { self == .text ? "text COLLATE \"C\"" : name }
}
#endif
