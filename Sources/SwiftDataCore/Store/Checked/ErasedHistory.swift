package import Foundation

/// The history of a store of any type, for a client that keeps positions in it.
package protocol ErasedHistory: Sendable {
    /// The transactions after a position, oldest first.
    /// - Parameters:
    ///   - position: A position, or nil for all transactions that are left.
    ///   - limit: The maximum number of transactions; `.max` for no limit.
    /// - Throws: ``SwiftDataError/historyTokenExpired`` where transactions after the position have been deleted.
    func steps(after position: Data?, limit: Int) throws -> [HistoryStep]
    /// True if a position comes before another one.
    func isEarlier(_ left: Data, than right: Data) throws -> Bool
}

/// A transaction of a history.
package struct HistoryStep: Sendable {
    /// The position after the transaction: an encoded token.
    package let position: Data
    package let timestamp: Date
    package let author: String?
    package let changes: [HistoryChange]
}

/// The history of a store with transactions of one type.
struct TypedHistory<Transaction: HistoryTransaction> {
    /// - Returns: The history; nil where its tokens cannot be encoded.
    static func open(_ store: any StoreAccess) -> (any ErasedHistory)? {
        guard let type = Transaction.TokenType.self as? any HistoryToken.Type else { return nil }
        func open<Token: HistoryToken>(_: Token.Type) -> (any ErasedHistory)? {
            HistoryDescriptor<Transaction>.tokenKeyPath(Token.self).map {
                TokenHistory<Transaction, Token>(store: store, keyPath: $0)
            }
        }
        return open(type)
    }
}

private struct TokenHistory<Transaction: HistoryTransaction, Token: HistoryToken>: ErasedHistory {
    let store: any StoreAccess
    let keyPath: any KeyPath<Transaction, Token> & Sendable

    func steps(after position: Data?, limit: Int) throws -> [HistoryStep] {
        var descriptor = HistoryDescriptor<Transaction>()
        if let position {
            descriptor.predicate = HistoryDescriptor<Transaction>.later(than: try token(position), keyPath)
        }
        if limit < .max { descriptor.fetchLimit = UInt64(max(1, limit)) }
        let transactions = try store.fetchHistory(descriptor) ?? []
        return try transactions.sorted { $0[keyPath: keyPath] < $1[keyPath: keyPath] }.map { transaction in
            HistoryStep(
                position: try bytes(transaction[keyPath: keyPath]),
                timestamp: transaction.timestamp,
                author: transaction.author,
                changes: transaction.changes
            )
        }
    }

    func isEarlier(_ left: Data, than right: Data) throws -> Bool { try token(left) < token(right) }

    private func token(_ position: Data) throws -> Token { try JSONDecoder().decode(Token.self, from: position) }

    private func bytes(_ token: Token) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(token)
    }
}
