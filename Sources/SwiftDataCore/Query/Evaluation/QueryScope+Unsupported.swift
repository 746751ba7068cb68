import Foundation

extension QueryScope {
    package mutating func evaluate(_ node: QueryUnsupported) throws -> Evaluated {
        guard let operation = node.operation else { throw QueryFailure(node.description) }
        var values: [Any] = []
        for (operand, type) in zip(node.operands, operation.operandTypes) {
            values.append(try evaluate(operand).swiftValue(as: type))
        }
        guard let result = try operation.apply(values) else { throw QueryFailure.typeMismatch }
        return Evaluated(swiftValue: result)
    }
}

extension Evaluated {
    /// The value that a Swift expression gave.
    package init(swiftValue: Any) {
        if let stored = QueryConstants.primitive(swiftValue) {
            self.init(stored)
        } else if let elements = QueryConstants.elements(of: swiftValue) {
            self = .list(elements.map { Evaluated(swiftValue: $0) })
        } else {
            self = .value(.object(ObjectBox(any: swiftValue)), nil)
        }
    }

    /// The value as Swift has it.
    package func swiftValue(as type: Any.Type) throws -> Any {
        if let optional = type as? any OptionalType.Type {
            if isNull { return optional.erasedNil }
            guard let value = optional.wrapping(try swiftValue(as: optional.wrappedType)) else {
                throw QueryFailure.typeMismatch
            }
            return value
        }
        switch self {
        case .null: throw QueryFailure.unexpectedNil
        case .row(let row):
            guard let model = row.model else { throw QueryFailure("a computed property needs the model") }
            return model
        case .rows(let rows):
            return try SwiftValues.array(of: type, try rows.map { try Evaluated.row($0).swiftValue(as: Any.self) })
        case .list(let elements):
            return try SwiftValues.array(of: type, elements)
        case .value(.object(let box), _): return box.value
        case .value(let stored, let attribute?) where Swift.type(of: stored) != type:
            if let value = SwiftValues.primitive(stored, as: type) { return value }
            return try attribute.value(from: stored)
        case .value(let stored, _):
            guard let value = SwiftValues.primitive(stored, as: type) else { throw QueryFailure.typeMismatch }
            return value
        }
    }
}
