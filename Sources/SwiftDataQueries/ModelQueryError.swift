import SwiftData
import SwiftDataCore

/// The reason why an aggregate has no result, or an update was not made.
public struct ModelQueryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The cause of the failure.
    public enum Code: Sendable {
        /// A sum, an average or a new value is beyond the range of its type. A `Decimal` holds 38 digits.
        case outOfRange
        /// An expression has no value for a model, for instance because it divides by zero.
        case failedExpression
        /// A new model has no value for a property that is not optional and has no default.
        case missingValue
        /// A property that a batch insertion cannot give values: one that is not stored, or a to-many relationship.
        case unsuitableProperty
        /// A class without a text that is marked `@Attribute(.spotlight)`, which a search could look into.
        case noSearchableProperty
    }

    /// The cause of the failure.
    public let code: Code
    /// The entity of the models.
    public let entityName: String
    /// The property or expression that has no value.
    public let operand: String

    /// The entity, the operand and the remedy, without stored values.
    public var description: String {
        switch code {
        case .outOfRange:
            "\(entityName): \(operand) would be out of the range of its type. "
                + "Use a wider type, or limit the models with a predicate."
        case .failedExpression:
            "\(entityName): \(operand) has no value for one of the models, as after an overflow or a division by zero. "
                + "Leave such models out with a predicate."
        case .missingValue:
            "\(entityName).\(operand) has no default and is not optional: give it a value in each row."
        case .unsuitableProperty:
            "\(entityName): \(operand) cannot be given a value by a batch insertion, which writes stored attributes and "
                + "to-one relationships. Set the other side of a to-many relationship."
        case .noSearchableProperty:
            "\(entityName) has no text that is marked @Attribute(.spotlight). Mark the texts that a search is to look into."
        }
    }

    static func outOfRange<Model: PersistentModel>(_ type: Model.Type, _ operand: String) -> Self {
        Self(code: .outOfRange, entityName: Model._$modelLayout.entityName, operand: operand)
    }

    static func missingValue<Model: PersistentModel>(_ type: Model.Type, _ property: String) -> Self {
        Self(code: .missingValue, entityName: Model._$modelLayout.entityName, operand: property)
    }

    static func unsuitableProperty<Model: PersistentModel>(_ type: Model.Type, _ property: String) -> Self {
        Self(code: .unsuitableProperty, entityName: Model._$modelLayout.entityName, operand: property)
    }

    static func noSearchableProperty<Model: PersistentModel>(_ type: Model.Type) -> Self {
        Self(code: .noSearchableProperty, entityName: Model._$modelLayout.entityName, operand: "")
    }

    static func failedExpression<Model: PersistentModel>(_ type: Model.Type) -> Self {
        Self(code: .failedExpression, entityName: Model._$modelLayout.entityName, operand: "an expression")
    }
}
