/// The reason why a page was not fetched.
public struct PageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The cause of the failure.
    public enum Code: Sendable {
        /// The text of the cursor is damaged, was made by another party, or has another signature.
        case invalidCursor
        /// The cursor was made for another class or another order.
        case otherOrder
        /// A sort key has an order of its own, by a `<` of its type or a computed property, that no store has.
        case unsuitableOrder
    }

    /// The cause of the failure.
    public let code: Code
    /// The entity; nil where the cursor does not contain it.
    public var entityName: String?

    /// Creates an error, for code that reads cursors itself.
    public init(code: Code, entityName: String? = nil) {
        self.code = code
        self.entityName = entityName
    }

    /// The cause and the remedy.
    public var description: String {
        let place = entityName.map { $0 + ": " } ?? ""
        return switch code {
        case .invalidCursor: place + "this program did not make the cursor. Begin with the first page."
        case .otherOrder:
            place
                + "the cursor was made for another class or another order. Pass it with the descriptor that it came from."
        case .unsuitableOrder:
            place
                + "pages need an order by stored properties whose values a store can compare. Sort by such a property."
        }
    }
}
