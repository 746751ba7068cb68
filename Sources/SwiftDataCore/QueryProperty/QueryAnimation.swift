/// A wish of how a change of results is shown, with the names of SwiftUI's `Animation`.
///
/// The library does not animate. An adapter for a user interface reads the wish of a query and translates it.
public struct QueryAnimation: Hashable, Sendable {
    /// The curve of an animation.
    public enum Curve: Hashable, Sendable {
        /// The curve that the user interface prefers.
        case automatic
        /// Constant speed.
        case linear
        /// A slow beginning.
        case easeIn
        /// A slow end.
        case easeOut
        /// A slow beginning and a slow end.
        case easeInOut
        /// A spring, with the share of its motion that goes beyond the end: 0 for none.
        case spring(bounce: Double)
    }

    /// The curve.
    public var curve: Curve
    /// The time that the change takes, in seconds; nil for what the user interface prefers.
    public var duration: Double?

    /// An animation with a curve and a duration in seconds.
    public init(curve: Curve, duration: Double? = nil) {
        self.curve = curve
        self.duration = duration
    }

    /// The animation that the user interface prefers.
    public static let `default` = QueryAnimation(curve: .automatic)
    /// Constant speed.
    public static let linear = QueryAnimation(curve: .linear)
    /// A slow beginning.
    public static let easeIn = QueryAnimation(curve: .easeIn)
    /// A slow end.
    public static let easeOut = QueryAnimation(curve: .easeOut)
    /// A slow beginning and a slow end.
    public static let easeInOut = QueryAnimation(curve: .easeInOut)
    /// A spring without bounce.
    public static let spring = QueryAnimation(curve: .spring(bounce: 0))
    /// A spring without bounce.
    public static let smooth = QueryAnimation(curve: .spring(bounce: 0))
    /// A spring with a small bounce.
    public static let snappy = QueryAnimation(curve: .spring(bounce: 0.15))
    /// A spring with a large bounce.
    public static let bouncy = QueryAnimation(curve: .spring(bounce: 0.3))

    /// Constant speed for a duration in seconds.
    public static func linear(duration: Double) -> QueryAnimation { QueryAnimation(curve: .linear, duration: duration) }
    /// A slow beginning, for a duration in seconds.
    public static func easeIn(duration: Double) -> QueryAnimation { QueryAnimation(curve: .easeIn, duration: duration) }
    /// A slow end, for a duration in seconds.
    public static func easeOut(duration: Double) -> QueryAnimation {
        QueryAnimation(curve: .easeOut, duration: duration)
    }
    /// A slow beginning and a slow end, for a duration in seconds.
    public static func easeInOut(duration: Double) -> QueryAnimation {
        QueryAnimation(curve: .easeInOut, duration: duration)
    }
    /// A spring with a duration in seconds and a bounce.
    public static func spring(duration: Double = 0.5, bounce: Double = 0) -> QueryAnimation {
        QueryAnimation(curve: .spring(bounce: bounce), duration: duration)
    }
    /// A spring without bounce, for a duration in seconds.
    public static func smooth(duration: Double = 0.5) -> QueryAnimation { spring(duration: duration) }
    /// A spring with a small bounce, for a duration in seconds.
    public static func snappy(duration: Double = 0.5) -> QueryAnimation { spring(duration: duration, bounce: 0.15) }
    /// A spring with a large bounce, for a duration in seconds.
    public static func bouncy(duration: Double = 0.5) -> QueryAnimation { spring(duration: duration, bounce: 0.3) }
}

/// The context of a change of results, with the names of SwiftUI's `Transaction`.
public struct QueryTransaction: Hashable, Sendable {
    /// The animation, or nil for none.
    public var animation: QueryAnimation?
    /// True if the user interface is to leave out animations of its own.
    public var disablesAnimations = false

    /// A transaction with an animation, or without.
    public init(animation: QueryAnimation? = nil) { self.animation = animation }
}
