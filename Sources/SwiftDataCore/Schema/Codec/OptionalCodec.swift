/// Optional values: NULL in every column, or a value.
///
/// `@unchecked Sendable` without a lock: immutable, as every ``ValueCodec``.
final class OptionalCodec<Wrapped>: TypedCodec<Wrapped?>, @unchecked Sendable {
    private let wrapped: TypedCodec<Wrapped>

    init(_ wrapped: TypedCodec<Wrapped>) {
        self.wrapped = wrapped
        super.init(kind: wrapped.kind)
    }

    override var elements: [CodecElement] { wrapped.elements }
    override var isOptional: Bool { true }
    override var canBeAllNull: Bool { true }

    override func stored(_ value: Wrapped?) -> StoredValue { value.map(wrapped.stored) ?? .null }
    override func encode(_ value: Wrapped?) throws -> StoredValue { try value.map(wrapped.encode) ?? nullForm }

    override func decode(_ stored: StoredValue) throws -> Wrapped? {
        stored.isAllNull ? nil : try wrapped.decode(stored)
    }

    override func blank(_ context: ProbeContext) -> Wrapped?? {
        context.wantsOtherValues ? .some(wrapped.blank(context)) : .some(nil)
    }

    override func coerced(_ value: Any) -> Any {
        if let optional = value as? any OptionalType, optional.erasedWrapped == nil { return Wrapped?.none as Any }
        return wrapped.coerced(value)
    }

    override func decodeDefault(in container: KeyedDecodingContainer<AttributeKeys>) throws -> Any? {
        try wrapped.decodeDefault(in: container)
    }
}
