extension Primitive {
    /// Every kind.
    package static let all: [Primitive] =
        [.boolean] + AttributeKind.Integer.allCases.map(Primitive.integer)
        + [.float, .double, .decimal, .string, .date, .duration, .uuid, .url, .data]

    /// The kinds by the names of their types in Swift source.
    package static let byTypeName: [String: Primitive] = Dictionary(
        uniqueKeysWithValues: all.flatMap { entry in entry.names.types.map { ($0, entry) } }
    )
}

extension AttributeKind {
    /// The entry of the table for the kind; nil for a kind that is no primitive one.
    package var entry: Primitive? {
        switch self {
        case .boolean: .boolean
        case .integer(let width): .integer(width)
        case .float: .float
        case .double: .double
        case .decimal: .decimal
        case .string: .string
        case .date: .date
        case .duration: .duration
        case .uuid: .uuid
        case .url: .url
        case .data: .data
        case .rawValue, .composite, .enumeration, .json, .codable, .transformable: nil
        }
    }
}

extension StoredValue {
    /// The entry of the table for the form of the value; nil for a value that is no primitive one.
    ///
    /// A Boolean is an integer here, and a `Float` a `Double`.
    package var entry: Primitive? {
        switch self {
        case .integer: .integer(.int64)
        case .unsigned: .integer(.uint64)
        case .double: .double
        case .string: .string
        case .date: .date
        case .duration: .duration
        case .uuid: .uuid
        case .decimal: .decimal
        case .url: .url
        case .data: .data
        case .null, .composite, .object, .identifier, .identifiers, .unloaded: nil
        }
    }

    /// True if the value is NaN.
    package var isNaN: Bool { entry?.isNaN(self) ?? false }
}
