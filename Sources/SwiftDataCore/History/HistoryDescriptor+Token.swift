public import Foundation

extension HistoryDescriptor {
    /// The position after which the predicate asks for transactions: the earliest token that the transactions have to
    /// follow. Nil where there is no such token.
    ///
    /// An addition to Apple's API, for stores that provide their own history: where transactions after this position
    /// have been deleted, the answer would have a gap. Throw ``SwiftDataError/historyTokenExpired``.
    ///
    /// ```swift
    /// let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
    ///     predicate: #Predicate { $0.token > last && $0.author == "importer" }
    /// )
    /// assert(descriptor.earliestToken == last)
    /// ```
    public var earliestToken: TransactionType.TokenType? {
        guard let predicate else { return nil }
        var search = TokenSearch<TransactionType>()
        search.look(into: predicate.expression, isNegated: false)
        return search.tokens.min()
    }
}

/// Iterates over an expression, and the predicates in it, and collects the tokens that a transaction has to be later
/// than.
private struct TokenSearch<Transaction: HistoryTransaction> {
    typealias Token = Transaction.TokenType

    private(set) var tokens: [Token] = []

    mutating func look(into node: any PredicateExpression, isNegated: Bool) {
        if let comparison = node as? any ComparisonNode { note(comparison, isNegated) }
        let isNegated = isNegated != (node is any NegationNode)
        let children = (node as? any PredicateListNode)?.expressions ?? node.shownOperands
        for child in children {
            if let expression = expression(child) { look(into: expression, isNegated: isNegated) }
        }
    }

    private func expression(_ child: Any) -> (any PredicateExpression)? {
        switch child {
        case let expression as any PredicateExpression: expression
        case let predicate as Predicate<Transaction>: predicate.expression
        case let list as _Deferred<Expression<Transaction, Bool>>: list.value.expression
        default: nil
        }
    }

    private mutating func note(_ comparison: any ComparisonNode, _ isNegated: Bool) {
        let (left, asksForMore, right) = comparison.operands
        let isLater = asksForMore != isNegated
        if let token = isLater ? constant(right) : constant(left) { tokens.append(token) }
    }

    /// The token that an operand is whatever the transaction.
    private func constant<Operand: PredicateExpression>(_ operand: Operand) -> Token? {
        guard Operand.Output.self == Token.self else { return nil }
        return try? operand.evaluate(PredicateBindings()) as? Token
    }
}

private protocol ComparisonNode {
    /// The operands, and whether the left one is to be greater.
    var operands: (left: any PredicateExpression, asksForMore: Bool, right: any PredicateExpression) { get }
}

extension PredicateExpressions.Comparison: ComparisonNode {
    fileprivate var operands: (left: any PredicateExpression, asksForMore: Bool, right: any PredicateExpression) {
        switch op {
        case .greaterThan, .greaterThanOrEqual: (lhs, true, rhs)
        case .lessThan, .lessThanOrEqual: (lhs, false, rhs)
        @unknown default: (lhs, false, rhs)
        }
    }
}

private protocol NegationNode {}

extension PredicateExpressions.Negation: NegationNode {}
