/// The kind as one word, the form that it has in an encoded schema.
extension AttributeKind: Codable {
    package var text: String {
        switch self {
        case .rawValue(let kind): "rawValue." + kind.text
        case .composite: "composite"
        case .enumeration: "enumeration"
        case .json: "json"
        case .codable: "codable"
        case .transformable(let name): "transformable." + name
        default: entry?.names.word ?? ""
        }
    }

    package init?(text: String) {
        if let kind = Self.plain[text] {
            self = kind
        } else if text.hasPrefix("rawValue."), let kind = AttributeKind(text: String(text.dropFirst(9))) {
            self = .rawValue(kind)
        } else if text.hasPrefix("transformable.") {
            self = .transformable(String(text.dropFirst(14)))
        } else {
            return nil
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let kind = AttributeKind(text: text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\"\(text)\" is not a kind of attribute."
            )
        }
        self = kind
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    private static let plain: [String: AttributeKind] = {
        let kinds: [AttributeKind] = Primitive.all.map(\.kind) + [.composite, .enumeration, .json, .codable]
        return Dictionary(uniqueKeysWithValues: kinds.map { ($0.text, $0) })
    }()
}
