/// Each node is an object with one field, named after its case.
extension QueryNode: Codable {
    private enum Kind: String, CodingKey {
        case value, list, variable, property, identifier, comparison, logic, optional, conditional, arithmetic, text,
            bytes
        case part, collection, range, lookup, cast, unsupported
    }

    /// Reads a tree.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Kind.self)
        guard let kind = fields.allKeys.first else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "A node has one field.")
            )
        }
        func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try fields.decode(type, forKey: kind)
        }
        self =
            switch kind {
            case .value: .value(try read())
            case .list: .list(try read())
            case .variable: .variable(try read())
            case .property: .property(try read())
            case .identifier: .identifier(try read())
            case .comparison: .comparison(try read())
            case .logic: .logic(try read())
            case .optional: .optional(try read())
            case .conditional: .conditional(try read())
            case .arithmetic: .arithmetic(try read())
            case .text: .text(try read())
            case .bytes: .bytes(try read())
            case .part: .part(try read())
            case .collection: .collection(try read())
            case .range: .range(try read())
            case .lookup: .lookup(try read())
            case .cast: .cast(try read())
            case .unsupported: .unsupported(try read())
            }
    }

    /// Writes a tree.
    /// - Throws: `EncodingError` for an ``unsupported(_:)`` node and for a constant without stored form.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Kind.self)
        switch self {
        case .value(let node): try fields.encode(node, forKey: .value)
        case .list(let nodes): try fields.encode(nodes, forKey: .list)
        case .variable(let node): try fields.encode(node, forKey: .variable)
        case .property(let node): try fields.encode(node, forKey: .property)
        case .identifier(let node): try fields.encode(node, forKey: .identifier)
        case .comparison(let node): try fields.encode(node, forKey: .comparison)
        case .logic(let node): try fields.encode(node, forKey: .logic)
        case .optional(let node): try fields.encode(node, forKey: .optional)
        case .conditional(let node): try fields.encode(node, forKey: .conditional)
        case .arithmetic(let node): try fields.encode(node, forKey: .arithmetic)
        case .text(let node): try fields.encode(node, forKey: .text)
        case .bytes(let node): try fields.encode(node, forKey: .bytes)
        case .part(let node): try fields.encode(node, forKey: .part)
        case .collection(let node): try fields.encode(node, forKey: .collection)
        case .range(let node): try fields.encode(node, forKey: .range)
        case .lookup(let node): try fields.encode(node, forKey: .lookup)
        case .cast(let node): try fields.encode(node, forKey: .cast)
        case .unsupported(let node): try fields.encode(node, forKey: .unsupported)
        }
    }
}
