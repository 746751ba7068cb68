/// `if test { yes } else { no }` and `test ? yes : no`. Only the branch that is taken is evaluated.
public struct QueryConditional: Sendable, Codable {
    /// The condition.
    public let test: QueryNode
    /// The value where the condition holds.
    public let yes: QueryNode
    /// The value where it does not.
    public let no: QueryNode

    /// Chooses between two values.
    public init(test: QueryNode, yes: QueryNode, no: QueryNode) {
        self.test = test
        self.yes = yes
        self.no = no
    }
}
