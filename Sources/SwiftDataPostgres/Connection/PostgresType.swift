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
    case boolArray = 1000
    case byteaArray = 1001
    case int8Array = 1016
    case int2Array = 1005
    case int4Array = 1007
    case textArray = 1009
    case float4Array = 1021
    case float8Array = 1022
    case timestamptzArray = 1185
    case numericArray = 1231
    case uuidArray = 2951
    case jsonbArray = 3807

    /// The type of arrays of values of this one; nil for an array.
    package var arrayType: PostgresType? {
        switch self {
        case .bool: .boolArray
        case .bytea: .byteaArray
        case .int8: .int8Array
        case .int2: .int2Array
        case .int4: .int4Array
        case .text: .textArray
        case .float4: .float4Array
        case .float8: .float8Array
        case .timestamptz: .timestamptzArray
        case .numeric: .numericArray
        case .uuid: .uuidArray
        case .jsonb: .jsonbArray
        case .boolArray, .byteaArray, .int8Array, .int2Array, .int4Array, .textArray, .float4Array, .float8Array,
            .timestamptzArray, .numericArray, .uuidArray, .jsonbArray:
            nil
        }
    }

    /// The type of the elements of an array; nil for any other type.
    package var element: PostgresType? { Self.elements[self] }

    private static let elements: [PostgresType: PostgresType] = {
        let all: [PostgresType] = [
            .bool, .bytea, .int8, .int2, .int4, .text, .float4, .float8, .timestamptz, .numeric, .uuid, .jsonb,
        ]
        return Dictionary(uniqueKeysWithValues: all.compactMap { type in type.arrayType.map { ($0, type) } })
    }()

    /// The type of a value in an array for many rows: an array is text there, since arrays of arrays have one length.
    package var listed: PostgresType { arrayType == nil ? .text : self }

    /// The number of the type of arrays of values as they are ``listed``.
    package var array: UInt32 { (listed.arrayType ?? .textArray).rawValue }

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
        case .boolArray: "boolean[]"
        case .byteaArray: "bytea[]"
        case .int8Array: "bigint[]"
        case .int2Array: "smallint[]"
        case .int4Array: "integer[]"
        case .textArray: "text[]"
        case .float4Array: "real[]"
        case .float8Array: "double precision[]"
        case .timestamptzArray: "timestamptz[]"
        case .numericArray: "numeric[]"
        case .uuidArray: "uuid[]"
        case .jsonbArray: "jsonb[]"
        }
    }

    /// The type as a column is declared.
    package var declaration: String { self == .text || self == .textArray ? "\(name) COLLATE \"C\"" : name }
}
#endif
