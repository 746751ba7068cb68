import SwiftDataSyncCore
import Testing

/// Deletions, undeletions and edits of one record, in orders in which causal lengths and clocks disagree.
@Suite struct DeletionClockTests {
    private let id = RecordID("Trip", 1)
    private var first = RecordEditor(clock: DeviceClock(device: DeviceNumber(1)))
    private var second = RecordEditor(clock: DeviceClock(device: DeviceNumber(2)))
    private var third = RecordEditor(clock: DeviceClock(device: DeviceNumber(3)))
    private var state = RecordState()

    init() throws {
        state.merge(try first.insert(state, now: 1))
    }

    @Test mutating func aDeletionThatHasSeenAnEditIsNotUndoneByALongerLife() throws {
        let edit = try third.assign(.int(5), to: "days", of: state, id, now: 50)
        let edited = state.merged(with: edit)
        let late = edited.merged(with: try second.delete(edited, now: 100))
        var early = state
        early.merge(try first.delete(early, now: 10))
        early.merge(try first.undelete(early, now: 11))
        early.merge(try first.delete(early, now: 12))
        #expect(!late.isAlive && !early.isAlive)
        #expect(!late.merged(with: early).isAlive)
        #expect(!early.merged(with: late).isAlive)
        // An edit with a later clock than each deletion brings the record back all the same.
        let again = try third.assign(.int(6), to: "days", of: edited, id, now: 101)
        #expect(late.merged(with: early).merged(with: again).isAlive)
        let read = try SyncState(decoding: SyncState([id: late.merged(with: early)]).encoded)
        #expect(read.records[id] == late.merged(with: early))
    }

    @Test mutating func anUndeletionWithALaterClockWinsOverALongerDeletion() throws {
        let dead = state.merged(with: try first.delete(state, now: 20))
        var edited = dead.merged(with: try third.assign(.int(5), to: "days", of: state, id, now: 30))
        edited.merge(try second.delete(edited, now: 40))
        #expect(!edited.isAlive && edited.life?.length == 4)
        let back = dead.merged(with: try first.undelete(dead, now: 50))
        #expect(back.isAlive && back.life?.length == 3)
        #expect(back.merged(with: edited).isAlive && edited.merged(with: back).isAlive)
    }

    @Test mutating func aRecordWhoseInsertionHasNotArrivedIsNotShown() throws {
        let death = try first.delete(state, now: 20)
        let back = try first.undelete(state.merged(with: death), now: 30)
        #expect(!back.hasArrived && !back.isAlive)
        #expect(!back.merged(with: death).hasArrived)
        #expect(GraphView(SyncState([id: back]), GraphBuilder.rules).rows.isEmpty)
        let whole = back.merged(with: death).merged(with: state)
        #expect(whole.hasArrived && whole.isAlive)
        let read = try SyncState(decoding: SyncState([id: whole]).encoded).records[id]
        #expect(read == whole && read?.hasArrived == true)
    }

    @Test mutating func anEditOfADeletedRecordBringsItBack() throws {
        let dead = state.merged(with: try first.delete(state, now: 1_000))
        let edit = try second.assign(.int(5), to: "days", of: dead, id, now: 20)
        #expect(dead.merged(with: edit).isAlive)
        let key = try OrderKey.between(nil, nil, device: DeviceNumber(3))
        let place = try third.place(key, in: "stops", of: dead, now: 20)
        #expect(dead.merged(with: place).isAlive)
    }

    @Test mutating func aClockAtTheEndOfTimeDoesNotKeepARecordFromDeletion() throws {
        let register = Register(clock: HybridClock(time: .max, device: DeviceNumber(.max)), value: SyncValue.int(1))
        state.merge(RecordState(properties: ["days": PropertyState(written: register)]))
        let death = try first.delete(state, now: 20)
        #expect(!state.merged(with: death).isAlive)
    }

    @Test func theLatestClockCountsTheClocksOfPairs() throws {
        let key = try OrderKey.between(nil, nil, device: DeviceNumber(1))
        for isInverse in [false, true] {
            let place = Register(clock: HybridClock(7_000), value: key)
            let pair = MemberState(length: 1, order: isInverse ? nil : place, inverseOrder: isInverse ? place : nil)
            let part = RecordState(members: ["tags": [RecordID("Tag", 1): pair]])
            #expect(state.merged(with: part).latestClock == HybridClock(7_000))
            let changes = ChangeSet(device: DeviceNumber(1), sequence: 1, records: [id: part])
            #expect(changes.latestClock == HybridClock(7_000))
        }
    }

    @Test mutating func aDeletionAtTheGreatestLengthKeepsTheLength() throws {
        let limit = Life.greatestLength
        #expect(limit == 1 << 32)
        state.merge(RecordState(life: Life(length: limit, clock: HybridClock(20))))
        state.merge(try second.assign(.int(5), to: "days", of: state, id, now: 5_000))
        #expect(state.isAlive)
        let death = try first.delete(state, now: 30)
        #expect(death.life?.length == limit)
        #expect(!state.merged(with: death).isAlive)
        let beyond = RecordState(life: Life(length: limit + 1, clock: HybridClock(20)))
        let error = #expect(throws: SyncCoreError.self) {
            try SyncState(decoding: SyncState([id: beyond]).encoded)
        }
        #expect(error?.code == .wireLimit)
    }
}
