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

    /// Whether a token is an earlier position. Tokens of different stores are in the order of the stores' identifiers.
    public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
        lhs.storeIdentifier == rhs.storeIdentifier ? lhs.id < rhs.id : lhs.storeIdentifier < rhs.storeIdentifier
    }
}
