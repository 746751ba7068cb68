/// The context of a change of results, with the names of SwiftUI's `Transaction`.
public struct QueryTransaction: Hashable, Sendable {
    /// The animation, or nil for none.
    public var animation: QueryAnimation?
    /// True if the user interface is to leave out animations of its own.
    public var disablesAnimations = false

    /// A transaction with an animation, or without.
    public init(animation: QueryAnimation? = nil) { self.animation = animation }
}
