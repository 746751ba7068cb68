import SwiftDataCore
import Testing

/// The unsaved edits that another context has changed too, by themselves.
@Suite struct ConcurrentEditsTests {
    private let states = (0..<3).map { _ in ModelState(layout: Captain._$modelLayout) }

    private func conflict(_ state: ModelState, _ property: String) -> MergeConflict {
        MergeConflict(persistentModelID: state.identifier, propertyName: property, otherValue: nil)
    }

    private func error(_ state: ModelState) -> StoreError {
        StoreError(.conflict, "gone", entity: "Captain", model: state.identifier)
    }

    private func names(_ edits: ConcurrentEdits) -> [String] { edits.conflicts.all.map(\.propertyName) }

    private func models(_ edits: ConcurrentEdits) -> [PersistentIdentifier] {
        edits.conflicts.all.map(\.persistentModelID)
    }

    @Test func aConflictIsAnnouncedOnceAndKnownOnce() {
        var edits = ConcurrentEdits()
        edits.add(conflict(states[0], "name"))
        edits.add(conflict(states[0], "rank"))
        edits.add(conflict(states[0], "name"))
        #expect(edits.takeUnannounced().map(\.propertyName) == ["name", "rank", "name"])
        #expect(edits.takeUnannounced().isEmpty)
        #expect(names(edits) == ["name", "rank"])
    }

    @Test func whatWasOverwrittenOutlivesThePendingChanges() {
        var edits = ConcurrentEdits()
        edits.noteOverwritten(conflict(states[0], "name"))
        edits.add(conflict(states[1], "rank"))
        edits.noteMoved(states[1], [2])
        edits.forgetPending()
        #expect(names(edits) == ["name"])
        for conflict in edits.conflicts.all { #expect(conflict.isOverwritten) }
        #expect(edits.changedSlots(of: states[1]) == nil)
    }

    @Test func anEditThatIsTakenBackIsForgotten() {
        var edits = ConcurrentEdits()
        edits.add(conflict(states[0], "name"))
        edits.add(conflict(states[0], "rank"))
        edits.noteMoved(states[0], [0])
        edits.noteMoved(states[0], [1])
        edits.forget(states[0], "name", isLast: false)
        #expect(names(edits) == ["rank"])
        #expect(edits.changedSlots(of: states[0]) == [0, 1])
        edits.forget(states[0], "rank", isLast: true)
        #expect(names(edits).isEmpty)
        #expect(edits.changedSlots(of: states[0]) == nil)
    }

    @Test func aRefreshEndsTheConflictsOfOneModel() {
        var edits = ConcurrentEdits()
        for state in states { edits.add(conflict(state, "name")) }
        for state in states { edits.noteMoved(state, [0]) }
        edits.beginRefreshing(states[1])
        #expect(states.map { edits.isRefreshing($0) } == [false, true, false])
        edits.didRefresh(states[1])
        edits.endRefreshing()
        #expect(states.map { edits.isRefreshing($0) } == [false, false, false])
        #expect(models(edits) == [states[0].identifier, states[2].identifier])
        #expect(states.map { edits.changedSlots(of: $0) } == [[0], nil, [0]])
    }

    @Test func theFirstLostEditIsToldAndAllAreForgottenWithIt() {
        var edits = ConcurrentEdits()
        #expect(edits.takeLost() == nil && !edits.hasLost)
        for state in states { edits.noteLost(error(state)) }
        edits.forgetLost([states[0].identifier])
        #expect(edits.hasLost)
        #expect(edits.takeLost()?.persistentModelID == states[1].identifier)
        #expect(edits.takeLost() == nil && !edits.hasLost)
    }
}
