/// Each node is an object: `node` names its family, and the fields of the family stand beside it. No family nests
/// deeper than one level more, since decoders limit how deep their input may be (JSON's at 512).
extension QueryNode: Codable {
    private enum Field: String, CodingKey {
        case node, values, of
    }

    private enum Family: String, Codable {
        case value, list, variable, property, identifier, comparison, logic, optional, conditional, arithmetic, text
        case bytes, part, calendar, collection, range, lookup, cast, unsupported
    }

    /// The maximum depth of input, in every format: far more than a condition needs, and few enough levels for any
    /// stack.
    private static let maximumDepth = 1_000

    /// Reads a tree. Text that is no tree is an error, whatever its origin.
    /// - Throws: `DecodingError`, also for input that is nested too deep.
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.maximumDepth else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "The query is nested too deep.")
            )
        }
        let fields = try decoder.container(keyedBy: Field.self)
        self =
            switch try fields.decode(Family.self, forKey: .node) {
            case .value: .value(try QueryValue(from: decoder))
            case .list: .list(try fields.decode([QueryValue].self, forKey: .values))
            case .variable: .variable(try QueryVariable(from: decoder))
            case .property: .property(try QueryProperty(from: decoder))
            case .identifier: .identifier(try fields.decode(QueryNode.self, forKey: .of))
            case .comparison: .comparison(try QueryComparison(from: decoder))
            case .logic: .logic(try QueryLogic(from: decoder))
            case .optional: .optional(try QueryOptional(from: decoder))
            case .conditional: .conditional(try QueryConditional(from: decoder))
            case .arithmetic: .arithmetic(try QueryArithmetic(from: decoder))
            case .text: .text(try QueryText(from: decoder))
            case .bytes: .bytes(try QueryBytes(from: decoder))
            case .part: .part(try QueryPart(from: decoder))
            case .calendar: .calendar(try QueryCalendarPart(from: decoder))
            case .collection: .collection(try QueryCollection(from: decoder))
            case .range: .range(try QueryRange(from: decoder))
            case .lookup: .lookup(try QueryLookup(from: decoder))
            case .cast: .cast(try QueryCast(from: decoder))
            case .unsupported: .unsupported(try QueryUnsupported(from: decoder))
            }
    }

    /// Writes a tree.
    /// - Throws: `EncodingError` for an ``unsupported(_:)`` node and for a constant without stored form.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(family, forKey: .node)
        switch self {
        case .value(let node): try node.encode(to: encoder)
        case .list(let values): try fields.encode(values, forKey: .values)
        case .variable(let node): try node.encode(to: encoder)
        case .property(let node): try node.encode(to: encoder)
        case .identifier(let node): try fields.encode(node, forKey: .of)
        case .comparison(let node): try node.encode(to: encoder)
        case .logic(let node): try node.encode(to: encoder)
        case .optional(let node): try node.encode(to: encoder)
        case .conditional(let node): try node.encode(to: encoder)
        case .arithmetic(let node): try node.encode(to: encoder)
        case .text(let node): try node.encode(to: encoder)
        case .bytes(let node): try node.encode(to: encoder)
        case .part(let node): try node.encode(to: encoder)
        case .calendar(let node): try node.encode(to: encoder)
        case .collection(let node): try node.encode(to: encoder)
        case .range(let node): try node.encode(to: encoder)
        case .lookup(let node): try node.encode(to: encoder)
        case .cast(let node): try node.encode(to: encoder)
        case .unsupported(let node): try node.encode(to: encoder)
        }
    }

    private var family: Family {
        switch self {
        case .value: .value
        case .list: .list
        case .variable: .variable
        case .property: .property
        case .identifier: .identifier
        case .comparison: .comparison
        case .logic: .logic
        case .optional: .optional
        case .conditional: .conditional
        case .arithmetic: .arithmetic
        case .text: .text
        case .bytes: .bytes
        case .part: .part
        case .calendar: .calendar
        case .collection: .collection
        case .range: .range
        case .lookup: .lookup
        case .cast: .cast
        case .unsupported: .unsupported
        }
    }
}
