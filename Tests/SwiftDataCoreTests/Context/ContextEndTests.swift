import SwiftDataCore
import Testing

/// The end of a context, by itself.
@Suite struct ContextEndTests {
    private let states = (0..<3).map { _ in ModelState(layout: Captain._$modelLayout) }

    @Test func changesEndWithTheModelsOnlyAfterTheContextHasGone() {
        let end = ContextEnd()
        end.noteChange()
        #expect(!end.hasLetGo)
        #expect(!end.endsWithModels)
        end.begin()
        #expect(end.hasLetGo)
        #expect(!end.endsWithModels)
        end.noteChange()
        #expect(end.endsWithModels)
    }

    @Test func anotherContextRevokesTheEnd() {
        let end = ContextEnd()
        end.begin()
        end.waitForModels()
        end.revoke()
        #expect(!end.hasLetGo)
        #expect(!end.endsWithModels)
        end.noteChange()
        #expect(!end.endsWithModels)
    }

    @Test func theLastSurvivorIsAskedBeforeAllStates() {
        let end = ContextEnd()
        var looks = 0
        func all() -> [ModelState] {
            looks += 1
            return states
        }
        // Outside of the macro, which evaluates each argument.
        func hasSurvivor(_ wanted: ModelState?) -> Bool { end.hasSurvivor(in: all(), isHeld: { $0 === wanted }) }
        #expect(hasSurvivor(states[1]))
        #expect(hasSurvivor(states[1]))
        #expect(looks == 1)
        // The model of that state has gone, and that of another one has not.
        #expect(hasSurvivor(states[2]))
        #expect(looks == 2)
        #expect(!hasSurvivor(nil))
        #expect(looks == 3)
    }

    @Test func aSurvivorIsNotKeptAlive() {
        let end = ContextEnd()
        weak var state: ModelState?
        do {
            let made = ModelState(layout: Captain._$modelLayout)
            state = made
            #expect(end.hasSurvivor(in: [made], isHeld: { _ in true }))
        }
        #expect(state == nil)
        #expect(!end.hasSurvivor(in: [], isHeld: { _ in true }))
    }
}
