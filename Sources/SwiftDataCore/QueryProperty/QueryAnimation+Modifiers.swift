extension QueryAnimation {
    /// The animation, which begins after a number of seconds. Delays add up.
    public func delay(_ delay: Double) -> QueryAnimation { modified(.delay(delay)) }

    /// The animation at a multiple of its speed: with 2, it takes half of the time. Its delays so far count.
    public func speed(_ speed: Double) -> QueryAnimation { modified(.speed(speed)) }

    /// The animation a number of times.
    /// - Parameters:
    ///   - repeatCount: The number of times. With `autoreverses`, 1 is once forward, and 2 once forward and once backward.
    ///   - autoreverses: True if the animation runs backward after it has run forward.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> QueryAnimation {
        modified(.repeatCount(repeatCount, autoreverses: autoreverses))
    }

    /// The animation for as long as its view exists.
    /// - Parameter autoreverses: True if the animation runs backward after it has run forward.
    public func repeatForever(autoreverses: Bool = true) -> QueryAnimation {
        modified(.repeatForever(autoreverses: autoreverses))
    }

    private func modified(_ modifier: Modifier) -> QueryAnimation {
        var animation = self
        animation.modifiers.append(modifier)
        return animation
    }
}
