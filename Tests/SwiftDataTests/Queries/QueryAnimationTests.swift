import SwiftData
import Testing

/// The animations of queries: SwiftUI's names and defaults, as values that adapters read.
@Suite struct QueryAnimationTests {
    private func spring(_ duration: Double, _ bounce: Double, blend: Double = 0) -> QueryAnimation {
        var animation = QueryAnimation(curve: .spring(bounce: bounce), duration: duration)
        animation.blendDuration = blend
        return animation
    }

    @Test func theSpringsHaveSwiftUIsDefaults() {
        #expect(QueryAnimation.spring == spring(0.5, 0) && .spring() == QueryAnimation.spring)
        #expect(QueryAnimation.smooth == spring(0.5, 0) && .smooth() == QueryAnimation.smooth)
        #expect(QueryAnimation.snappy == spring(0.5, 0.15) && .snappy() == QueryAnimation.snappy)
        #expect(QueryAnimation.bouncy == spring(0.5, 0.3) && .bouncy() == QueryAnimation.bouncy)
        #expect(QueryAnimation.interactiveSpring == spring(0.15, 0.14, blend: 0.25))
        #expect(QueryAnimation.interactiveSpring() == .interactiveSpring)
    }

    @Test func bounceIsAdded() {
        #expect(QueryAnimation.smooth(duration: 1, extraBounce: 0.5) == spring(1, 0.5))
        #expect(QueryAnimation.snappy(duration: 1, extraBounce: 0.5) == spring(1, 0.65))
        #expect(QueryAnimation.bouncy(extraBounce: 0.5) == spring(0.5, 0.8))
        #expect(QueryAnimation.interactiveSpring(extraBounce: 0.5, blendDuration: 1) == spring(0.15, 0.64, blend: 1))
        #expect(QueryAnimation.spring(duration: 1, bounce: 0.5, blendDuration: 2) == spring(1, 0.5, blend: 2))
    }

    @Test(
        "A fraction of damping is a bounce",
        arguments: [(0, 1), (0.25, 0.75), (1, 0), (2, -0.5), (4, -0.75), (.infinity, -1)] as [(Double, Double)]
    )
    func damping(_ fraction: Double, _ bounce: Double) {
        #expect(QueryAnimation.spring(response: 1, dampingFraction: fraction) == spring(1, bounce))
        #expect(
            QueryAnimation.interactiveSpring(response: 1, dampingFraction: fraction) == spring(1, bounce, blend: 0.25)
        )
    }

    @Test func theOlderSpringsHaveSwiftUIsDefaults() {
        #expect(QueryAnimation.spring(response: 1) == spring(1, 1 - 0.825))
        #expect(QueryAnimation.spring(dampingFraction: 0.5, blendDuration: 3) == spring(0.5, 0.5, blend: 3))
        #expect(QueryAnimation.interactiveSpring(response: 1) == spring(1, 1 - 0.86, blend: 0.25))
        #expect(QueryAnimation.interactiveSpring(dampingFraction: 0.5) == spring(0.15, 0.5, blend: 0.25))
    }

    @Test func theCourseIsChangedInTheOrderOfTheModifiers() {
        let animation = QueryAnimation.easeIn(duration: 1).delay(0.5).speed(2).repeatCount(3).repeatForever()
        #expect(animation.curve == .easeIn && animation.duration == 1)
        #expect(
            animation.modifiers == [
                .delay(0.5), .speed(2), .repeatCount(3, autoreverses: true), .repeatForever(autoreverses: true),
            ]
        )
        #expect(QueryAnimation.default.speed(2).delay(1) != .default.delay(1).speed(2))
        #expect(
            QueryAnimation.bouncy.repeatCount(2, autoreverses: false).repeatForever(autoreverses: false).modifiers
                == [.repeatCount(2, autoreverses: false), .repeatForever(autoreverses: false)]
        )
    }

    @Test @MainActor func aQueryHasItsAnimation() {
        let query = Query<Shipment, [Shipment]>(sort: \.weight, animation: .snappy(extraBounce: 0.1).delay(1))
        #expect(query.transaction?.animation == .snappy(extraBounce: 0.1).delay(1))
        #expect(query.transaction?.animation?.modifiers == [.delay(1)])
    }
}
