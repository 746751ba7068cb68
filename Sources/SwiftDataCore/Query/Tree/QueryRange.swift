/// `(lower...upper).contains(element)` and its kin. The evaluation fails where the bounds are the wrong way round.
public struct QueryRange: Sendable, Codable {
    /// The lower bound, or nil where there is none.
    public let lower: QueryNode?
    /// The upper bound, or nil where there is none.
    public let upper: QueryNode?
    /// True if the upper bound belongs to the range.
    public let includesUpper: Bool
    /// The value that is looked for.
    public let element: QueryNode

    /// Tests whether a value is in a range.
    public init(lower: QueryNode?, upper: QueryNode?, includesUpper: Bool, element: QueryNode) {
        self.lower = lower
        self.upper = upper
        self.includesUpper = includesUpper
        self.element = element
    }

    /// The operands.
    public var children: [QueryNode] { [lower, upper, element].compactMap { $0 } }
}
