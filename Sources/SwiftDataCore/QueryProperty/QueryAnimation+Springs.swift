// SwiftUI's springs, with its defaults. `response` and `dampingFraction` are the older names: a spring of a response has this
// duration, and a bounce that follows from the fraction.

extension QueryAnimation {
    /// A spring without bounce, for half a second.
    public static var spring: QueryAnimation { spring(duration: 0.5) }
    /// A spring with a low duration, for changes that follow a pointer.
    public static var interactiveSpring: QueryAnimation { interactiveSpring(duration: 0.15) }
    /// A spring without bounce, for half a second.
    public static var smooth: QueryAnimation { smooth() }
    /// A spring with a small bounce, for half a second.
    public static var snappy: QueryAnimation { snappy() }
    /// A spring with a large bounce, for half a second.
    public static var bouncy: QueryAnimation { bouncy() }

    /// A spring with a duration in seconds and a bounce.
    /// - Parameters:
    ///   - duration: The time in seconds after which the spring seems to be at rest.
    ///   - bounce: 0 for no bounce, 1 for a spring that never comes to rest; below 0, down to -1, it comes to rest more slowly.
    ///   - blendDuration: The time in seconds in which the spring takes over its duration from the one that it replaces.
    public static func spring(
        duration: Double = 0.5,
        bounce: Double = 0,
        blendDuration: Double = 0
    ) -> QueryAnimation {
        var animation = QueryAnimation(curve: .spring(bounce: bounce), duration: duration)
        animation.blendDuration = blendDuration
        return animation
    }

    /// A spring with a response and a fraction of damping. `spring()` is the spring without bounce, as in SwiftUI.
    /// - Parameters:
    ///   - response: The stiffness, as a time in seconds.
    ///   - dampingFraction: The damping, as a fraction of the damping without bounce.
    ///   - blendDuration: The time in seconds in which the spring takes over its response from the one that it replaces.
    @_disfavoredOverload
    public static func spring(
        response: Double = 0.5,
        dampingFraction: Double = 0.825,
        blendDuration: Double = 0
    ) -> QueryAnimation {
        // The bounce is negative where the damping is stronger than necessary: -1 for a damping without limit.
        let bounce = dampingFraction <= 1 ? 1 - dampingFraction : 1 / dampingFraction - 1
        return spring(duration: response, bounce: bounce, blendDuration: blendDuration)
    }

    /// A spring with a low duration, for changes that follow a pointer.
    /// - Parameters:
    ///   - duration: The time in seconds after which the spring seems to be at rest.
    ///   - extraBounce: The bounce beyond 0.14, which is that of a damping fraction of 0.86.
    ///   - blendDuration: The time in seconds in which the spring takes over its duration from the one that it replaces.
    public static func interactiveSpring(
        duration: Double = 0.15,
        extraBounce: Double = 0,
        blendDuration: Double = 0.25
    ) -> QueryAnimation {
        spring(duration: duration, bounce: 0.14 + extraBounce, blendDuration: blendDuration)
    }

    /// A spring with a low response, for changes that follow a pointer.
    /// - Parameters:
    ///   - response: The stiffness, as a time in seconds.
    ///   - dampingFraction: The damping, as a fraction of the damping without bounce.
    ///   - blendDuration: The time in seconds in which the spring takes over its response from the one that it replaces.
    @_disfavoredOverload
    public static func interactiveSpring(
        response: Double = 0.15,
        dampingFraction: Double = 0.86,
        blendDuration: Double = 0.25
    ) -> QueryAnimation {
        spring(response: response, dampingFraction: dampingFraction, blendDuration: blendDuration)
    }

    /// A spring without bounce, or with some.
    /// - Parameters:
    ///   - duration: The time in seconds after which the spring seems to be at rest.
    ///   - extraBounce: The bounce.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> QueryAnimation {
        spring(duration: duration, bounce: extraBounce)
    }

    /// A spring with a small bounce.
    /// - Parameters:
    ///   - duration: The time in seconds after which the spring seems to be at rest.
    ///   - extraBounce: The bounce beyond 0.15.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> QueryAnimation {
        spring(duration: duration, bounce: 0.15 + extraBounce)
    }

    /// A spring with a large bounce.
    /// - Parameters:
    ///   - duration: The time in seconds after which the spring seems to be at rest.
    ///   - extraBounce: The bounce beyond 0.3.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> QueryAnimation {
        spring(duration: duration, bounce: 0.3 + extraBounce)
    }
}
