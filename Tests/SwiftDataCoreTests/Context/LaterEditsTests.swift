import SwiftDataCore
import Testing

/// The edits since a row was planned, found by comparing plain values.
@Suite struct LaterEditsTests {
    private typealias Current = LaterEdits.Current
    private typealias Written = LaterEdits.Written

    private let a = Plain.row(1, "Boat")
    private let b = Plain.row(2, "Boat")
    private let c = Plain.row(3, "Boat")

    private func edits(_ current: Current, since written: Written, isNew: Bool = false) -> LaterEdits {
        LaterEdits(of: current, since: written, Dock._$modelLayout, isNew: isNew)
    }

    /// The change of a to-many relationship of an updated row.
    private func members(
        _ now: StoredValue,
        _ change: ToManyChange = ToManyChange(),
        base: StoredValue = .unloaded,
        since written: StoredValue,
        _ writtenChange: ToManyChange = ToManyChange()
    ) -> [[PersistentIdentifier]]? {
        let slot = DockSlot.boats
        let current = Current(
            values: Plain.dock([slot: now]),
            original: Plain.dock([slot: base]),
            slots: [slot],
            toMany: [slot: change]
        )
        let edits = edits(current, since: Written(values: Plain.dock([slot: written]), toMany: [slot: writtenChange]))
        #expect(edits.slots == (edits.toMany[slot] == nil ? [] : [slot]))
        return edits.toMany[slot].map { [$0.added, $0.removed] }
    }

    @Test func nothingIsLeftOfEditsThatWereWritten() {
        let values = Plain.dock([DockSlot.name: .string("new")])
        let current = Current(values: values, original: Plain.dock(), slots: [DockSlot.name])
        let later = edits(current, since: Written(values: values))
        #expect(later.slots.isEmpty && later.toMany.isEmpty)
        #expect(described(later.original) == described(values))
    }

    @Test func aValueThatDiffersWasEditedLater() {
        let written = Plain.dock([DockSlot.name: .string("written"), DockSlot.note: .string("same")])
        let current = Current(
            values: Plain.dock([DockSlot.name: .string("later"), DockSlot.note: .string("same")]),
            original: Plain.dock(),
            slots: [DockSlot.name, DockSlot.note]
        )
        let later = edits(current, since: Written(values: written))
        #expect(later.slots == [DockSlot.name])
        #expect(described(later.original) == described(written))
    }

    @Test func inAnUpdateOnlyWrittenSlotsAreCompared() {
        let current = Current(
            values: Plain.dock([DockSlot.name: .string("later"), DockSlot.note: .string("read")]),
            original: Plain.dock(),
            slots: [DockSlot.name]
        )
        #expect(edits(current, since: Written(values: Plain.dock())).slots == [DockSlot.name])
        let new = edits(Current(values: current.values), since: Written(values: Plain.dock()), isNew: true)
        #expect(new.slots == [DockSlot.name, DockSlot.note])
    }

    @Test func ephemeralValuesAreNoEdits() {
        let current = Current(values: Plain.dock([DockSlot.depth: .integer(9)]))
        #expect(edits(current, since: Written(values: Plain.dock()), isNew: true).slots.isEmpty)
    }

    @Test func whatWasReadMeanwhileIsNoEdit() {
        let written = Written(values: Plain.dock([DockSlot.note: .unloaded]))
        var current = Current(
            values: Plain.dock([DockSlot.note: .string("read")]),
            original: Plain.dock([DockSlot.note: .string("read")]),
            slots: [DockSlot.note]
        )
        #expect(edits(current, since: written).slots.isEmpty)
        current.values[DockSlot.note] = .string("later")
        let later = edits(current, since: written)
        #expect(later.slots == [DockSlot.note])
        #expect("\(later.original[DockSlot.note])" == "\(StoredValue.string("read"))")
    }

    @Test func identifiersThatBecamePermanentAreEqual() {
        let key = TemporaryKey()
        let temporary = PersistentIdentifier(space: .named(store: nil, entity: "Keeper"), key: .temporary(key))
        key.permanent = Plain.row(7, "Keeper")
        let written = Written(values: Plain.dock([DockSlot.guest: .identifier(temporary)]))
        let current = Current(
            values: Plain.dock([DockSlot.guest: .identifier(Plain.row(7, "Keeper"))]),
            original: Plain.dock(),
            slots: [DockSlot.guest]
        )
        #expect(edits(current, since: written).slots.isEmpty)
    }

    @Test func membersThatCameAndWentAreFound() {
        #expect(members(.identifiers([a, b]), since: .identifiers([a, b])) == nil)
        #expect(members(.identifiers([a, c]), since: .identifiers([a, b])) == [[c], [b]])
        // Another order is a change that adds and removes nothing.
        #expect(members(.identifiers([b, a]), since: .identifiers([a, b])) == [[], []])
        #expect(members(.identifiers([a]), since: .null) == [[a], []])
        #expect(members(.identifiers([]), since: .null) == nil)
        #expect(members(.null, since: .identifiers([a])) == [[], [a]])
        #expect(members(.null, since: .identifiers([])) == nil)
        #expect(members(.null, since: .null) == nil)
    }

    @Test func ofUnreadMembersTheChangesAreCompared() {
        let written = ToManyChange(added: [a], removed: [b])
        #expect(members(.unloaded, written, since: .unloaded, written) == nil)
        #expect(members(.unloaded, ToManyChange(added: [a, c], removed: [b]), since: .unloaded, written) == [[c], []])
        // Taking back what was written is a change of the opposite kind.
        #expect(members(.unloaded, ToManyChange(), since: .unloaded, written) == [[b], [a]])
    }

    @Test func membersThatWereReadMeanwhileAreJoinedWithWhatWasWritten() {
        let written = ToManyChange(added: [c], removed: [b])
        let base = StoredValue.identifiers([a, b])
        #expect(members(.identifiers([a, c]), written, base: base, since: .unloaded, written) == nil)
        #expect(
            members(.identifiers([a]), ToManyChange(removed: [b]), base: base, since: .unloaded, written) == [[], [c]]
        )
    }

    @Test func whatHasNoRowWasNotWritten() {
        let unsaved = Plain.temporary("Boat")
        #expect(members(.identifiers([a]), since: .identifiers([a, unsaved])) == [[], []])
        #expect(members(.identifiers([a, unsaved]), since: .identifiers([a])) == [[unsaved], []])
    }
}
