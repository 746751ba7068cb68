/// `is`, `as?` and `as!` to a model class.
public struct QueryCast: Sendable, Codable {
    /// The cast.
    public enum Operator: String, Sendable, Codable, CaseIterable {
        /// `is`
        case check
        /// `as?`: nil where the model is of another class.
        case conditional
        /// `as!`: the evaluation fails there.
        case forced
    }

    /// The cast.
    public let op: Operator
    /// The model.
    public let operand: QueryNode
    /// The entity of the class; its subclasses count.
    public let entityName: String

    /// Casts a model.
    public init(_ op: Operator, _ operand: QueryNode, entityName: String) {
        self.op = op
        self.operand = operand
        self.entityName = entityName
    }
}
