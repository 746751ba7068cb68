import SwiftDataCore
import Testing

/// The touches that the observers of a context have noted, without a context.
@Suite struct NotedTouchesTests {
    private func identifier(_ row: Int64) -> PersistentIdentifier {
        PersistentIdentifier(store: "noted-touches", entity: "Trip", row: row)
    }

    /// The numbers of the touched ones among the first three models.
    private func touched(_ touches: inout NotedTouches) -> [Int64] {
        (1...3).filter { touches.contains(identifier($0)) }
    }

    @Test func touchesOfOneModelAreJoined() {
        var touches = NotedTouches()
        touches.note(identifier(1)) { $0.slots.insert(2) }
        touches.note(identifier(1)) { $0.slots.insert(5) }
        touches.note(identifier(2)) { $0.hasMoved = true }
        #expect(touches.count == 2)
        let first = touches[identifier(1)]
        #expect([2, 3, 5].map { first?.slots.contains($0) } == [true, false, true])
        #expect(first?.hasMoved == false && touches[identifier(2)]?.hasMoved == true)
    }

    @Test func takingBeginsAnew() {
        var touches = NotedTouches()
        #expect(!touches.isAnything)
        touches.note(identifier(1)) { $0.hasMoved = true }
        touches.noteAll()
        let (taken, isAll) = touches.take()
        #expect(Set(taken.keys) == [identifier(1)] && isAll)
        #expect(touches.isEmpty && !touches.isAnything)
        #expect(touched(&touches) == [])
        let (_, isAllAgain) = touches.take()
        #expect(!isAllAgain)
    }

    @Test func anythingStaysTouchedWithoutItsModels() {
        var touches = NotedTouches()
        touches.note(identifier(1)) { $0.hasMoved = true }
        touches.noteAll()
        touches.removeAll()
        #expect(touches.isEmpty && touches.isAnything)
        let (taken, isAll) = touches.take()
        #expect(taken.isEmpty && isAll)
    }

    @Test func whatIsTouchedIsWorkedOutAgainAfterEachNote() {
        var touches = NotedTouches()
        #expect(touched(&touches) == [])
        touches.note(identifier(1)) { $0.hasMoved = true }
        #expect(touched(&touches) == [1])
        touches.note(identifier(2)) { $0.hasMoved = true }
        #expect(touched(&touches) == [1, 2])
        touches.removeAll()
        #expect(touched(&touches) == [])
    }

    @Test func aSaveMarksTouchedModelsOnly() {
        var touches = NotedTouches()
        touches.markSaved(identifier(1))
        #expect(touches.isEmpty)
        touches.note(identifier(1)) { $0.hasMoved = true }
        touches.markSaved(identifier(1))
        #expect(touches[identifier(1)]?.isSaved == true)
    }
}
