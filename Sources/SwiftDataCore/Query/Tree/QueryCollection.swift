/// An operation on a collection: a to-many relationship, a captured list, or an attribute that is an array.
public enum QueryCollection: Sendable, Codable {
    /// `collection.contains(element)`.
    case contains(QueryNode, element: QueryNode)
    /// `collection.contains { variable in test }`.
    case containsWhere(QueryNode, variable: QueryVariable, test: QueryNode)
    /// `collection.allSatisfy { variable in test }`.
    case allSatisfy(QueryNode, variable: QueryVariable, test: QueryNode)
    /// `collection.filter { variable in test }`.
    case filter(QueryNode, variable: QueryVariable, test: QueryNode)
    /// `collection.count`.
    case count(QueryNode)
    /// `collection.isEmpty`.
    case isEmpty(QueryNode)
    /// `collection.min()`, or nil where it is empty.
    case minimum(QueryNode)
    /// `collection.max()`, or nil where it is empty.
    case maximum(QueryNode)
    /// `collection[index]`; the evaluation fails outside of the bounds.
    case element(QueryNode, index: QueryNode)

    /// The operands.
    public var children: [QueryNode] {
        switch self {
        case .contains(let base, let other), .element(let base, let other): [base, other]
        case .containsWhere(let base, _, let test), .allSatisfy(let base, _, let test), .filter(let base, _, let test):
            [base, test]
        case .count(let base), .isEmpty(let base), .minimum(let base), .maximum(let base): [base]
        }
    }
}
