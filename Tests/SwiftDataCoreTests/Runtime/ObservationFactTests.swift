#if compiler(<6.4) && !canImport(Darwin)
    @_spi(SwiftUI) import Observation
    import SwiftDataCore
    import Testing

    @Observable private final class Lantern {
        var oil = 0
        var wick = 0
    }

    /// Facts of Swift's observation before 6.4: docs/decisions/0025-facts-of-the-runtime.md, S1 and S2.
    @Suite struct ObservationFactTests {
        @Test func eachChangeIsToldOfWithItsPropertyUntilItIsCancelled() {
            let fact = RuntimeFact.trackedChanges.broken
            let lantern = Lantern()
            let reported = Locked<[String]>([])
            let last = Locked<Observation.ObservationTracking?>(nil)
            @Sendable func note(_ kind: String, _ tracking: Observation.ObservationTracking) {
                last.withLock { $0 = tracking }
                let names: [AnyKeyPath?: String] = [\Lantern.oil: "oil", \Lantern.wick: "wick"]
                reported.withLock { $0.append("\(kind) \(names[tracking.changed] ?? "?")") }
            }
            withObservationTracking {
                _ = (lantern.oil, lantern.wick)
            } willSet: {
                note("will", $0)
            } didSet: {
                note("did", $0)
            }
            lantern.oil = 1
            lantern.wick = 1
            lantern.oil = 2
            let all = ["will oil", "did oil", "will wick", "did wick", "will oil", "did oil"]
            #expect(reported.withLock { $0 } == all, fact)
            last.withLock { $0 }?.cancel()
            lantern.oil = 3
            #expect(reported.withLock { $0 } == all, fact)
        }

        @Test @MainActor func aClosureWithAnyIsolationIsCalledAsOneWithNone() {
            let seen = Locked<[Int]>([])
            let closure: @isolated(any) @Sendable (Int) -> Void = { @MainActor number in
                MainActor.assertIsolated()
                seen.withLock { $0.append(number) }
            }
            let plain = unsafeBitCast(closure, to: (@Sendable (Int) -> Void).self)
            plain(7)
            #expect(seen.withLock { $0 } == [7], RuntimeFact.isolatedClosures.broken)
            #expect(closure.isolation === MainActor.shared)
        }
    }
#endif
