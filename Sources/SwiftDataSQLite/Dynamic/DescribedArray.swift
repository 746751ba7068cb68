package import SwiftDataSQL
import SwiftDataCore

extension AttributeOutline {
    /// The array that an attribute of a file's model holds, as far as the file describes it; nil for other attributes.
    ///
    /// The name of the type determines the elements. A collection inside a composite is bytes to the file.
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

    private static let elementKinds = Primitive.byTypeName.filter { !comparedAsText.contains($0.key) }.mapValues(\.kind)

    /// Elements that filters name by their form in the JSON.
    private static let comparedAsText: Set<String> = ["UInt8", "UInt16", "UInt32", "UInt64", "Data"]
}
