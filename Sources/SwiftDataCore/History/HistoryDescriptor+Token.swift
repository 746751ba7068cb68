public import Foundation

extension HistoryDescriptor {
    /// The position after which the predicate asks for transactions: the earliest of the tokens that it wants later
    /// ones than. Nil where it asks for no such thing.
    ///
    /// An addition to Apple's API, for stores that provide their own history: where transactions after this position
    /// have been deleted, the answer would have a gap. Throw ``SwiftDataError/historyTokenExpired``.
    ///
    /// ```swift
    /// let descriptor = HistoryDescriptor<T>(predicate: #Predicate { $0.token > last && $0.author == "importer" })
    /// descriptor.earliestToken == last  // true
    /// ```
    public var earliestToken: TransactionType.TokenType? {
        guard let predicate else { return nil }
        var search = TokenSearch<TransactionType.TokenType>()
        search.look(into: predicate.expression, isNegated: false)
        return search.tokens.min()
    }
}

extension HistoryDescriptor {
    /// The key path of a transaction's token, as code that names the type spells it; nil where its tokens are of another
    /// type.
    static func tokenKeyPath<Token: HistoryToken>(
        _: Token.Type
    ) -> (any KeyPath<TransactionType, Token> & Sendable)? {
        // A key path made in generic code is another one, which a store need not know.
        let named: AnyKeyPath =
            TransactionType.self == DefaultHistoryTransaction.self
            ? \DefaultHistoryTransaction.token : \TransactionType.token
        return dynamicCast(named, to: (any KeyPath<TransactionType, Token> & Sendable).self)
    }

    /// The condition that a transaction came after a position.
    static func later<Token: HistoryToken>(
        than token: Token,
        _ keyPath: any KeyPath<TransactionType, Token> & Sendable
    ) -> Predicate<TransactionType> {
        Predicate<TransactionType> { transaction in
            PredicateExpressions.build_Comparison(
                lhs: PredicateExpressions.build_KeyPath(
                    root: PredicateExpressions.build_Arg(transaction),
                    keyPath: keyPath
                ),
                rhs: PredicateExpressions.build_Arg(token),
                op: .greaterThan
            )
        }
    }
}

/// Goes through an expression and collects the tokens that something has to be later than.
private struct TokenSearch<Token: Comparable> {
    private(set) var tokens: [Token] = []

    mutating func look(into node: any PredicateExpression, isNegated: Bool) {
        if let comparison = node as? any ComparisonNode { note(comparison, isNegated) }
        let isNegated = isNegated != (node is any NegationNode)
        for child in Mirror(reflecting: node).children {
            guard let child = child.value as? any PredicateExpression else { continue }
            look(into: child, isNegated: isNegated)
        }
    }

    private mutating func note(_ comparison: any ComparisonNode, _ isNegated: Bool) {
        let (left, asksForMore, right) = comparison.parts
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
    var parts: (left: any PredicateExpression, asksForMore: Bool, right: any PredicateExpression) { get }
}

extension PredicateExpressions.Comparison: ComparisonNode {
    fileprivate var parts: (left: any PredicateExpression, asksForMore: Bool, right: any PredicateExpression) {
        switch op {
        case .greaterThan, .greaterThanOrEqual: (lhs, true, rhs)
        case .lessThan, .lessThanOrEqual: (lhs, false, rhs)
        @unknown default: (lhs, false, rhs)
        }
    }
}

private protocol NegationNode {}

extension PredicateExpressions.Negation: NegationNode {}
