import Foundation
import SwiftDataCore
import Testing

/// The merge of edits with newer rows, by plain values.
@Suite struct PropertyMergeTests {
    private func edited(_ own: StoredValue, over base: StoredValue?, isToMany: Bool = false) -> PropertyMerge.Property {
        var property = PropertyMerge.Property(own: own, base: base)
        property.isEdited = true
        property.isToMany = isToMany
        return property
    }

    private func isConflict(_ property: PropertyMerge.Property, with stored: StoredValue) -> Bool {
        PropertyMerge(property, with: stored).isConflict
    }

    @Test func withoutAnEditTheStoredValueIsTaken() {
        let merge = PropertyMerge(.init(own: .integer(1), base: .integer(1)), with: .integer(2))
        #expect(!merge.keepsEdit && merge.forgetsEdit && !merge.isConflict && !merge.isContested)
        #expect(merge.displaced == nil)
    }

    @Test func anEditStaysAndIsAConflictWhereTheRowHasChanged() {
        let property = edited(.string("mine"), over: .string("old"))
        let same = PropertyMerge(property, with: .string("old"))
        #expect(same.keepsEdit && !same.forgetsEdit && !same.isConflict && !same.isContested)
        let other = PropertyMerge(property, with: .string("theirs"))
        #expect(other.keepsEdit && !other.forgetsEdit && other.isConflict && other.isContested)
        // Both have written the same, which is a conflict as well.
        let equal = PropertyMerge(property, with: .string("mine"))
        #expect(equal.keepsEdit && equal.isConflict && equal.isContested)
        #expect(isConflict(property, with: .null))
    }

    @Test func whatWasNeverReadCannotHaveChanged() {
        #expect(!isConflict(edited(.integer(1), over: .unloaded), with: .integer(2)))
        #expect(!isConflict(edited(.integer(1), over: nil), with: .integer(2)))
        #expect(isConflict(edited(.integer(1), over: .null), with: .integer(2)))
    }

    @Test func membersAreJoinedAndConflictOnlyWhereTheyDiffer() {
        let (a, b, c) = (Plain.row(1, "Boat"), Plain.row(2, "Boat"), Plain.row(3, "Boat"))
        let property = edited(.identifiers([a, b]), over: .identifiers([a]), isToMany: true)
        #expect(!isConflict(property, with: .identifiers([a])))
        #expect(!isConflict(property, with: .identifiers([a, b])))
        let merge = PropertyMerge(property, with: .identifiers([a, c]))
        #expect(merge.keepsEdit && merge.isConflict && !merge.isContested)
    }

    @Test func aRefreshedModelHasNoConflicts() {
        var property = edited(.integer(1), over: .integer(0))
        property.isRefreshed = true
        let merge = PropertyMerge(property, with: .integer(2))
        #expect(merge.keepsEdit && !merge.isConflict && !merge.isContested)
    }

    @Test func aTaintedValueGivesWayAndIsRemembered() {
        var property = PropertyMerge.Property(own: .integer(1), base: .integer(0))
        property.isTainted = true
        for isEdited in [false, true] {
            property.isEdited = isEdited
            let merge = PropertyMerge(property, with: .integer(2))
            #expect(!merge.keepsEdit && !merge.forgetsEdit && !merge.isConflict)
        }
    }

    @Test func theModelThatTheRowLeadsToIsDisplaced() {
        let (mine, old, theirs) = (Plain.row(1, "Keeper"), Plain.row(2, "Keeper"), Plain.row(3, "Keeper"))
        let property = edited(.identifier(mine), over: .identifier(old))
        #expect(PropertyMerge(property, with: .identifier(theirs)).displaced == theirs)
        #expect(PropertyMerge(property, with: .identifier(old)).displaced == nil)
        #expect(PropertyMerge(property, with: .identifier(mine)).displaced == nil)
        #expect(PropertyMerge(property, with: .null).displaced == nil)
        #expect(PropertyMerge(edited(.null, over: .unloaded), with: .identifier(theirs)).displaced == theirs)
        let unedited = PropertyMerge.Property(own: .identifier(mine), base: .identifier(mine))
        #expect(PropertyMerge(unedited, with: .identifier(theirs)).displaced == nil)
    }

    // MARK: Rows

    /// The known counter, the stored one, if values are compared as well; then, if they need to be, and the answer for no
    /// and for one differing value.
    @Test(
        arguments: [
            (3, 3, false, false, nil, nil), (3, 3, true, true, nil, [1]), (3, 4, false, true, [], [1]),
            (3, 4, true, true, [], [1]), (-1, 4, false, true, nil, [1]), (3, -1, false, true, nil, [1]),
        ] as [(Int64, Int64, Bool, Bool, Set<Int>?, Set<Int>?)]
    )
    func countersShowOtherWriters(
        _ known: Int64,
        _ stored: Int64,
        _ comparesValues: Bool,
        _ needsValues: Bool,
        _ none: Set<Int>?,
        _ one: Set<Int>?
    ) {
        let age = RowAge(known: known, stored: stored, comparesValues: comparesValues)
        #expect(age.needsValues == needsValues)
        #expect(age.changed([]) == none)
        #expect(age.changed([1]) == one)
    }

    private func refused(isDeleted: Bool, changed: [String], edited: [String], others: Int) -> StoreError {
        RefusedRow(
            identifier: Plain.row(4),
            entityName: "Dock",
            isDeleted: isDeleted,
            changed: changed,
            edited: edited
        ).error(others: others)
    }

    @Test func aRefusalNamesWhatBothHaveChanged() {
        let error = refused(isDeleted: false, changed: ["name", "note"], edited: ["guest"], others: 2)
        #expect(error.code == .conflict && error.entityName == "Dock" && error.persistentModelID == Plain.row(4))
        #expect(error.propertyName == "name, note")
        #expect(error.message.hasPrefix("name, note has been changed elsewhere since it was read, and guest is edited"))
        #expect(error.message.hasSuffix(" 2 more rows of the save have changed too."))
    }

    @Test func aRefusalWithoutDetailsNamesTheEdits() {
        let error = refused(isDeleted: true, changed: [], edited: ["guest"], others: 0)
        #expect(error.propertyName == "guest")
        #expect(
            error.message.hasPrefix("the row has been changed elsewhere since it was read, and it is deleted here.")
        )
        #expect(error.message.hasSuffix("or roll back."))
    }
}
