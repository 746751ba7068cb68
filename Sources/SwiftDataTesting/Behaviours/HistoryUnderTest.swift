import Foundation
import SwiftData
import SwiftDataCore

/// The history of the store that is tried, whatever the type of its transactions.
protocol HistoryUnderTest {
    /// The transactions of a context's stores.
    func transactions(in context: ModelContext, _ choice: HistoryChoice) throws -> [SeenTransaction]
    /// Deletes the transactions up to a position.
    func deleteTransactions(in context: ModelContext, through token: any HistoryToken) throws
    /// Encodes a token and returns the token that is decoded from it.
    func decoded(_ token: any HistoryToken) throws -> any HistoryToken
    func areEqual(_ left: any HistoryToken, _ right: any HistoryToken) -> Bool
    func isEarlier(_ left: any HistoryToken, than right: any HistoryToken) -> Bool
}

/// The choice of transactions to fetch.
struct HistoryChoice {
    var after: (any HistoryToken)?
    var author: String?
    var limit: UInt64 = 0
    var isLatestFirst = false
}

/// A transaction without its type.
struct SeenTransaction {
    let token: any HistoryToken
    let author: String?
    let timestamp: Date
    let storeIdentifier: String
    let changes: [HistoryChange]
}

extension StoreUnderTest {
    /// The history of the store, with the type of its transactions.
    func history() throws -> any HistoryUnderTest {
        func find<Configuration: DataStoreConfiguration>(_: Configuration) -> (any HistoryUnderTest)? {
            (Configuration.Store.self as? any HistoryProviding.Type).flatMap { ofProvider($0) }
        }
        func ofProvider<Provider: HistoryProviding>(_: Provider.Type) -> (any HistoryUnderTest)? {
            (Provider.HistoryType.TokenType.self as? any HistoryToken.Type).flatMap { token in
                ofTypes(Provider.historyType, token)
            }
        }
        func ofTypes<Transaction: HistoryTransaction, Token: HistoryToken>(
            _: Transaction.Type,
            _: Token.Type
        ) -> (any HistoryUnderTest)? {
            TypedHistory<Transaction, Token>()
        }
        let configuration = try configure(Schema(Self.types), folder)
        return try expectSome(find(configuration), "the history of the store, or the type of its tokens,")
    }
}

/// The history of a type of transactions.
private struct TypedHistory<Transaction: HistoryTransaction, Token: HistoryToken>: HistoryUnderTest {
    private let token: any KeyPath<Transaction, Token> & Sendable
    private let author: any KeyPath<Transaction, String?> & Sendable

    init?() {
        // The key paths of user code: generic code makes other ones, which a store need not translate.
        let isDefaultHistory = Transaction.self == DefaultHistoryTransaction.self
        let named: (AnyKeyPath, AnyKeyPath) =
            isDefaultHistory
            ? (\DefaultHistoryTransaction.token, \DefaultHistoryTransaction.author)
            : (\Transaction.token, \Transaction.author)
        guard let token = dynamicCast(named.0, to: (any KeyPath<Transaction, Token> & Sendable).self),
            let author = dynamicCast(named.1, to: (any KeyPath<Transaction, String?> & Sendable).self)
        else { return nil }
        self.token = token
        self.author = author
    }

    func transactions(in context: ModelContext, _ choice: HistoryChoice) throws -> [SeenTransaction] {
        var descriptor = HistoryDescriptor(predicate: try predicate(choice))
        descriptor.fetchLimit = choice.limit
        if choice.isLatestFirst { descriptor.sortBy = [SortDescriptor(token, order: .reverse)] }
        return try context.fetchHistory(descriptor).map { transaction in
            SeenTransaction(
                token: transaction[keyPath: token],
                author: transaction.author,
                timestamp: transaction.timestamp,
                storeIdentifier: transaction.storeIdentifier,
                changes: transaction.changes
            )
        }
    }

    private func predicate(_ choice: HistoryChoice) throws -> Predicate<Transaction>? {
        let (token, author) = (token, author)
        switch (try choice.after.map(own), choice.author) {
        case (nil, nil): return nil
        case (let last?, nil):
            return Predicate { transaction in
                PredicateExpressions.build_Comparison(
                    lhs: PredicateExpressions.build_KeyPath(
                        root: PredicateExpressions.build_Arg(transaction),
                        keyPath: token
                    ),
                    rhs: PredicateExpressions.build_Arg(last),
                    op: .greaterThan
                )
            }
        case (nil, let name?):
            return Predicate { transaction in
                PredicateExpressions.build_Equal(
                    lhs: PredicateExpressions.build_KeyPath(
                        root: PredicateExpressions.build_Arg(transaction),
                        keyPath: author
                    ),
                    rhs: PredicateExpressions.build_Arg(name as String?)
                )
            }
        case (let last?, let name?):
            return Predicate { transaction in
                PredicateExpressions.build_Conjunction(
                    lhs: PredicateExpressions.build_Comparison(
                        lhs: PredicateExpressions.build_KeyPath(
                            root: PredicateExpressions.build_Arg(transaction),
                            keyPath: token
                        ),
                        rhs: PredicateExpressions.build_Arg(last),
                        op: .greaterThan
                    ),
                    rhs: PredicateExpressions.build_Equal(
                        lhs: PredicateExpressions.build_KeyPath(
                            root: PredicateExpressions.build_Arg(transaction),
                            keyPath: author
                        ),
                        rhs: PredicateExpressions.build_Arg(name as String?)
                    )
                )
            }
        }
    }

    func deleteTransactions(in context: ModelContext, through last: any HistoryToken) throws {
        let (token, last) = (token, try own(last))
        try context.deleteHistory(
            HistoryDescriptor(
                predicate: Predicate<Transaction> { transaction in
                    PredicateExpressions.build_Comparison(
                        lhs: PredicateExpressions.build_KeyPath(
                            root: PredicateExpressions.build_Arg(transaction),
                            keyPath: token
                        ),
                        rhs: PredicateExpressions.build_Arg(last),
                        op: .lessThanOrEqual
                    )
                }
            )
        )
    }

    func decoded(_ token: any HistoryToken) throws -> any HistoryToken {
        try JSONDecoder().decode(Token.self, from: JSONEncoder().encode(own(token)))
    }

    func areEqual(_ left: any HistoryToken, _ right: any HistoryToken) -> Bool {
        guard let left = left as? Token, let right = right as? Token else { return false }
        return left == right && left.hashValue == right.hashValue
    }

    func isEarlier(_ left: any HistoryToken, than right: any HistoryToken) -> Bool {
        guard let left = left as? Token, let right = right as? Token else { return false }
        return left < right
    }

    private func own(_ token: any HistoryToken) throws -> Token {
        try expectSome(token as? Token, "a token of the type of the store's transactions")
    }
}
