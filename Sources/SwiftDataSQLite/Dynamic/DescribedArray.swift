package import SwiftDataSQL
import SwiftDataCore

extension AttributeOutline {
    /// The array that an attribute of a file's model holds, as far as the file tells; nil for what is none.
    ///
    /// The name of the type tells the elements. A collection inside a composite is bytes to the file.
    /// - Parameter isElement: True if the attribute is a member of a composite.
    package func describedArray(isElement: Bool) -> ArrayOutline? {
        if let array { return array }
        var untyped = ArrayOutline(of: .string)
        untyped.isUntyped = true
        if isElement, kind == .data { return untyped }
        guard case .json = kind, let valueTypeName, valueTypeName.hasSuffix(">") else { return nil }
        for (prefix, isOrdered) in [("Array<", true), ("Set<", false)] where valueTypeName.hasPrefix(prefix) {
            let name = String(valueTypeName.dropFirst(prefix.count).dropLast())
            var array = Self.elementKinds[name].map { ArrayOutline(of: $0) } ?? untyped
            array.isOrdered = isOrdered
            return array
        }
        return nil
    }

    private static let elementKinds: [String: AttributeKind] = [
        "Int": .integer(.int64), "Int64": .integer(.int64), "Int32": .integer(.int32), "Int16": .integer(.int16),
        "Int8": .integer(.int8), "UInt": .integer(.uint64), "String": .string, "Double": .double, "Float": .float,
        "Bool": .boolean, "Date": .date, "UUID": .uuid, "URL": .url, "Decimal": .decimal,
    ]
}
