/// A condition, or a part of one, in a form that every store can read.
///
/// An addition to Apple's API, for authors of stores: make the tree of a descriptor's predicate with ``init(_:)`` and
/// translate it, node by node, to the language of your store; a condition that your store cannot express is for
/// ``SnapshotQuery``. Each family of operators has a type of its own. A node has the meaning of the Swift expression
/// that it was made from: `nil` differs from every value, strings are equal by canonical equivalence, and a row for
/// which the evaluation fails (overflow, division by zero, `nil` unwrapped) does not match.
///
/// A tree is `Codable`, so that a condition can travel, unless it holds an ``unsupported(_:)`` node or a captured
/// value that has no stored form.
public indirect enum QueryNode: Sendable {
    /// A constant: a literal, or a value that the predicate captured.
    case value(QueryValue)
    /// A captured collection of constants.
    case list([QueryValue])
    /// The model that is tested, or the parameter of a closure inside the predicate.
    case variable(QueryVariable)
    /// A property of a model, or a member of a composite value.
    case property(QueryProperty)
    /// The identifier of a model.
    case identifier(QueryNode)
    /// `==`, `!=`, `<` and their kin.
    case comparison(QueryComparison)
    /// `&&`, `||` and `!`.
    case logic(QueryLogic)
    /// Optional chaining, `??` and `!`.
    case optional(QueryOptional)
    /// `if` and `?:`.
    case conditional(QueryConditional)
    /// `+`, `-`, `*`, `/`, `%`.
    case arithmetic(QueryArithmetic)
    /// An operation on one string or two.
    case text(QueryText)
    /// An operation on `Data`.
    case bytes(QueryBytes)
    /// A part of a date, a URL or a UUID, or a date made of a number.
    case part(QueryPart)
    /// A part of a date in a calendar, such as its year.
    case calendar(QueryCalendarPart)
    /// An operation on a collection.
    case collection(QueryCollection)
    /// `lower...upper` and `lower..<upper` with a value that is looked for.
    case range(QueryRange)
    /// A value looked up in a captured dictionary.
    case lookup(QueryLookup)
    /// `is`, `as?` and `as!`.
    case cast(QueryCast)
    /// An operation that the tree cannot express.
    case unsupported(QueryUnsupported)
}

extension QueryNode {
    /// Always true.
    public static var `true`: QueryNode { .value(QueryValue(.integer(1))) }
    /// Always false.
    public static var `false`: QueryNode { .value(QueryValue(.integer(0))) }
    /// `nil`.
    public static var `nil`: QueryNode { .value(QueryValue(.null)) }
    /// The model that is tested.
    public static var root: QueryNode { .variable(.root) }

    /// The nodes right below this one.
    public var children: [QueryNode] {
        switch self {
        case .value, .list, .variable: []
        case .property(let node): [node.base]
        case .identifier(let node): [node]
        case .comparison(let node): [node.lhs, node.rhs]
        case .logic(let node): node.children
        case .optional(let node): node.children
        case .conditional(let node): [node.test, node.yes, node.no]
        case .arithmetic(let node): node.children
        case .text(let node): node.children
        case .bytes(let node): node.children
        case .part(let node): [node.operand]
        case .calendar(let node): [node.date]
        case .collection(let node): node.children
        case .range(let node): node.children
        case .lookup(let node): node.children
        case .cast(let node): [node.operand]
        case .unsupported(let node): node.operands
        }
    }

    /// The first node below, or this one, that the tree has no word for.
    public var firstUnsupported: QueryUnsupported? {
        if case .unsupported(let node) = self { return node }
        for child in children {
            if let found = child.firstUnsupported { return found }
        }
        return nil
    }
}
