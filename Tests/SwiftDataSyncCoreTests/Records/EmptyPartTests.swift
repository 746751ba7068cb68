import SwiftDataSyncCore
import Testing

/// Values and parts at the edges of what the package API can make.
@Suite struct EmptyPartTests {
    private let id = RecordID("Trip", 1)

    @Test func relationshipsWithoutPairsAndPropertiesWithoutPartsAreNoState() throws {
        let empty = RecordState(properties: ["name": PropertyState()], members: ["tags": [:]])
        #expect(empty == RecordState())
        let state = RecordState(life: Life(length: 1, clock: HybridClock(1)))
        #expect(state.merged(with: empty) == empty.merged(with: state))
        #expect(try SyncState(decoding: SyncState([id: empty]).encoded).records[id] == empty)
    }

    @Test func decimalsThatAreNoNumbersLoseUnderMaxAndMin() {
        for text in ["NaN", "no number", ""] {
            let (none, number) = (SyncValue.decimal(text), SyncValue.decimal("5"))
            let left = Register(clock: HybridClock(9), value: none)
            let right = Register(clock: HybridClock(1), value: number)
            for side in [Extremum.greatest, .least] {
                #expect(side.winner(left, right)?.value == number)
                #expect(side.winner(right, left)?.value == number)
            }
        }
    }

    @Test func anAssignmentReplacesASumBeyond64Bits() throws {
        let counts = CounterState([
            DeviceNumber(1): .init(sequence: 1, count: .max), DeviceNumber(2): .init(sequence: 1, count: 1_000),
        ])
        var state = RecordState(
            life: Life(length: 1, clock: HybridClock(1)),
            properties: ["votes": PropertyState(counts: counts)]
        )
        var policies = MergePolicies()
        policies.set(.counter, entity: "Trip", property: "votes")
        var editor = RecordEditor(clock: DeviceClock(device: DeviceNumber(2)), policies: policies)
        state.merge(try editor.assign(.int(7), to: "votes", of: state, id, now: 9))
        #expect(state.properties["votes"]?.value(.counter) == .int(7))
    }

    @Test func namesThatDevicesRefuseAreRefusedWhenTheyAreMade() throws {
        let longest = try SyncName(String(repeating: "é", count: 512))
        let state = SyncState([RecordID(longest, 1): RecordState(life: Life(length: 1, clock: HybridClock(1)))])
        #expect(try SyncState(decoding: state.encoded) == state)
        let error = #expect(throws: SyncCoreError.self) { try SyncName(longest.text + "n") }
        #expect(error?.code == .name)
    }
}
