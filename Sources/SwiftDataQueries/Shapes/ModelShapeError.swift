/// The problems of an input that was to make or change models. Nothing was changed.
public struct ModelShapeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The rule that a value breaks.
    public enum Reason: Sendable, Equatable {
        /// The input is no JSON.
        case malformed
        /// A property without a default has no value.
        case missing
        /// The value is null, and the property is not optional.
        case null
        /// The value has another type.
        case wrongType
        /// The shape has no such key.
        case unknownKey
        /// The identifier of an input has no model.
        case unknownModel
        /// A rule of the program is broken, in the program's words.
        case rule(String)
    }

    /// One problem.
    public struct Problem: Sendable, Equatable, CustomStringConvertible {
        /// The place in the input, such as `items[2].name`; empty for the input as a whole.
        public let path: String
        /// The entity of the model.
        public let entityName: String
        /// The property; nil where there is none.
        public let propertyName: String?
        /// The rule that is broken.
        public let reason: Reason

        /// The place and the rule, without the value.
        public var description: String {
            let place = path.isEmpty ? "the input" : path
            return switch reason {
            case .malformed: "\(place) is not JSON"
            case .missing: "\(place) is missing"
            case .null: "\(place) must not be null"
            case .wrongType: "\(place) has another type"
            case .unknownKey: "\(place) is not known"
            case .unknownModel: "\(place) leads to no model"
            case .rule(let rule): "\(place) \(rule)"
            }
        }
    }

    /// All problems, in the order of the shape's fields.
    public let problems: [Problem]

    /// The problems, one after the other.
    public var description: String { problems.map(\.description).joined(separator: "; ") + "." }
}
