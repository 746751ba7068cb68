/// Makes the codec of a type, once for each type.
package enum CodecFactory {
    private static let made = Locked<[ObjectIdentifier: ValueCodec]>([:])

    /// The number of codecs that have been made, for tests.
    package static var count: Int { made.withLock { $0.count } }

    /// The codec of a type, or nil where the type cannot be stored.
    static func codec(for type: any Any.Type, _ context: ProbeContext) throws -> ValueCodec? {
        let key = ObjectIdentifier(type)
        if let codec = made.withLock({ $0[key] }) { return codec }
        guard let codec = try make(type, context) else { return nil }
        return made.withLock { codecs in
            if let codec = codecs[key] { return codec }
            codecs[key] = codec
            return codec
        }
    }

    private static func make(_ type: any Any.Type, _ context: ProbeContext) throws -> ValueCodec? {
        if let primitive = type as? any PrimitiveValue.Type { return makePrimitive(primitive) }
        if let optional = type as? any OptionalCodecMaker.Type { return try optional.makeCodec(context) }
        if let raw = type as? any (RawRepresentable & Codable).Type, let codec = try makeRaw(raw, context) {
            return codec
        }
        guard let codable = type as? any Codable.Type else { return nil }
        return try makeCodable(codable, context)
    }

    private static func makePrimitive<Value: PrimitiveValue>(_: Value.Type) -> ValueCodec { PrimitiveCodec<Value>() }

    private static func makeRaw<Value: RawRepresentable & Codable>(
        _: Value.Type,
        _ context: ProbeContext
    ) throws -> ValueCodec? {
        if Value.RawValue.self is any PrimitiveValue.Type {
            guard let raw = try codec(for: Value.RawValue.self, context) as? TypedCodec<Value.RawValue> else {
                return nil
            }
            return RawValueCodec<Value>(raw: raw)
        }
        guard let rawType = Value.RawValue.self as? any Codable.Type,
            let raw = makeJSON(rawType, .codable) as? TypedCodec<Value.RawValue>
        else { return nil }
        return RawValueCodec<Value>(raw: raw)
    }

    static func makeJSON<Value: Codable>(_: Value.Type, _ kind: AttributeKind) -> ValueCodec {
        JSONCodec<Value>(kind: kind)
    }

    private static func makeCodable<Value: Codable>(
        _: Value.Type,
        _ context: ProbeContext
    ) throws -> ValueCodec? {
        if FoundationBlanks.value(of: Value.self) != nil { return JSONCodec<Value>(kind: .json) }
        // The value might get other columns than in files that are there.
        guard EnumMetadata.isLayoutKnown else { return nil }
        return try context.build(Value.self) {
            switch FieldReflection.kind(of: Value.self) {
            case .structure: try StructProbe<Value>(context).codec() ?? JSONCodec<Value>(kind: .json)
            case .enumeration: try EnumProbe<Value>(context).codec() ?? JSONCodec<Value>(kind: .json)
            case .other: JSONCodec<Value>(kind: .json)
            }
        } orRecursive: {
            JSONCodec<Value>(kind: .json)
        }
    }
}

/// Lets an optional make its codec, where `Wrapped` is a static type.
private protocol OptionalCodecMaker {
    static func makeCodec(_ context: ProbeContext) throws -> ValueCodec?
}

extension Optional: OptionalCodecMaker {
    fileprivate static func makeCodec(_ context: ProbeContext) throws -> ValueCodec? {
        guard let wrapped = try CodecFactory.codec(for: Wrapped.self, context) as? TypedCodec<Wrapped> else {
            return nil
        }
        // NULL in every column is a case of such an enum, so that nil needs another form.
        if wrapped.kind == .enumeration, wrapped.canBeAllNull { return ValueCodec.json(Self.self) }
        return OptionalCodec(wrapped)
    }
}

/// Lets an optional make the codec of its JSON, nil being no value at all.
private protocol OptionalJSONMaker {
    static func makeJSON(_ kind: AttributeKind) -> ValueCodec?
}

extension Optional: OptionalJSONMaker {
    fileprivate static func makeJSON(_ kind: AttributeKind) -> ValueCodec? {
        guard let wrapped = ValueCodec.json(Wrapped.self, kind) as? TypedCodec<Wrapped> else { return nil }
        return OptionalCodec(wrapped)
    }
}

extension ValueCodec {
    /// The codec of an attribute, or nil where the type cannot be stored.
    package static func of(_ type: any Any.Type, options: [Schema.Attribute.Option] = []) -> ValueCodec? {
        if let transformer = options.transformerName {
            return TransformableCodec(type, transformerName: transformer)
        }
        if options.contains(.codable) { return json(type, .codable) }
        if let codec = try? CodecFactory.codec(for: type, ProbeContext()) { return codec }
        return options.contains(.ephemeral) ? OpaqueCodec(type) : nil
    }

    /// The codec that keeps values as JSON, whatever they are made of.
    package static func json(_ type: any Any.Type, _ kind: AttributeKind = .json) -> ValueCodec? {
        if let optional = type as? any OptionalJSONMaker.Type { return optional.makeJSON(kind) }
        guard let codable = type as? any Codable.Type else { return nil }
        return CodecFactory.makeJSON(codable, kind)
    }
}
