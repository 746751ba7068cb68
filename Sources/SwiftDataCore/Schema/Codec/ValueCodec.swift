/// Turns the values of one Swift type into stored ones and back. This is the face without a static type;
/// ``TypedCodec`` has the work.
///
/// `@unchecked Sendable` without a lock: codecs are immutable.
package class ValueCodec: @unchecked Sendable {
    package let valueType: any Any.Type
    package let kind: AttributeKind

    init(valueType: any Any.Type, kind: AttributeKind) {
        self.valueType = valueType
        self.kind = kind
    }

    /// The elements of a flattened value, in order; empty for any other value.
    package var elements: [CodecElement] { [] }
    /// True if the value is kept in several columns.
    package var isFlattened: Bool { kind == .composite || kind == .enumeration }
    /// True if nil is a value.
    package var isOptional: Bool { false }
    /// True if a value may be nothing but NULL in every column.
    var canBeAllNull: Bool { false }
    /// NULL in every column.
    var nullForm: StoredValue { isFlattened ? .composite(elements.map(\.nullForm)) : .null }

    /// The form that a model keeps: plain values at once, any other value as an object.
    func erasedStored(_ value: Any) -> StoredValue { .object(ObjectBox(any: value)) }
    /// The form that a store keeps.
    func erasedEncoded(_ value: Any) throws -> StoredValue { throw StoredValueError("\(valueType) cannot be stored") }
    /// The Swift value of either form.
    func erasedValue(_ stored: StoredValue) throws -> Any { throw StoredValueError("\(valueType) cannot be stored") }
    /// A value to stand in where there is none.
    func erasedBlank(_ context: ProbeContext) -> Any? { nil }
    /// A declared default as a value of the type: `5` where a `Double` is meant, for one.
    func coerced(_ value: Any) -> Any { value }
    /// The default in an encoded attribute.
    func decodeDefault(in container: KeyedDecodingContainer<AttributeKeys>) throws -> Any? { nil }
}

/// Turns the values of one Swift type into stored ones and back.
///
/// `@unchecked Sendable` without a lock: immutable, as every ``ValueCodec``.
class TypedCodec<Value>: ValueCodec, @unchecked Sendable {
    init(kind: AttributeKind) {
        super.init(valueType: Value.self, kind: kind)
    }

    func stored(_ value: Value) -> StoredValue { .object(ObjectBox(any: value)) }
    func encode(_ value: Value) throws -> StoredValue { try super.erasedEncoded(value) }
    /// Reads a store's form.
    func decode(_ stored: StoredValue) throws -> Value { throw mismatch(stored) }
    func blank(_ context: ProbeContext) -> Value? { nil }

    /// Reads either form.
    final func value(_ stored: StoredValue) throws -> Value {
        guard case .object(let box) = stored else { return try decode(stored) }
        guard let value = box.value as? Value else {
            throw StoredValueError("expected \(Value.self), found \(type(of: box.value))")
        }
        return value
    }

    final func mismatch(_ stored: StoredValue) -> StoredValueError {
        if case .null = stored { return StoredValueError("NULL in a non-optional attribute") }
        return StoredValueError("expected \(Value.self), found \(stored.formName)")
    }

    override func erasedStored(_ value: Any) -> StoredValue {
        guard let value = value as? Value else { return .object(ObjectBox(any: value)) }
        return stored(value)
    }

    override func erasedEncoded(_ value: Any) throws -> StoredValue {
        guard let typed = value as? Value else {
            throw StoredValueError("expected \(Value.self), found \(type(of: value))")
        }
        return try encode(typed)
    }

    override func erasedValue(_ stored: StoredValue) throws -> Any { try value(stored) }
    override func erasedBlank(_ context: ProbeContext) -> Any? { blank(context).map { $0 as Any } }
}

/// One part of a flattened value.
package struct CodecElement: Sendable {
    package enum Content: Sendable {
        /// A member of a struct or of a payload, or the name of an enum's case.
        case value(ValueCodec)
        /// The payload of an enum's case.
        case payload([CodecElement])
    }

    package let name: String
    package let content: Content

    package var isOptional: Bool {
        switch content {
        case .value(let codec): codec.isOptional
        case .payload: true
        }
    }

    var canBeAllNull: Bool {
        switch content {
        case .value(let codec): codec.canBeAllNull
        case .payload(let elements): elements.allSatisfy(\.canBeAllNull)
        }
    }

    var isPayloadThatCanBeAllNull: Bool {
        if case .payload = content { canBeAllNull } else { false }
    }

    var nullForm: StoredValue {
        switch content {
        case .value(let codec): codec.nullForm
        case .payload(let elements): .composite(elements.map(\.nullForm))
        }
    }
}

/// The reason why a stored value does not have the property's type. Holds no stored value.
package struct StoredValueError: Error, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { reason }
}

extension StoredValue {
    /// The name of the value's form, without the value.
    package var formName: String {
        switch self {
        case .null: "NULL"
        case .composite: "composite"
        case .object: "object"
        case .identifier: "reference"
        case .identifiers: "references"
        case .unloaded: "value that was not loaded"
        default: entry?.names.noun ?? ""
        }
    }

    /// True if there is NULL in every column.
    var isAllNull: Bool {
        switch self {
        case .null: true
        case .composite(let leaves): leaves.allSatisfy(\.isAllNull)
        default: false
        }
    }
}
