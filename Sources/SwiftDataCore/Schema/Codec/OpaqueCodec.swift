/// Values that are never written: the values of an ephemeral attribute whose type is not `Codable`.
///
/// `@unchecked Sendable` without a lock: immutable, as every ``ValueCodec``.
final class OpaqueCodec: ValueCodec, @unchecked Sendable {
    init(_ valueType: any Any.Type) {
        super.init(valueType: valueType, kind: .codable)
    }

    override var isOptional: Bool { valueType is any OptionalType.Type }
    override func erasedEncoded(_ value: Any) throws -> StoredValue { .null }

    override func erasedValue(_ stored: StoredValue) throws -> Any {
        if case .object(let box) = stored { return box.value }
        guard let optional = valueType as? any OptionalType.Type else {
            throw StoredValueError("NULL in a non-optional attribute")
        }
        return optional.erasedNil
    }

    override func erasedBlank(_ context: ProbeContext) -> Any? {
        (valueType as? any OptionalType.Type)?.erasedNil
    }
}
