/// Evaluates a condition on rows in memory, with Swift's meaning and without Swift's traps.
package struct QueryEvaluator {
    package let node: QueryNode
    /// The reason of the first evaluation that failed; nil where none has.
    package private(set) var firstFailure: String?

    package init(_ node: QueryNode) {
        self.node = node
    }

    /// True if the row matches. A row whose evaluation fails does not.
    package mutating func matches(_ row: any QueryRow) -> Bool {
        do {
            var scope = QueryScope(root: row)
            return try scope.evaluate(node).bool()
        } catch {
            if firstFailure == nil { firstFailure = (error as? QueryFailure)?.reason ?? "an unreadable value" }
            return false
        }
    }

    /// The value of a node for a row, or nil where the evaluation fails. It is the result of an expression.
    package func value(for row: any QueryRow) -> Evaluated? {
        var scope = QueryScope(root: row)
        return try? scope.evaluate(node)
    }
}

/// The variables of one evaluation.
package struct QueryScope {
    private var variables: [Int: Evaluated] = [:]
    private let root: (any QueryRow)?

    package init(root: (any QueryRow)?) {
        self.root = root
    }

    package subscript(variable: QueryVariable) -> Evaluated? {
        get { variable == .root ? root.map(Evaluated.row) : variables[variable.number] }
        set { variables[variable.number] = newValue }
    }

    package mutating func evaluate(_ node: QueryNode) throws -> Evaluated {
        switch node {
        case .value(let value): return Evaluated(value)
        case .list(let values): return .list(values.map { Evaluated($0) })
        case .variable(let variable):
            guard let value = self[variable] else { throw QueryFailure("an unknown variable") }
            return value
        case .property(let node): return try evaluate(node)
        case .identifier(let node):
            let value = try evaluate(node)
            return value.isNull ? .null : .value(try value.comparable(), nil)
        case .comparison(let node): return try evaluate(node)
        case .logic(let node): return .bool(try evaluate(node))
        case .optional(let node): return try evaluate(node)
        case .conditional(let node): return try evaluate(try evaluate(node.test).bool() ? node.yes : node.no)
        case .arithmetic(let node): return try evaluate(node)
        case .text(let node): return try evaluate(node)
        case .bytes(let node): return .bool(try evaluate(node))
        case .part(let node): return try node.kind.apply(to: try evaluate(node.operand).comparable())
        case .calendar(let node): return try node.apply(to: try evaluate(node.date).comparable())
        case .collection(let node): return try evaluate(node)
        case .range(let node): return .bool(try evaluate(node))
        case .lookup(let node): return try evaluate(node)
        case .cast(let node): return try evaluate(node)
        case .unsupported(let node): return try evaluate(node)
        }
    }
}

extension QueryEvaluator {
    /// The truth of a condition that depends on no row; nil where its evaluation fails.
    package var constantValue: Bool? {
        var scope = QueryScope(root: nil)
        return try? scope.evaluate(node).bool()
    }
}
