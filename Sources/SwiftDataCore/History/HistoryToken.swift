/// A position in the history of a store, comparable with later ones and usable after a restart and in another process.
public protocol HistoryToken: Codable, Comparable, Hashable, Identifiable, Sendable {
    /// The type of the raw value.
    associatedtype TokenType: Codable, Hashable, Sendable
    /// The raw value.
    var tokenValue: TokenType? { get }
}

extension HistoryToken {
    /// The store whose history the token is a position in; empty where the raw value does not contain it.
    ///
    /// The raw value contains it when it is a dictionary whose only key is the identifier of the store.
    public var storeIdentifier: String {
        (tokenValue as? any StoreKeyedTokenValue)?.onlyStoreIdentifier ?? ""
    }
}

/// A raw value that has a position for each store.
private protocol StoreKeyedTokenValue {
    var onlyStoreIdentifier: String? { get }
}

extension Dictionary: StoreKeyedTokenValue where Key == String {
    fileprivate var onlyStoreIdentifier: String? { count == 1 ? keys.first : nil }
}
