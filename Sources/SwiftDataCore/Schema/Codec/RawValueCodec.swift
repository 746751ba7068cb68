/// `RawRepresentable` values, kept as their raw values.
///
/// `@unchecked Sendable` without a lock: immutable, as every ``ValueCodec``.
final class RawValueCodec<Value: RawRepresentable>: TypedCodec<Value>, @unchecked Sendable {
    private let raw: TypedCodec<Value.RawValue>

    init(raw: TypedCodec<Value.RawValue>) {
        self.raw = raw
        super.init(kind: .rawValue(raw.kind))
    }

    override var canBeAllNull: Bool { raw.canBeAllNull }
    override func stored(_ value: Value) -> StoredValue {
        let stored = raw.stored(value.rawValue)
        // An object is of the attribute's own type, so that it can be encoded later.
        if case .object = stored { return .object(ObjectBox(any: value)) }
        return stored
    }

    override func encode(_ value: Value) throws -> StoredValue { try raw.encode(value.rawValue) }

    override func decode(_ stored: StoredValue) throws -> Value {
        guard let value = Value(rawValue: try raw.decode(stored)) else {
            throw StoredValueError("\(Value.self) has no case for the raw value, which is \(stored.formName)")
        }
        return value
    }

    override func blank(_ context: ProbeContext) -> Value? {
        if let enumerable = Value.self as? any CaseIterable.Type {
            return Self.anyCase(of: enumerable, last: context.wantsOtherValues)
        }
        let candidates: [StoredValue] = [.integer(0), .integer(1), .integer(-1), .double(0), .string("")]
        for candidate in candidates {
            if let rawValue = try? raw.decode(candidate), let value = Value(rawValue: rawValue) { return value }
        }
        for name in EnumMetadata(Value.self)?.names?.withoutPayload ?? [] {
            if let rawValue = name as? Value.RawValue, let value = Value(rawValue: rawValue) { return value }
        }
        if let rawValue = raw.blank(context), let value = Value(rawValue: rawValue) { return value }
        return EnumMetadata(Value.self)?.firstPlainCase(of: Value.self)
    }

    private static func anyCase<Cases: CaseIterable>(of type: Cases.Type, last: Bool) -> Value? {
        let cases = Array(type.allCases)
        return (last ? cases.last : cases.first) as? Value
    }
}
