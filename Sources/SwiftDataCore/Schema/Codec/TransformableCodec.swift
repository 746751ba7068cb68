import Foundation

/// Values of any type that a value transformer turns into data.
///
/// `@unchecked Sendable` without a lock: immutable, as every ``ValueCodec``.
final class TransformableCodec: ValueCodec, @unchecked Sendable {
    private let transformerName: String

    init(_ valueType: any Any.Type, transformerName: String) {
        self.transformerName = transformerName
        super.init(valueType: valueType, kind: .transformable(transformerName))
    }

    override var isOptional: Bool { valueType is any OptionalType.Type }
    override var canBeAllNull: Bool { isOptional }

    override func erasedStored(_ value: Any) -> StoredValue { isNil(value) ? .null : .object(ObjectBox(any: value)) }

    override func erasedEncoded(_ value: Any) throws -> StoredValue {
        if isNil(value) { return .null }
        guard let data = try transformer().transformedValue(value) as? Data else {
            throw StoredValueError("the value transformer \(transformerName) did not make data")
        }
        return .data(data)
    }

    override func erasedValue(_ stored: StoredValue) throws -> Any {
        switch stored {
        case .null:
            guard let optional = valueType as? any OptionalType.Type else {
                throw StoredValueError("NULL in a non-optional attribute")
            }
            return optional.erasedNil
        case .object(let box): return box.value
        case .data(let data):
            guard let value = try transformer().reverseTransformedValue(data), isInstance(value) else {
                throw StoredValueError("the value transformer \(transformerName) did not make \(valueType)")
            }
            return value
        default: throw StoredValueError("expected data, found \(stored.formName)")
        }
    }

    override func erasedBlank(_ context: ProbeContext) -> Any? {
        (valueType as? any OptionalType.Type)?.erasedNil
    }

    private func isNil(_ value: Any) -> Bool {
        if let optional = value as? any OptionalType { optional.erasedWrapped == nil } else { false }
    }

    private func isInstance(_ value: Any) -> Bool {
        func check<Value>(_: Value.Type) -> Bool { value is Value }
        return check(unwrappedType(valueType))
    }

    private func transformer() throws -> ValueTransformer {
        guard let transformer = ValueTransformer.registered(transformerName) else {
            throw StoredValueError("no value transformer is registered as \(transformerName)")
        }
        return transformer
    }
}

extension ValueTransformer {
    /// The transformer that is registered under a name.
    package static func registered(_ name: String) -> ValueTransformer? {
        #if canImport(Darwin)
            ValueTransformer(forName: NSValueTransformerName(name))
        #else
            transformer(named: NSValueTransformerName(name))
        #endif
    }
}
