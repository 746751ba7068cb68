/// A preference for the animation of a change of results, with the names of SwiftUI's `Animation`.
///
/// The library does not animate. An adapter for a user interface reads the animation of a query and translates it.
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
        /// A spring, with the share of its motion that goes beyond the end: 0 for none, 1 for a spring that never comes to
        /// rest. Below 0, down to -1, it comes to rest more slowly.
        case spring(bounce: Double)
    }

    /// A change of the course of an animation.
    public enum Modifier: Hashable, Sendable {
        /// The animation begins after a number of seconds.
        case delay(Double)
        /// The animation, its delays included, takes place at a multiple of its speed.
        case speed(Double)
        /// The animation, its delays included, takes place a number of times; with `autoreverses`, each second time
        /// backwards.
        case repeatCount(Int, autoreverses: Bool)
        /// The animation, its delays included, repeats until the view is removed; with `autoreverses`, each second time
        /// backwards.
        case repeatForever(autoreverses: Bool)
    }

    /// The curve.
    public var curve: Curve
    /// The time that the change takes, in seconds; nil for the default of the user interface. A spring takes about this
    /// time, and longer with much bounce.
    public var duration: Double?
    /// The time in seconds in which a spring takes over the duration of its own from the spring that it replaces.
    public var blendDuration = 0.0
    /// The changes of the course, in their order: each applies to the animation with the changes before it.
    public var modifiers: [Modifier] = []

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
}
