/// A position in the history of a store, comparable with later ones and usable after a restart.
public protocol HistoryToken: Codable, Comparable, Hashable, Identifiable, Sendable {
    /// The type of the raw value.
    associatedtype TokenType: Codable, Hashable, Sendable
    /// The raw value.
    var tokenValue: TokenType? { get }
}
