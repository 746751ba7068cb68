/// A name for a value inside a query: the model that is tested, or the parameter of a closure.
public struct QueryVariable: Hashable, Sendable, Codable {
    /// The number of the variable, unique in one query.
    public let number: Int

    /// Names a variable.
    public init(number: Int) {
        self.number = number
    }

    /// The model that is tested.
    public static let root = QueryVariable(number: 0)
}
