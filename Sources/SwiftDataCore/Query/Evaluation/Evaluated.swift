/// The value of a node for one row.
package enum Evaluated {
    case null
    /// A value, with the attribute that can decode it where it came from one.
    case value(StoredValue, Schema.Attribute?)
    case row(any QueryRow)
    case rows([any QueryRow])
    case list([Evaluated])

    package static func bool(_ value: Bool) -> Evaluated { .value(.integer(value ? 1 : 0), nil) }
    package static func int(_ value: Int) -> Evaluated { .value(.integer(Int64(value)), nil) }

    package init(_ stored: StoredValue, _ attribute: Schema.Attribute? = nil) {
        if case .null = stored { self = .null } else { self = .value(stored, attribute) }
    }

    /// A constant; a captured model is a row, whose properties can be read.
    package init(_ value: QueryValue) {
        if let model = value.model { self = .row(ModelRow(model)) } else { self.init(value.stored) }
    }

    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    package func bool() throws -> Bool {
        guard case .value(.integer(let value), _) = self else { throw QueryFailure.unexpectedNil }
        return value != 0
    }

    package func integer() throws -> Int {
        guard case .value(.integer(let value), _) = self, let result = Int(exactly: value) else {
            throw QueryFailure.unexpectedNil
        }
        return result
    }

    package func string() throws -> String {
        guard case .value(.string(let value), _) = self else { throw QueryFailure.unexpectedNil }
        return value
    }

    /// Returns the stored value to compare: the identifier of a model, or a value in the form in which a store keeps
    /// it.
    package func comparable() throws -> StoredValue {
        switch self {
        case .null: .null
        case .value(.object(let box), let attribute): try attribute?.encoded(.object(box)) ?? .object(box)
        case .value(let stored, _): stored
        case .row(let row): .identifier(row.identifier)
        case .rows(let rows): .identifiers(rows.map(\.identifier))
        case .list: throw QueryFailure.typeMismatch
        }
    }

    /// Returns the stored value to compare with another value. A constant of which only the Swift type is known takes
    /// the form in which the other value is kept.
    package func comparable(meeting other: Evaluated) throws -> StoredValue {
        guard case .value(.object(let box), nil) = self, case .value(_, let attribute?) = other else {
            return try comparable()
        }
        return QueryConstants.stored(box.value, for: attribute)
    }

    /// The elements of a collection.
    package func elements() throws -> [Evaluated] {
        switch self {
        case .rows(let rows): return rows.map(Evaluated.row)
        case .list(let elements): return elements
        case .value(let stored, let attribute?):
            guard let elements = QueryConstants.elements(of: try attribute.value(from: stored)) else {
                throw QueryFailure.typeMismatch
            }
            return elements.map { Evaluated(QueryConstants.stored($0)) }
        case .value(.object(let box), nil):
            guard let elements = QueryConstants.elements(of: box.value) else { throw QueryFailure.typeMismatch }
            return elements.map { Evaluated(QueryConstants.stored($0)) }
        case .null, .value, .row: throw QueryFailure.unexpectedNil
        }
    }
}
