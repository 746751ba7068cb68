import Foundation

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
