public import Foundation

/// The identity of a context, handed to the stores it works with.
public struct EditingState: Identifiable, Sendable {
    /// The type of ``id``.
    public typealias ID = UUID
    /// The identity of the context.
    public let id: UUID
    /// The author that the context's transactions carry in the history.
    public var author: String?

    package init(id: UUID = UUID(), author: String? = nil) {
        self.id = id
        self.author = author
    }
}
