import SwiftDataSyncCore
import Testing

/// Life and death of one record on two devices. The wall clock is the argument of each edit.
@Suite struct LifeTests {
    private let id = RecordID("Trip", 1)
    private var left = RecordEditor(clock: DeviceClock(device: DeviceNumber(1)))
    private var right = RecordEditor(clock: DeviceClock(device: DeviceNumber(2)))
    private var state = RecordState()

    init() throws {
        state.merge(try left.insert(state, now: 1_000))
        state.merge(try left.assign(.string("Oslo"), to: "name", of: state, id, now: 1_001))
    }

    @Test mutating func aDeletionTakesConcurrentEditsWithEarlierClocks() throws {
        let edit = try right.assign(.string("Rome"), to: "name", of: state, id, now: 1_500)
        let death = try left.delete(state, now: 2_000)
        #expect(!state.merged(with: death).merged(with: edit).isAlive)
        #expect(!state.merged(with: edit).merged(with: death).isAlive)
    }

    @Test mutating func aConcurrentEditWithALaterClockBringsTheRecordBackWhole() throws {
        let death = try left.delete(state, now: 2_000)
        let edit = try right.assign(.int(5), to: "days", of: state, id, now: 3_000)
        let joined = edit.merged(with: death).merged(with: state)
        #expect(joined.isAlive)
        #expect(joined.properties["name"]?.value(.lastWriter) == .string("Oslo"))
        // Deleted again by a device that has seen both, although its wall clock is behind.
        let again = try left.delete(joined, now: 2_500)
        #expect(!joined.merged(with: again).isAlive)
        #expect(again.life?.length == 4)
    }

    @Test mutating func aSmallerValueUnderMaxIsAnEditToo() throws {
        var policies = MergePolicies()
        policies.set(.max, entity: "Trip", property: "best")
        var third = RecordEditor(clock: DeviceClock(device: DeviceNumber(3)), policies: policies)
        state.merge(try third.assign(.int(9), to: "best", of: state, id, now: 1_100))
        let death = try left.delete(state, now: 2_000)
        let edit = try third.assign(.int(1), to: "best", of: state, id, now: 3_000)
        #expect(state.merged(with: edit).merged(with: death).isAlive)
    }

    @Test mutating func twoDeletionsAreOneAndUndeletionRestores() throws {
        let deaths = [try left.delete(state, now: 2_000), try right.delete(state, now: 2_100)]
        var dead = state.merged(with: deaths[0]).merged(with: deaths[1])
        #expect(dead.life?.length == 2 && !dead.isAlive)
        dead.merge(try right.undelete(dead, now: 2_200))
        #expect(dead.isAlive && dead.life?.length == 3)
        // A deletion that has not seen the undeletion is the shorter one.
        #expect(dead.merged(with: deaths[1]).isAlive)
    }

    @Test mutating func editsThatDoNotFitThrow() throws {
        #expect(throws: SyncCoreError.self) { try left.insert(state, now: 5_000) }
        #expect(throws: SyncCoreError.self) { try left.undelete(state, now: 5_000) }
        state.merge(try left.delete(state, now: 5_000))
        #expect(throws: SyncCoreError.self) { try left.delete(state, now: 5_000) }
        let long = RecordState(
            life: Life(length: Life.greatestLength - 1, clock: HybridClock(1)),
            isInserted: true
        )
        let longest = long.merged(with: try left.delete(long, now: 5_000))
        let error = #expect(throws: SyncCoreError.self) { try left.undelete(longest, now: 5_000) }
        #expect(error?.code == .exhausted)
    }

    @Test mutating func aDeviceADayAheadLosesToDevicesThatSawItsValue() throws {
        var ahead = RecordEditor(clock: DeviceClock(device: DeviceNumber(3)))
        state.merge(try ahead.assign(.string("Lima"), to: "name", of: state, id, now: 86_401_000))
        let blind = try right.assign(.int(1), to: "days", of: state, id, now: 3_000)
        #expect(blind.edited?.milliseconds == 3_000)
        state.merge(try right.assign(.string("Bonn"), to: "name", of: state, id, now: 3_001))
        #expect(state.properties["name"]?.value(.lastWriter) == .string("Bonn"))
        state.merge(try left.delete(state, now: 3_002))
        #expect(!state.isAlive)
    }

    @Test func membersFollowTheLongerCausalLength() throws {
        let tag = RecordID("Tag", 9)
        var state = state
        let added = try #require(try left.setMember(true, tag, in: "tags", of: state))
        #expect(try left.setMember(false, tag, in: "tags", of: state) == nil)
        state.merge(added)
        let removed = try #require(try left.setMember(false, tag, in: "tags", of: state))
        let gone = state.merged(with: removed)
        let back = gone.merged(with: try #require(try right.setMember(true, tag, in: "tags", of: gone)))
        #expect(back.merged(with: removed).merged(with: added).members["tags"]?[tag]?.isPresent == true)
        #expect(gone.members["tags"]?[tag]?.isPresent == false)
    }
}
