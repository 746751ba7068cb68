package import Foundation

extension QueryNode {
    /// The condition as a predicate of Foundation. The root of the tree is the model that is tested.
    ///
    /// A row for which the evaluation fails does not match.
    package func predicate<Model: PersistentModel>(of type: Model.Type) -> Predicate<Model> {
        Predicate<Model> { input in
            PredicateNodeExpression(input: input) { model in
                guard case .variable(.root) = model else {
                    return .unsupported(QueryUnsupported("a query tree about a model that is not the root"))
                }
                return self
            }
        }
    }

    /// A condition on a model as a predicate of Foundation, which other predicates may evaluate for any model.
    package static func predicate<Model: PersistentModel>(
        of type: Model.Type,
        _ condition: @escaping @Sendable (QueryNode) -> QueryNode
    ) -> Predicate<Model> {
        Predicate<Model> { input in PredicateNodeExpression(input: input, condition: condition) }
    }
}

/// A query tree as an expression of Foundation.
private struct PredicateNodeExpression<Model: PersistentModel>: StandardPredicateExpression {
    let input: PredicateExpressions.Variable<Model>
    /// The tree for a model.
    let condition: @Sendable (QueryNode) -> QueryNode

    init(input: PredicateExpressions.Variable<Model>, condition: @escaping @Sendable (QueryNode) -> QueryNode) {
        self.input = input
        self.condition = condition
    }

    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        var evaluator = QueryEvaluator(condition(.root))
        return evaluator.matches(ModelRow(try input.evaluate(bindings)))
    }

    init(from decoder: any Decoder) throws { throw DecodingError.notCodable(decoder) }
    func encode(to encoder: any Encoder) throws { throw EncodingError.notCodable(self, encoder) }
}

extension PredicateNodeExpression: QueryConvertible {
    func query(in conversion: inout QueryConversion) -> QueryNode {
        guard let model = conversion.bindings[input.key] else {
            return .unsupported(QueryUnsupported("a query tree about an unknown model"))
        }
        return condition(model)
    }
}
