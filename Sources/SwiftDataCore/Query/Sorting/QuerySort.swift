public import Foundation

/// One key of a sort, in a form that every store can read.
///
/// Keys count from the first to the last. A key that is nil comes before every value, or after every value in
/// reverse order; so does, at the other end, a number that is none.
public struct QuerySort: Sendable {
    /// The comparison of two keys.
    public enum Comparison: String, Sendable, Codable {
        /// Numbers, dates, UUIDs and Booleans by their value; strings as ``lexical``.
        case natural
        /// Strings as Swift's `<` orders them.
        case lexical
        /// Strings as people expect them in a list: without case and accents first, numbers by their value.
        case localizedStandard
        /// The order of ``localizedStandard`` with digits as ordinary characters.
        case localized
        /// The order that the Swift type of the key defines by `<`. No store can do that: the framework sorts in
        /// memory.
        case custom
    }

    /// The key, a property of the model or of something that it leads to.
    public let key: QueryNode
    /// The comparison of two keys.
    public let comparison: Comparison
    /// The direction.
    public let order: SortOrder
    /// The order of Swift values, for ``Comparison/custom``.
    package let customOrder: CustomOrder?

    /// Creates a key of a sort.
    public init(key: QueryNode, comparison: Comparison, order: SortOrder) {
        self.init(key: key, comparison: comparison, order: order, customOrder: nil)
    }

    package init(key: QueryNode, comparison: Comparison, order: SortOrder, customOrder: CustomOrder?) {
        self.key = key
        self.comparison = comparison
        self.order = order
        self.customOrder = customOrder
    }

    /// The Swift type of a key whose order is the user's.
    ///
    /// `@unchecked Sendable` without a lock: a type and a function without captured state.
    package struct CustomOrder: @unchecked Sendable {
        package let type: Any.Type
        package let compare: (Any, Any) -> ComparisonResult

        package init<Value: Comparable>(_ type: Value.Type) {
            self.type = type
            compare = { left, right in
                guard let left = left as? Value, let right = right as? Value else { return .orderedSame }
                return left.comparison(with: right)
            }
        }
    }
}

extension QuerySort: Codable {
    private enum CodingKeys: String, CodingKey {
        case key, comparison, order
    }
}

extension QuerySort {
    /// Reads a key of a sort.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            key: try fields.decode(QueryNode.self, forKey: .key),
            comparison: try fields.decode(Comparison.self, forKey: .comparison),
            order: try fields.decode(SortOrder.self, forKey: .order)
        )
    }
}
