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
        #expect(end.hasSurvivor(in: all(), isHeld: { $0 === states[1] }))
        #expect(end.hasSurvivor(in: all(), isHeld: { $0 === states[1] }))
        #expect(looks == 1)
        // The model of that state has gone, and that of another one has not.
        #expect(end.hasSurvivor(in: all(), isHeld: { $0 === states[2] }))
        #expect(looks == 2)
        #expect(!end.hasSurvivor(in: all(), isHeld: { _ in false }))
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
