/// A constant in a query, in the form in which a store keeps it.
public struct QueryValue: Sendable {
    /// The value. A model is its identifier; a `RawRepresentable` value is its raw value.
    public let stored: StoredValue
    private var captured: CapturedModel?

    /// Creates a constant.
    public init(_ stored: StoredValue) {
        self.stored = stored
    }

    /// The constant for a model that a predicate captured, whose members can be asked for in memory.
    package init(_ stored: StoredValue, model: any PersistentModel) {
        self.stored = stored
        captured = CapturedModel(model: model)
    }

    /// The model that the constant is, where the predicate captured it in this process.
    package var model: (any PersistentModel)? { captured?.model }

    /// `@unchecked Sendable` without a lock: the predicate that captured the model, which is `Sendable` itself, is
    /// where the model may be read; a query goes no further than it.
    private struct CapturedModel: @unchecked Sendable {
        let model: any PersistentModel
    }
}

extension QueryValue: Codable {
    private static let ownForms: Set<String> = ["null", "composite", "identifier", "identifiers"]
    private static let primitives: [String: Primitive] = Dictionary(
        uniqueKeysWithValues: Primitive.all.compactMap { entry in entry.names.form.map { ($0, entry) } }
    )

    /// The names of the forms in encoded constants.
    static let formNames = ownForms.union(primitives.keys)

    /// Reads a constant.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Primitive.Key.self)
        let key = try fields.onlyKey()
        func read<Value: Decodable>(_ type: Value.Type) throws -> Value { try fields.decode(type, forKey: key) }
        stored =
            switch key.stringValue {
            case "composite": .composite(try read([QueryValue].self).map(\.stored))
            case "identifier": .identifier(try read(PersistentIdentifier.self))
            case "identifiers": .identifiers(try read([PersistentIdentifier].self))
            case let name: try Self.primitives[name]?.decode(fields, key) ?? .null
            }
    }

    /// Writes a constant; floating-point numbers by their bits, so that NaN and infinities survive JSON, and decimal
    /// numbers as text.
    /// - Throws: `EncodingError` for a value that has no stored form.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Primitive.Key.self)
        switch stored {
        case .null: try fields.encode(true, forKey: Primitive.Key("null"))
        case .composite(let values): try fields.encode(values.map(QueryValue.init), forKey: Primitive.Key("composite"))
        case .identifier(let value): try fields.encode(value, forKey: Primitive.Key("identifier"))
        case .identifiers(let values): try fields.encode(values, forKey: Primitive.Key("identifiers"))
        default:
            guard let entry = stored.entry, let form = entry.names.form else {
                throw EncodingError.invalidValue(
                    stored,
                    EncodingError.Context(
                        codingPath: encoder.codingPath,
                        debugDescription: "The constant has no stored form."
                    )
                )
            }
            try entry.encode(stored, &fields, Primitive.Key(form))
        }
    }
}
