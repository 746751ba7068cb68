import SwiftDataCore
import Testing

/// Plans of plain values: what each store is to write.
@Suite struct SavePlanTests {
    private let one = [SaveTarget(identifier: "A", seenUndescribed: 4)]
    private let two = [SaveTarget(identifier: "A"), SaveTarget(identifier: "B")]

    private func names(_ rows: [DefaultSnapshot]) -> [String] {
        rows.map { row in
            if case .string(let name) = row.values[0] { name } else { "-" }
        }
    }

    private func keeper(_ name: String, _ identifier: PersistentIdentifier, changed: [Int]? = nil) -> DefaultSnapshot {
        Plain.snapshot(identifier, [.string(name)], Keeper._$modelLayout, changed: changed)
    }

    private func boat(_ name: String, _ identifier: PersistentIdentifier) -> DefaultSnapshot {
        Plain.snapshot(identifier, [.string(name)], Boat._$modelLayout)
    }

    @Test func oneStoreGetsEverythingInOrder() throws {
        var changes = GatheredChanges()
        changes.comparesDeleted = true
        changes.homes = [ObjectIdentifier(Keeper._$modelLayout): 0, ObjectIdentifier(Boat._$modelLayout): 0]
        changes.inserted.rows = [
            keeper("a", Plain.temporary("Keeper")), boat("b", Plain.temporary("Boat")),
            keeper("c", Plain.temporary("Keeper")),
        ]
        changes.inserted.values = [[.integer(1)], [.integer(2)], [.integer(3)]]
        changes.updated.rows = [keeper("d", Plain.row(7, "Keeper"), changed: [0])]
        changes.updated.values = [[.integer(4)]]
        changes.deleted.rows = [boat("e", Plain.row(8, "Boat")), boat("f", Plain.row(2, "Boat"))]
        let plan = try SavePlan(changes, for: one)
        #expect(plan.parts.count == 1)
        let part = try #require(plan.parts.first)
        #expect(names(part.changes.inserted) == ["a", "b", "c"])
        #expect(names(part.changes.updated) == ["d"])
        #expect(names(part.changes.deleted) == ["e", "f"])
        #expect(part.insertedValues.map(described) == [["integer(1)"], ["integer(2)"], ["integer(3)"]])
        #expect(part.updatedValues.map(described) == [["integer(4)"]])
        #expect(part.inserted == [0..<3] && part.updated == [0..<1] && part.deleted == [0..<2])
        #expect(part.changes.seenUndescribed == 4 && part.changes.comparesDeleted)
    }

    @Test func eachStoreGetsItsRows() throws {
        var changes = GatheredChanges()
        changes.homes = [ObjectIdentifier(Keeper._$modelLayout): 1, ObjectIdentifier(Boat._$modelLayout): 0]
        changes.inserted.rows = [
            keeper("a", Plain.temporary("Keeper")), boat("b", Plain.temporary("Boat")),
            boat("c", Plain.temporary("Boat")), keeper("d", Plain.temporary("Keeper")),
        ]
        changes.inserted.values = [[.integer(1)], [.integer(2)], [.integer(3)], [.integer(4)]]
        changes.deleted.rows = [
            boat("e", Plain.row(1, "Boat", store: "B")), boat("f", Plain.row(1, "Boat", store: "A")),
            boat("g", Plain.row(2, "Boat", store: "B")),
        ]
        let parts = try SavePlan(changes, for: two).parts
        #expect(parts.map { names($0.changes.inserted) } == [["b", "c"], ["a", "d"]])
        #expect(parts.map(\.inserted) == [[1..<3], [0..<1, 3..<4]])
        #expect(
            parts.map { $0.insertedValues.map(described) }
                == [[["integer(2)"], ["integer(3)"]], [["integer(1)"], ["integer(4)"]]]
        )
        #expect(parts.map { names($0.changes.deleted) } == [["f"], ["e", "g"]])
        #expect(parts.map(\.deleted) == [[1..<2], [0..<1, 2..<3]])
        for part in parts { #expect(part.changes.updated.isEmpty && part.updated.isEmpty) }
    }

    @Test func aClassWithoutAStoreIsRefused() {
        var changes = GatheredChanges()
        changes.inserted.rows = [keeper("a", Plain.temporary("Keeper"))]
        changes.inserted.values = [[]]
        expect(.validation, "Keeper", nil, of: changes)
        changes.homes = [ObjectIdentifier(Keeper._$modelLayout): 0]
        changes.deleted.rows = [boat("b", Plain.row(1, "Boat", store: "elsewhere"))]
        expect(.validation, "Boat", nil, of: changes)
    }

    @Test func cascadesAreJoinedByRelationshipAndStore() throws {
        var changes = GatheredChanges()
        let (dock, slot) = (Dock._$modelLayout, DockSlot.spares)
        for (store, row) in [("A", 1), ("B", 2), ("A", 3)] {
            let owner = Plain.row(Int64(row), store: store)
            changes.cascades.append(UnfollowedRelationship(owner: owner, layout: dock, slot: slot))
        }
        changes.cascades.append(UnfollowedRelationship(owner: Plain.row(1), layout: dock, slot: DockSlot.boats))
        let parts = try SavePlan(changes, for: two).parts
        #expect(parts.map { $0.changes.cascades.map(\.slot) } == [[slot, DockSlot.boats], [slot]])
        #expect(parts[0].changes.cascades.map(\.owners) == [[Plain.row(1), Plain.row(3)], [Plain.row(1)]])
        #expect(parts[1].changes.cascades.map(\.owners) == [[Plain.row(2, store: "B")]])
    }

    @Test func whatLeadsToDeletedRowsIsLeftOut() throws {
        let (doomed, other) = (Plain.row(1, "Keeper"), Plain.row(2, "Keeper"))
        let (sunk, afloat) = (Plain.row(5, "Boat"), Plain.row(6, "Boat"))
        var changes = GatheredChanges()
        changes.oneSidedSlots = [
            ObjectIdentifier(Dock._$modelLayout): [DockSlot.keeper, DockSlot.guest, DockSlot.spares]
        ]
        var row = Plain.snapshot(
            Plain.row(9),
            Plain.dock([
                DockSlot.keeper: .identifier(doomed), DockSlot.guest: .identifier(doomed),
                DockSlot.boats: .identifiers([sunk]), DockSlot.spares: .identifiers([afloat, sunk]),
            ]),
            changed: [DockSlot.guest, DockSlot.spares]
        )
        row.toManyChanges = [DockSlot.spares: ToManyChange(added: [sunk, afloat])]
        changes.updated.rows = [row]
        changes.updated.values = [row.values]
        changes.deleted.rows = [keeper("k", doomed), boat("s", sunk)]
        let written = try #require(try SavePlan(changes, for: one).parts.first?.changes.updated.first)
        // A relationship that is required leads on, and so does one with an inverse.
        let expected = Plain.dock([
            DockSlot.keeper: .identifier(doomed), DockSlot.guest: .null, DockSlot.boats: .identifiers([sunk]),
            DockSlot.spares: .identifiers([afloat]),
        ])
        #expect(described(written.values) == described(expected))
        #expect(written.toManyChanges[DockSlot.spares]?.added == [afloat])
        changes.deleted.rows = [keeper("k", other)]
        let kept = try #require(try SavePlan(changes, for: one).parts.first?.changes.updated.first)
        #expect(described(kept.values) == described(row.values))
    }

    private func expect(_ code: StoreError.Code, _ entity: String?, _ property: String?, of changes: GatheredChanges) {
        let error = #expect(throws: StoreError.self) { try SavePlan(changes, for: one) }
        #expect(error?.code == code && error?.entityName == entity && error?.propertyName == property)
    }
}
