import SwiftDataCore
import Testing

/// The known members of a relationship, whose set and array stay in step.
@Suite struct KnownMembersTests {
    private let slot = DockSlot.boats
    private let state = ModelState(layout: Dock._$modelLayout)
    /// More than are compared one by one.
    private let boats = (1...40).map { Plain.row($0, "Boat") }

    private var members: [PersistentIdentifier] {
        if case .identifiers(let members) = state.values[slot] { members } else { [] }
    }

    private func boat(_ identifier: PersistentIdentifier) -> ModelState {
        let state = ModelState(layout: Boat._$modelLayout)
        state.identifier = identifier
        return state
    }

    private func isMember(_ identifier: PersistentIdentifier) -> Bool {
        state.knownMembers(slot).contains(boat(identifier))
    }

    @Test func membersAreFoundWhileOthersJoinAndLeave() {
        state.put(.identifiers([]), at: slot)
        for (count, boat) in boats.enumerated() {
            #expect(!isMember(boat))
            state.knownMembers(slot).append(boat)
            #expect(isMember(boat) && members.count == count + 1)
        }
        let place = state.knownMembers(slot).remove(boats[20])
        #expect(place?.index == 20 && place?.predecessor == boats[19])
        #expect(!isMember(boats[20]) && isMember(boats[21]))
        #expect(members == boats.filter { $0 != boats[20] })
    }

    @Test func aModelThatIsNoMemberLeavesNothing() {
        state.put(.identifiers(Array(boats.dropLast())), at: slot)
        #expect(!isMember(boats[39]))
        #expect(state.knownMembers(slot).remove(boats[39]) == nil)
        #expect(members.count == 39)
    }

    @Test func anotherArrayMakesTheSetAnew() {
        state.put(.identifiers(boats), at: slot)
        #expect(isMember(boats[0]))
        state.put(.identifiers(Array(boats.reversed().dropLast())), at: slot)
        #expect(!isMember(boats[0]) && isMember(boats[1]))
    }

    @Test func temporaryMembersAreFoundByWhatTheyBecame() {
        let key = TemporaryKey()
        let temporary = PersistentIdentifier(space: .named(store: nil, entity: "Boat"), key: .temporary(key))
        state.put(.identifiers(boats + [temporary]), at: slot)
        key.permanent = Plain.row(99, "Boat")
        #expect(isMember(Plain.row(99, "Boat")))
        state.knownMembers(slot).resolve()
        #expect(members == boats + [Plain.row(99, "Boat")])
        #expect(isMember(Plain.row(99, "Boat")) && isMember(boats[0]))
    }

    @Test func anEditorKeepsTheSetRight() {
        state.put(.identifiers(boats), at: slot)
        #expect(isMember(boats[0]))
        state.knownMembers(slot).edit { editor in
            #expect(editor.members == boats)
        }
        #expect(members == boats && isMember(boats[39]))
    }

    @Test func anUnreadRelationshipHasNoKnownMembers() {
        state.put(.unloaded, at: slot)
        #expect(!isMember(boats[0]))
        state.knownMembers(slot).edit { _ in Issue.record("nothing is known") }
        #expect(state.isUnloaded(slot))
    }
}
