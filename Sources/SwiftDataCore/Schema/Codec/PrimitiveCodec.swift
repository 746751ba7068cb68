/// Values that are one stored value as they stand.
///
/// `@unchecked Sendable` without a lock: immutable, as every ``ValueCodec``.
final class PrimitiveCodec<Value: PrimitiveValue>: TypedCodec<Value>, @unchecked Sendable {
    init() {
        super.init(kind: Value.attributeKind)
    }

    override func stored(_ value: Value) -> StoredValue { value._stored }
    override func encode(_ value: Value) throws -> StoredValue { value._stored }

    override func decode(_ stored: StoredValue) throws -> Value {
        if let value = Value(_stored: stored) { return value }
        switch (stored, kind) {
        case (.integer, .integer), (.unsigned, .integer):
            throw StoredValueError("an integer that does not fit \(Value.self)")
        default: throw mismatch(stored)
        }
    }

    override func blank(_ context: ProbeContext) -> Value? {
        guard context.wantsOtherValues else { return Value._zero }
        return Value(_stored: .integer(1)) ?? Value(_stored: .string("a")) ?? Value._zero
    }

    override func coerced(_ value: Any) -> Any {
        if value is Value { return value }
        guard let primitive = value as? any PrimitiveValue else { return value }
        return Value.primitive.converted(primitive._stored).flatMap(Value.init(_stored:)) ?? value
    }

    override func decodeDefault(in container: KeyedDecodingContainer<AttributeKeys>) throws -> Any? {
        try container.decodeIfPresent(Value.self, forKey: .defaultValue)
    }
}
