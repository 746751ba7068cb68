package import Foundation

extension QueryNode {
    /// The condition as a predicate of Foundation. The root of the tree is the model that is tested.
    ///
    /// A row for which the evaluation fails does not match.
    package func predicate<Model: PersistentModel>(of type: Model.Type) -> Predicate<Model> {
        Predicate<Model> { input in PredicateNodeExpression(node: self, input: input) }
    }
}

/// A query tree as an expression of Foundation.
private struct PredicateNodeExpression<Model: PersistentModel>: StandardPredicateExpression {
    let node: QueryNode
    let input: PredicateExpressions.Variable<Model>

    init(node: QueryNode, input: PredicateExpressions.Variable<Model>) {
        self.node = node
        self.input = input
    }

    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        var evaluator = QueryEvaluator(node)
        return evaluator.matches(ModelRow(try input.evaluate(bindings)))
    }

    init(from decoder: any Decoder) throws { throw DecodingError.notCodable(decoder) }
    func encode(to encoder: any Encoder) throws { throw EncodingError.notCodable(self, encoder) }
}

extension PredicateNodeExpression: QueryConvertible {
    func query(in conversion: inout QueryConversion) -> QueryNode {
        guard case .variable(.root)? = conversion.bindings[input.key] else {
            return .unsupported(QueryUnsupported("a query tree about a model that is not the root"))
        }
        return node
    }
}
