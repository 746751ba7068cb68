import SwiftDataCore
import Testing

/// The counters of a context, by themselves.
@Suite struct ContextClockTests {
    @Test func eachCounterGrowsByItself() {
        var clock = ContextClock()
        var expected = (edits: 0, generation: 0)
        var random = RepeatableNumbers(seed: 7)
        for _ in 0..<100 {
            if Bool.random(using: &random) {
                clock.noteEdit()
                expected.edits += 1
            } else {
                clock.noteNewRows()
                expected.generation += 1
            }
            #expect(clock.edits == expected.edits && clock.generation == expected.generation)
        }
        #expect(expected.edits > 0 && expected.generation > 0)
    }

    @Test func whatAProgramChangesIsCountedAsAnEditAndNoNewRow() {
        let unit = StorelessContext().unit
        let (edits, generation) = (unit.clock.edits, unit.clock.generation)
        unit.insertion.insert(Captain("A"))
        #expect(unit.clock.edits > edits && unit.clock.generation == generation)
    }
}
