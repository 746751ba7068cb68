public import SwiftData
import SwiftDataCore

/// The problems of one model while it is checked.
public struct ModelProblems<Model: PersistentModel> {
    private let model: Model
    private(set) var found: [ModelValidationError.Problem] = []

    init(_ model: Model) { self.model = model }

    /// Adds a problem of a property.
    /// - Parameters:
    ///   - property: The property.
    ///   - message: The rule that the value breaks. It should not hold the value.
    public mutating func add(_ property: PartialKeyPath<Model>, _ message: String) {
        let layout = model._$modelState.layout
        let name = layout.slot(for: property).map { layout.properties[$0].name }
        add(name, message)
    }

    /// Adds a problem of the model as a whole.
    /// - Parameter message: The rule that the model breaks.
    public mutating func add(_ message: String) { add(nil, message) }

    private mutating func add(_ property: String?, _ message: String) {
        found.append(
            ModelValidationError.Problem(
                entityName: model._$modelState.layout.entityName,
                propertyName: property,
                persistentModelID: model.persistentModelID,
                message: message
            )
        )
    }
}

/// The error of a save of models that break rules of their classes. Nothing was saved.
public struct ModelValidationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A rule that a model breaks.
    public struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
        /// The entity of the model.
        public let entityName: String
        /// The property; nil for a problem of the model as a whole.
        public let propertyName: String?
        /// The identifier of the model.
        public let persistentModelID: PersistentIdentifier
        /// The rule, in the program's words.
        public let message: String

        /// The property and the rule.
        public var description: String {
            [entityName, propertyName].compactMap { $0 }.joined(separator: ".") + " " + message
        }
    }

    /// All problems of all models, in the order in which the models entered the context or were changed.
    public let problems: [Problem]

    /// The problems, one after the other.
    public var description: String { problems.map(\.description).joined(separator: "; ") + "." }
}
