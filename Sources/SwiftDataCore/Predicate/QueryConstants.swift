import Foundation

/// The conversion of values that a predicate captured to constants of a query.
package enum QueryConstants {
    /// The constant for a value, or the list for a collection.
    package static func node(_ value: Any) -> QueryNode {
        if let constant = constant(primitive(value), of: value) { return .value(constant) }
        if let stored = plainElements(of: value) { return .list(stored.map { QueryValue($0) }) }
        if let elements = elements(of: value) {
            return .list(elements.map { constant(primitive($0), of: $0) ?? QueryValue(.object(ObjectBox(any: $0))) })
        }
        return .value(QueryValue(.object(ObjectBox(any: value))))
    }

    private static func constant(_ stored: StoredValue?, of value: Any) -> QueryValue? {
        guard let stored else { return nil }
        guard case .identifier = stored, let model = unwrapped(value) as? any PersistentModel else {
            return QueryValue(stored)
        }
        return QueryValue(stored, model: model)
    }

    /// The constant for a value that is compared with an attribute: in the form that the attribute is kept in.
    package static func node(_ value: Any, for attribute: Schema.Attribute?) -> QueryNode {
        guard let attribute else { return node(value) }
        if case .null? = primitive(value) { return .nil }
        return .value(QueryValue(stored(value, for: attribute)))
    }

    package static func stored(_ value: Any, for attribute: Schema.Attribute?) -> StoredValue {
        if let primitive = primitive(value) { return primitive }
        guard let attribute, let value = unwrapped(value) else { return stored(value) }
        // A value that does not fit the attribute is equal to no stored one.
        let form = attribute.stored(value)
        return (try? attribute.encoded(form)) ?? form
    }

    package static func stored(_ value: Any) -> StoredValue {
        primitive(value) ?? .object(ObjectBox(any: value))
    }

    /// The elements of an array, a set or another sequence of values; nil for a single value.
    package static func elements(of value: Any) -> [Any]? {
        switch value {
        case is String, is Data, is Substring, is any RangeExpression: nil
        case let sequence as any Sequence: collect(sequence)
        default: nil
        }
    }

    /// The stored forms of the elements; nil for a single value.
    package static func storedElements(of value: Any, for attribute: Schema.Attribute? = nil) -> [StoredValue]? {
        plainElements(of: value) ?? elements(of: value)?.map { stored($0, for: attribute) }
    }

    /// The elements of an array of the types that long lists have, whose form is not found out one by one.
    private static func plainElements(of value: Any) -> [StoredValue]? {
        switch value {
        case let values as [Int]: values.map { .integer(Int64($0)) }
        case let values as [Int64]: values.map(StoredValue.integer)
        case let values as [String]: values.map(StoredValue.string)
        case let values as [UUID]: values.map(StoredValue.uuid)
        case let values as [Double]: values.map(StoredValue.double)
        case let values as [Date]: values.map(StoredValue.date)
        case let values as [PersistentIdentifier]: values.map(StoredValue.identifier)
        default: nil
        }
    }

    private static func collect(_ sequence: some Sequence) -> [Any] { sequence.map { $0 as Any } }

    /// Returns the value inside any number of optionals; nil where one of them is nil.
    package static func unwrapped(_ value: Any) -> Any? {
        guard let optional = value as? any OptionalType else { return value }
        return optional.erasedWrapped.flatMap(unwrapped)
    }

    /// The stored form of a value that has one by its type alone.
    package static func primitive(_ value: Any) -> StoredValue? {
        switch value {
        case let value as any PrimitiveValue: value._stored
        case let value as any BinaryInteger: integer(value)
        case let value as Character: .string(String(value))
        case let value as Substring: .string(String(value))
        case let value as PersistentIdentifier: .identifier(value)
        case let value as PersistentIdentifier.ID: .identifier(PersistentIdentifier(value))
        case let value as any PersistentModel: identifier(of: value)
        case let value as any OptionalType: value.erasedWrapped.map(primitive) ?? .null
        case let value as any RawRepresentable: primitive(raw: value)
        default: nil
        }
    }

    private static func primitive<Value: RawRepresentable>(raw value: Value) -> StoredValue? {
        primitive(value.rawValue)
    }

    private static func integer(_ value: some BinaryInteger) -> StoredValue? {
        if let signed = Int64(exactly: value) { return .integer(signed) }
        return UInt64(exactly: value).map(StoredValue.unsigned)
    }

    private static func identifier<Model: PersistentModel>(of model: Model) -> StoredValue? {
        model.persistentBackingData.persistentModelID.map { .identifier($0.resolved) }
    }
}

/// Types by the operations of a query on their values.
package enum QueryTypes {
    /// The type inside any number of optionals.
    package static func unwrapped(_ type: Any.Type) -> Any.Type {
        if let optional = type as? any OptionalType.Type { return unwrapped(optional.wrappedType) }
        return type
    }

    /// True if two values of the type are equal exactly when their stored forms are.
    package static func comparesByStoredForm(_ type: Any.Type) -> Bool {
        let type = unwrapped(type)
        if hasNaturalOrder(type) || type is any PrimitiveValue.Type { return true }
        if type is any PersistentModel.Type || type == PersistentIdentifier.ID.self || type == Character.self {
            return true
        }
        if let raw = type as? any RawRepresentable.Type { return comparesByStoredForm(rawType(raw)) }
        return false
    }

    /// True if the values are ordered as their stored forms are.
    package static func hasNaturalOrder(_ type: Any.Type) -> Bool {
        let type = unwrapped(type)
        if let type = type as? any PrimitiveValue.Type { return type.primitive.order != .none }
        return type is any BinaryInteger.Type || type == PersistentIdentifier.self || type == Substring.self
    }

    private static func rawType<Value: RawRepresentable>(_ type: Value.Type) -> Any.Type { Value.RawValue.self }

    /// The number type of arithmetic on a Swift type.
    package static func number(_ type: Any.Type) -> QueryArithmetic.Number? {
        let type = unwrapped(type) as? any PrimitiveValue.Type
        return type.flatMap { QueryArithmetic.Number($0.attributeKind) }
    }
}
