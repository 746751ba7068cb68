public import SwiftData
import SwiftDataCore

/// A statement in SQL with the classes and properties of a program in it.
///
/// An addition to Apple's API. Write it as a string literal. A class becomes the name of its table, a key path the name of
/// its column, and every other value is bound: no text of a user becomes SQL.
///
/// ```swift
/// let rows = try context.sql(
///     "SELECT \(\Trip.destination), count(*) FROM \(Trip.self) WHERE \(\Trip.cost) > \(limit) GROUP BY 1",
///     as: (String, Int).self)
/// ```
///
/// - A class, `\(Trip.self)`, is its table under the alias of the entity's name. `\(Trip.self, as: "t")` gives it another
///   one, and `\(\Trip.cost, of: "t")` is a column of that. Rows of subclasses belong to the table.
/// - A key path leads to an attribute with one column, to a member of a structure, or to a to-one relationship, whose column
///   has the key of its destination.
/// - `\(key: Trip.self)` is the primary key, by which rows are joined and models are returned.
/// - A model is the key of its row. An array is a list in parentheses, for `IN`.
/// - `\(literal: text)` is SQL that the program has put together. Never pass text of a user there.
///
/// Values have the form that they have in the file: a `Date` is the number of seconds since 2001, a `UUID` 16 bytes, a `Bool`
/// 0 or 1.
public struct ModelSQL: ExpressibleByStringInterpolation, Sendable {
    let parts: [SQLQuery.Part]
    /// The error of an interpolation that has no SQL.
    let failure: ModelSQLError?

    /// A statement without interpolations.
    public init(stringLiteral value: String) {
        parts = [.text(value)]
        failure = nil
    }

    /// A statement of its parts.
    public init(stringInterpolation: StringInterpolation) {
        parts = stringInterpolation.parts
        failure = stringInterpolation.failure
    }

    /// The parts of a statement while it is made.
    public struct StringInterpolation: StringInterpolationProtocol {
        var parts: [SQLQuery.Part] = []
        var failure: ModelSQLError?

        /// Begins a statement.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds SQL.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.text(literal)) }
        }

        /// Adds SQL that the program has put together. Text of a user does not belong here.
        public mutating func appendInterpolation(literal: String) { parts.append(.text(literal)) }

        /// Adds the table of a class.
        public mutating func appendInterpolation<Model: PersistentModel>(_ type: Model.Type, as alias: String? = nil) {
            parts.append(.table(entity: Model._$modelLayout.entityName, alias: alias))
        }

        /// Adds the primary key of a class.
        public mutating func appendInterpolation<Model: PersistentModel>(
            key type: Model.Type,
            of alias: String? = nil
        ) {
            parts.append(.key(entity: Model._$modelLayout.entityName, alias: alias))
        }

        /// Adds the column of a property.
        public mutating func appendInterpolation<Model: PersistentModel, Value>(
            _ property: KeyPath<Model, Value>,
            of alias: String? = nil
        ) {
            let entity = Model._$modelLayout.entityName
            guard let path = Self.path(SortKeyPaths.resolve(property, in: Model.self)) else {
                failure = failure ?? ModelSQLError(.unsuitableProperty, "\(entity).\(property)")
                return
            }
            parts.append(.property(entity: entity, path: path, alias: alias))
        }

        /// Binds the key of a model.
        public mutating func appendInterpolation<Model: PersistentModel>(_ model: Model) {
            parts.append(.value(.identifier(model.persistentModelID)))
        }

        /// Binds the key of a model, or NULL.
        public mutating func appendInterpolation<Model: PersistentModel>(_ model: Model?) {
            parts.append(.value(model.map { .identifier($0.persistentModelID) } ?? .null))
        }

        /// Binds a value.
        public mutating func appendInterpolation<Value: Codable & Sendable>(_ value: Value) {
            // A database with types takes no number for a truth value.
            if let isTrue = value as? Bool {
                parts.append(.text(isTrue ? "TRUE" : "FALSE"))
            } else if let stored = QueryConstants.primitive(value) {
                parts.append(.value(stored))
            } else {
                failure = failure ?? ModelSQLError(.unsuitableValue, "\(Value.self)")
            }
        }

        /// Binds a list of values in parentheses.
        public mutating func appendInterpolation<Value: Codable & Sendable>(_ values: [Value]) {
            if let values = values as? [Bool], !values.isEmpty {
                let texts = values.map { $0 ? "TRUE" : "FALSE" }
                return parts.append(.text("(" + texts.joined(separator: ", ") + ")"))
            }
            let stored = values.compactMap { QueryConstants.primitive($0) }
            if stored.count == values.count {
                parts.append(.list(stored))
            } else {
                failure = failure ?? ModelSQLError(.unsuitableValue, "\(Value.self)")
            }
        }

        /// Binds a list of the keys of models in parentheses.
        public mutating func appendInterpolation<Model: PersistentModel>(_ models: [Model]) {
            parts.append(.list(models.map { .identifier($0.persistentModelID) }))
        }

        /// The names of the properties on the way from a model.
        private static func path(_ node: QueryNode?) -> [String]? {
            switch node {
            case .property(let property): path(property.base).map { $0 + [property.name] }
            case .variable: []
            case .optional(.flatMap(let wrapped, _, let transform)):
                path(wrapped).flatMap { first in path(transform).map { first + $0 } }
            default: nil
            }
        }
    }
}
