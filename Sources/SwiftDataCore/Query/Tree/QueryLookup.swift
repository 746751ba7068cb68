/// A value looked up in a captured dictionary: nil, or the fallback, where the key is missing.
public struct QueryLookup: Sendable, Codable {
    /// A key and its value.
    public struct Entry: Sendable, Codable {
        /// The key.
        public let key: QueryValue
        /// The value.
        public let value: QueryValue

        /// Creates an entry.
        public init(key: QueryValue, value: QueryValue) {
            self.key = key
            self.value = value
        }
    }

    /// The dictionary.
    public let entries: [Entry]
    /// The key that is looked up.
    public let key: QueryNode
    /// The value for a missing key; without one it is nil.
    public let fallback: QueryNode?

    /// Looks up a key.
    public init(entries: [Entry], key: QueryNode, fallback: QueryNode? = nil) {
        self.entries = entries
        self.key = key
        self.fallback = fallback
    }

    /// The operands.
    public var children: [QueryNode] { [key, fallback].compactMap { $0 } }
}
