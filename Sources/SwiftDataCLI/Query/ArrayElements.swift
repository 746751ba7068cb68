import SwiftDataCore
import SwiftDataSQL

/// What the elements of an array are, by the name of the array's type in the model.
enum ArrayElements {
    static func kind(of attribute: AttributeOutline) -> AttributeKind? {
        if let array = attribute.array { return array.elementKind }
        guard case .json = attribute.kind, let name = attribute.valueTypeName, name.hasPrefix("Array<"),
            name.hasSuffix(">")
        else { return nil }
        return kinds[String(name.dropFirst("Array<".count).dropLast())]
    }

    private static let kinds: [String: AttributeKind] = [
        "Int": .integer(.int64), "Int64": .integer(.int64), "Int32": .integer(.int32), "Int16": .integer(.int16),
        "Int8": .integer(.int8), "UInt": .integer(.uint64), "String": .string, "Double": .double, "Float": .float,
        "Bool": .boolean, "Date": .date, "UUID": .uuid, "URL": .url, "Decimal": .decimal,
    ]
}
