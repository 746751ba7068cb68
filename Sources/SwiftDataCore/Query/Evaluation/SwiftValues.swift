import Foundation

/// Makes Swift values of a type that is known at run time only.
package enum SwiftValues {
    /// The value of a primitive type, or of a `RawRepresentable` one over it; nil where it does not fit.
    package static func primitive(_ stored: StoredValue, as type: Any.Type) -> Any? {
        switch stored {
        case .integer(let value):
            if type == Bool.self { return value != 0 }
            if let integer = type as? any BinaryInteger.Type { return exact(value, integer) }
        case .unsigned(let value):
            if let integer = type as? any BinaryInteger.Type { return exact(value, integer) }
        case .double(let value): if type == Float.self { return Float(value) }
        case .string(let value):
            if type == Substring.self { return Substring(value) }
            if type == Character.self { return value.count == 1 ? value.first : nil }
        case .identifier(let value):
            if type == PersistentIdentifier.self { return value }
            if type == PersistentIdentifier.ID.self { return value.id }
        case .null, .composite, .object, .identifiers, .unloaded: return nil
        default: break
        }
        if let entry = stored.entry, entry.types.contains(where: { $0 == type }) { return entry.swiftValue(stored) }
        return (type as? any RawRepresentable.Type).flatMap { raw(stored, as: $0) }
    }

    private static func exact<Integer: BinaryInteger>(_ value: some BinaryInteger, _ type: Integer.Type) -> Any? {
        Integer(exactly: value)
    }

    private static func raw<Value: RawRepresentable>(_ stored: StoredValue, as type: Value.Type) -> Any? {
        (primitive(stored, as: Value.RawValue.self) as? Value.RawValue).flatMap(Value.init(rawValue:))
    }

    /// An array or a set of a type.
    package static func array(of type: Any.Type, _ elements: [Any]) throws -> Any {
        guard let collection = type as? any BuildableCollection.Type else { throw QueryFailure.typeMismatch }
        return try collection.build(elements)
    }
}

/// A collection that can be made of values of any type.
package protocol BuildableCollection {
    static func build(_ elements: [Any]) throws -> Any
}

extension BuildableCollection {
    fileprivate static func convert<Element>(_ element: Any, to type: Element.Type) throws -> Element {
        let value = if let evaluated = element as? Evaluated { try evaluated.swiftValue(as: type) } else { element }
        guard let value = value as? Element else { throw QueryFailure.typeMismatch }
        return value
    }
}

extension Array: BuildableCollection {
    package static func build(_ elements: [Any]) throws -> Any {
        try elements.map { try convert($0, to: Element.self) }
    }
}

extension Set: BuildableCollection {
    package static func build(_ elements: [Any]) throws -> Any {
        Set(try elements.map { try convert($0, to: Element.self) })
    }
}
