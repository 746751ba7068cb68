import SwiftDataCore
import Testing

/// The saves that a plan refuses, and the order of the checks.
@Suite struct SavePlanCheckTests {
    private struct Unreadable: Error {}

    private func inserting(_ rows: [[StoredValue]]) -> GatheredChanges {
        var changes = GatheredChanges()
        changes.homes = [ObjectIdentifier(Dock._$modelLayout): 0]
        changes.inserted.rows = rows.map { Plain.snapshot(Plain.temporary("Dock"), $0) }
        changes.inserted.values = rows
        return changes
    }

    private func updating(_ values: [StoredValue], _ slots: [Int]) -> GatheredChanges {
        var changes = GatheredChanges()
        changes.updated.rows = [Plain.snapshot(Plain.row(1), values, changed: slots)]
        changes.updated.values = [values]
        return changes
    }

    /// The property that a plan refuses; nil where it refuses nothing.
    private func refused(_ changes: GatheredChanges, _ code: StoreError.Code = .validation) throws -> String? {
        do {
            _ = try SavePlan(changes, for: [SaveTarget(identifier: "A")])
            return nil
        } catch let error as StoreError where error.code == code {
            return error.propertyName
        }
    }

    @Test func whatIsNotOptionalNeedsAValue() throws {
        #expect(try refused(inserting([Plain.dock()])) == nil)
        #expect(try refused(inserting([Plain.dock(), Plain.dock([DockSlot.name: .null])])) == "name")
        #expect(try refused(inserting([Plain.dock([DockSlot.keeper: .null])])) == "keeper")
        for slot in [DockSlot.note, DockSlot.depth, DockSlot.guest, DockSlot.boats, DockSlot.spares] {
            #expect(try refused(inserting([Plain.dock([slot: .null])])) == nil)
        }
    }

    @Test func anUpdateIsCheckedWhereItHasChanged() throws {
        let values = Plain.dock([DockSlot.name: .null, DockSlot.keeper: .null])
        #expect(try refused(updating(values, [DockSlot.note])) == nil)
        #expect(try refused(updating(values, [DockSlot.note, DockSlot.keeper])) == "keeper")
        #expect(try refused(updating(values, [DockSlot.name, DockSlot.keeper])) == "name")
    }

    @Test(arguments: [(0, false), (1, true), (2, true), (3, false)])
    func membersAreCounted(_ count: Int, isValid: Bool) throws {
        var changes = inserting([Plain.dock(), Plain.dock()])
        changes.inserted.memberCounts = [1: [DockSlot.boats: count]]
        #expect(try refused(changes) == (isValid ? nil : "boats"))
    }

    @Test(arguments: [(0, true), (1, false), (2, true), (9, true)])
    func anOptionalRelationshipMayBeEmpty(_ count: Int, isValid: Bool) throws {
        var changes = inserting([Plain.dock()])
        changes.inserted.memberCounts = [0: [DockSlot.spares: count]]
        #expect(try refused(changes) == (isValid ? nil : "spares"))
    }

    @Test func theErrorOfTheGatheringComesInItsPlace() throws {
        var changes = inserting([Plain.dock(), Plain.dock([DockSlot.keeper: .null])])
        changes.inserted.failure = (DockSlot.note, Unreadable())
        #expect(throws: Unreadable.self) { try refused(changes) }
        changes.inserted.failure = (DockSlot.guest, Unreadable())
        #expect(try refused(changes) == "keeper")
        changes = inserting([Plain.dock([DockSlot.keeper: .null]), Plain.dock()])
        changes.inserted.failure = (DockSlot.name, Unreadable())
        #expect(try refused(changes) == "keeper")
        var update = updating(Plain.dock([DockSlot.keeper: .null]), [DockSlot.note, DockSlot.keeper])
        update.updated.failure = (DockSlot.note, Unreadable())
        #expect(throws: Unreadable.self) { try refused(update) }
        update.updated.failure = (DockSlot.guest, Unreadable())
        #expect(try refused(update) == "keeper")
    }

    private func denying(_ partners: [DenyingRelationship.Partner]) -> GatheredChanges {
        var changes = GatheredChanges()
        changes.denying = [
            DenyingRelationship(
                owner: Plain.row(1),
                layout: Dock._$modelLayout,
                slot: DockSlot.boats,
                partners: partners
            )
        ]
        return changes
    }

    private func boat(_ row: Int64, isDeleted: Bool = false, owner: PersistentIdentifier? = nil)
        -> DenyingRelationship.Partner
    {
        .init(identifier: Plain.row(row, "Boat"), entityName: "Boat", isDeleted: isDeleted, owner: owner)
    }

    @Test func aModelThatIsLeftHoldsBackADeletion() throws {
        #expect(try refused(denying([boat(1)]), .deleteDenied) == "boats")
        #expect(try refused(denying([boat(1, owner: Plain.row(1))]), .deleteDenied) == "boats")
        #expect(try refused(denying([boat(1, owner: Plain.row(2)), boat(2)]), .deleteDenied) == "boats")
        #expect(try refused(denying([boat(1, isDeleted: true), boat(2, owner: Plain.row(2))])) == nil)
        #expect(try refused(denying([])) == nil)
    }

    @Test func aRefusalNamesAFewModels() throws {
        let changes = denying((1...5).map { boat(Int64($0)) } + [boat(6, isDeleted: true)])
        let error = #expect(throws: StoreError.self) { try SavePlan(changes, for: []) }
        let names = (1...3).map { "Boat (\(Plain.row(Int64($0), "Boat")))" }.joined(separator: ", ")
        #expect(error?.message.contains("it still has \(names) and 2 more.") == true)
        #expect(error?.persistentModelID == Plain.row(1))
    }

    @Test func whatCouldNotBeReadComesAfterWhatIsKnown() throws {
        var changes = denying([boat(1)])
        changes.denyFailure = Unreadable()
        #expect(try refused(changes, .deleteDenied) == "boats")
        changes.denying = []
        #expect(throws: Unreadable.self) { try refused(changes) }
    }
}
