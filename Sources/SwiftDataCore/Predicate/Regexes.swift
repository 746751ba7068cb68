import Foundation

extension PredicateExpressions.StringContainsRegex: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        guard let captured = conversion.constant(regex) as? PredicateExpressions.PredicateRegex else {
            return .unsupported(QueryUnsupported("a regular expression that cannot be encoded"))
        }
        return .text(.matches(conversion.node(subject), pattern: captured.stringRepresentation))
    }
}
