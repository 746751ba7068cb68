import Observation
import SwiftDataCore
import Testing

/// The observers of one model, by themselves.
@Suite struct ModelObservationTests {
    @Test func aChangeIsAnnouncedOnceAtATime() {
        var observation = ModelObservation()
        var (random, reference) = (RepeatableNumbers(seed: 3), Set<Int>())
        for _ in 0..<300 {
            let slot = Int.random(in: 0..<5, using: &random)
            if Bool.random(using: &random) {
                let begins = observation.beginAnnouncing(slot)
                #expect(begins == reference.insert(slot).inserted)
            } else {
                observation.endAnnouncing(slot)
                reference.remove(slot)
            }
        }
    }

    @Test func watchersAreASet() {
        var observation = ModelObservation()
        for number in [7, 3, 7, 5] { observation.addWatcher(number) { _ in true } }
        #expect(observation.watchers.numbers == [3, 5, 7])
        observation.forgetWatcher(5)
        observation.forgetWatcher(9)
        #expect(observation.watchers.numbers == [3, 7])
    }

    @Test func aModelIsTrackedFromTheFirstTrackedReadOn() {
        var observation = ModelObservation()
        #expect(observation.registrar == nil)
        observation.track(with: ObservationRegistrar())
        #expect(observation.registrar != nil)
        observation.track(with: nil)
        #expect(observation.registrar == nil)
    }
}
