import SwiftDataCore
import Testing

/// Reads that fail, as a context notes and tells of them.
@Suite struct FailureNotingTests {
    private let unit = StorelessContext().unit
    private let error = StoreError(.unreadable, "no", entity: "Dock")

    private func dock(_ row: Int64) throws -> any PersistentModel {
        try #require(unit.lookup.model(for: Plain.row(row, "Dock")))
    }

    @Test func aRowFailsOnceHoweverManyOfItsValuesAreRead() throws {
        let dock = try dock(1)
        for slot in [DockSlot.note, DockSlot.name] { unit.failures.note(error, of: dock._$modelState, slot: slot) }
        unit.failures.note(error, of: dock._$modelState, slot: DockSlot.boats)
        #expect(unit.failures.current().map(\.propertyName) == ["note", "boats"])
        withExtendedLifetime(dock) {}
    }

    @Test func eachDamagedValueIsAFailure() throws {
        let dock = try dock(1)
        for slot in [DockSlot.note, DockSlot.name, DockSlot.note] {
            unit.failures.note(error, of: dock._$modelState, slot: slot, isDamage: true)
        }
        #expect(unit.failures.current().map(\.propertyName) == ["note", "name"])
        withExtendedLifetime(dock) {}
    }

    @Test func aFailureOfAModelThatHasGoneIsForgotten() throws {
        let kept = try dock(1)
        do {
            let dropped = try dock(2)
            for dock in [kept, dropped] { unit.failures.note(error, of: dock._$modelState, slot: DockSlot.name) }
            #expect(unit.failures.current().count == 2)
            withExtendedLifetime(dropped) {}
        }
        #expect(unit.failures.current().map(\.persistentModelID) == [kept.persistentModelID])
        withExtendedLifetime(kept) {}
    }

    @Test func anAnswerWithAStandInIsAnErrorAndOneWithDamageIsNone() throws {
        let dock = try dock(1)
        #expect(throws: StoreError.self) {
            try unit.failures.withoutStandIns { unit.failures.note(error, of: dock._$modelState, slot: DockSlot.name) }
        }
        let answer = try unit.failures.withoutStandIns {
            unit.failures.note(error, of: dock._$modelState, slot: DockSlot.note, isDamage: true)
            return 1
        }
        #expect(answer == 1)
        withExtendedLifetime(dock) {}
    }
}
