import Foundation

extension QueryConversion {
    fileprivate mutating func cast<Input: PredicateExpression>(
        _ op: QueryCast.Operator,
        _ input: Input,
        to desired: Any.Type
    ) -> QueryNode {
        let operand = node(input)
        // A cast that changes nothing but optionality.
        if QueryTypes.unwrapped(Input.Output.self) == QueryTypes.unwrapped(desired) {
            switch op {
            case .check: return .comparison(QueryComparison(operand, .notEqual, .nil))
            case .conditional: return operand
            case .forced: return .optional(.unwrap(operand))
            }
        }
        if let model = QueryTypes.unwrapped(desired) as? any PersistentModel.Type {
            return .cast(QueryCast(op, operand, entityName: layout(of: model).entityName))
        }
        return .unsupported(QueryUnsupported("a cast to \(desired)"))
    }
}

extension PredicateExpressions.TypeCheck: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        conversion.cast(.check, input, to: Desired.self)
    }
}

extension PredicateExpressions.ConditionalCast: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        conversion.cast(.conditional, input, to: Desired.self)
    }
}

extension PredicateExpressions.ForceCast: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        conversion.cast(.forced, input, to: Desired.self)
    }
}
