import Foundation

extension PredicateExpressions.Value: QueryConvertible, QueryConstantConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode { QueryConstants.node(value) }
    package var constantValue: Any? { value }
}

extension PredicateExpressions.NilLiteral: QueryConvertible, QueryConstantConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode { .nil }
    package var constantValue: Any? { Wrapped?.none as Any }
}

extension PredicateExpressions.Variable: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        conversion.bindings[key] ?? .unsupported(QueryUnsupported("a variable of another predicate"))
    }
}
