import SwiftDataCore
import Testing

/// The rows that unsaved edits lead to, which are looked up where it is not known which rows have gone.
@Suite struct VanishedRowsTests {
    @Test func everyRowThatValuesLeadToIsFoundOnce() {
        let (keeper, boats) = (Plain.row(1, "Keeper"), (1...3).map { Plain.row($0, "Boat") })
        let values = [
            Plain.dock([DockSlot.boats: .identifiers([boats[0], boats[1]])]),
            Plain.dock([DockSlot.boats: .identifiers([boats[1]]), DockSlot.spares: .identifiers([boats[2]])]),
        ]
        #expect(VanishedRows.partners(in: values) == Set([keeper] + boats))
    }

    @Test func newModelsHaveNoRowToLookUp() {
        let values: [StoredValue] = [
            .identifier(Plain.temporary("Keeper")), .identifiers([Plain.temporary("Boat")]), .unloaded, .null,
            .string("North"),
        ]
        #expect(VanishedRows.partners(in: [values]).isEmpty)
    }
}
