#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The type of a column that another program made, with its domains resolved.
struct FoundType: Sendable {
    /// The name in the catalog, such as `int4`.
    let name: String
    let isEnumeration: Bool
    /// The name of the type of an array's elements; nil for another type.
    let elementName: String?
    let elementsAreEnumerations: Bool
    /// The type as SQL writes it, such as `character varying(20)`.
    let text: String

    /// The Swift type that can read the column.
    var swiftType: String? {
        if let elementName {
            let element = elementType(elementName)
            return element.isArrayElement ? element.swiftType.map { "[\($0)]" } : nil
        }
        return isText ? "String" : Self.swiftTypes[name]
    }

    private static let swiftTypes = [
        "bool": "Bool", "int2": "Int16", "int4": "Int32", "int8": "Int", "numeric": "Decimal", "float4": "Float",
        "float8": "Double", "timestamptz": "Date", "timestamp": "Date", "date": "Date", "uuid": "UUID",
        "bytea": "Data",
        "json": "a Codable type with @Attribute(.codable)", "jsonb": "a Codable type with @Attribute(.codable)",
    ]

    private var isText: Bool { isEnumeration || ["text", "varchar", "bpchar", "citext"].contains(name) }
    private var isArrayElement: Bool { isText || ["bool", "float4", "float8", "uuid"].contains(name) || width != nil }

    /// The number of bytes of a whole number.
    var width: Int? { ["int2": 2, "int4": 4, "int8": 8][name] }

    /// The SQL that reads a column as a form; nil where that could lose or change a value.
    /// - Parameters:
    ///   - column: The column, in its form in SQL.
    ///   - array: The elements of an array; nil for another property.
    func expression(_ column: String, as form: PostgresForm, _ array: ArrayOutline?) -> String? {
        switch form {
        case .boolean: return name == "bool" ? column : nil
        case .integer(.uint64):
            if name == "numeric" { return column }
            return width == nil ? nil : "\(column)::numeric"
        case .integer: return fits(form.type) ? column : nil
        case .float: return name == "float4" ? column : nil
        case .double:
            if name == "float8" { return column }
            return ["float4", "int2", "int4"].contains(name) ? "\(column)::double precision" : nil
        case .decimal:
            if name == "numeric" { return column }
            return width == nil ? nil : "\(column)::numeric"
        // Swift compares by code points.
        case .string, .url: return isText ? "\(column)::text COLLATE \"C\"" : nil
        case .date:
            switch name {
            case "timestamptz": return column
            case "timestamp": return "\(column) AT TIME ZONE 'UTC'"
            case "date": return "\(column)::timestamp AT TIME ZONE 'UTC'"
            default: return nil
            }
        case .uuid: return name == "uuid" ? column : nil
        case .data: return name == "bytea" ? column : nil
        case .json:
            if let elementName { return array.flatMap { self.array(of: elementName, column, $0) } }
            if name == "jsonb" { return column }
            return name == "json" ? "\(column)::jsonb" : nil
        // Tables of another program are read with dates as moments, and with arrays as JSON.
        case .dateNumber, .array: return nil
        }
    }

    /// True if the type has no number that a type of the library's own tables has not.
    private func fits(_ type: PostgresType) -> Bool {
        switch type {
        case .int2: name == "int2"
        case .int4: name == "int2" || name == "int4"
        default: width != nil
        }
    }

    private func elementType(_ name: String) -> FoundType {
        FoundType(
            name: name,
            isEnumeration: elementsAreEnumerations,
            elementName: nil,
            elementsAreEnumerations: false,
            text: name
        )
    }

    /// The JSON of an array of the server.
    private func array(of elementName: String, _ column: String, _ outline: ArrayOutline) -> String? {
        guard let form = PostgresForm(outline.elementKind, .timestamp),
            elementType(elementName).expression(column, as: form, nil) != nil
        else { return nil }
        switch form {
        case .boolean, .integer, .float, .double: return "to_jsonb(\(column))"
        case .string: return "to_jsonb(\(column)::text[])"
        // Foundation writes the digits in upper case, and the server compares texts.
        case .uuid: return "to_jsonb(upper(\(column)::text)::text[])"
        case .decimal, .url, .date, .dateNumber, .data, .json, .array: return nil
        }
    }
}
#endif
