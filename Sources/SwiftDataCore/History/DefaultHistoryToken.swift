/// A position in the history of a ``DefaultStore``: the number of a transaction.
public struct DefaultHistoryToken: HistoryToken, Comparable, Hashable, Identifiable, Sendable, Codable {
    /// The numbers of transactions, by the identifiers of their stores.
    public typealias TokenType = [String: Int64]
    /// The type of ``id``.
    public typealias ID = Int

    private let positions: [String: Int64]

    package init(storeIdentifier: String, transaction: Int64) {
        positions = [storeIdentifier: transaction]
    }

    /// The number of the last transaction before the position, by the identifier of its store.
    public var tokenValue: TokenType? { positions }

    /// The store whose history the token is a position in.
    public var storeIdentifier: String { positions.keys.min() ?? "" }

    /// The number of the transaction.
    public var id: Int { Int(truncatingIfNeeded: positions[storeIdentifier] ?? 0) }

    /// True if the first token is an earlier position. Tokens of different stores are in the order of the stores'
    /// identifiers; in a predicate for the history of a store, tokens of other stores come before all of its own.
    public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
        if let store = historyStore {
            guard let right = rhs.position(in: store) else { return false }
            return lhs.position(in: store).map { $0 < right } ?? true
        }
        return lhs.storeIdentifier == rhs.storeIdentifier ? lhs.id < rhs.id : lhs.storeIdentifier < rhs.storeIdentifier
    }

    /// The number of a transaction of a store, or nil where the token has no position in the store.
    package func position(in storeIdentifier: String) -> Int64? { positions[storeIdentifier] }

    /// The stores in which the token has a position.
    package var storeIdentifiers: some Collection<String> { positions.keys }

    /// The store whose history is being searched.
    @TaskLocal private static var historyStore: String?

    /// Evaluates predicates for the history of a store: a token of another store has no position in it, so every
    /// transaction in it is later.
    package static func inHistory<Result>(of store: String, _ body: () throws -> Result) rethrows -> Result {
        try $historyStore.withValue(store, operation: body)
    }
}
