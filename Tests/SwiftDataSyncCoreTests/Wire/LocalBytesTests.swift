import SwiftDataSyncCore
import TestSupport
import Testing

/// Bytes that a device keeps in its store, and change sets that are read or sent in parts.
@Suite struct LocalBytesTests {
    @Test func clocksAndDeliveriesAreReadAsTheyWere() throws {
        var clock = DeviceClock(device: DeviceNumber(.max), maximumDrift: 5)
        _ = try clock.tick(now: 1_000)
        #expect(try DeviceClock(decoding: clock.encoded) == clock)
        var deliveries = Deliveries(complete: [DeviceNumber(2): 4])
        #expect(try Deliveries(decoding: deliveries.encoded) == deliveries)
        for (device, sequence) in [(1 as UInt64, 1 as UInt64), (1, 4), (1, 3), (2, 9), (3, 2)] {
            let seen = [DeviceNumber(7): sequence]
            deliveries.add(ChangeSet(device: DeviceNumber(device), sequence: sequence, seen: seen))
        }
        let read = try Deliveries(decoding: deliveries.encoded)
        #expect(read == deliveries && !read.isComplete && read.complete[DeviceNumber(1)] == 1)
    }

    @Test func statesOfOneRecordAreReadAsTheyWere() throws {
        var states = RandomStates(numbers: SeededNumbers(31))
        for _ in 0..<500 {
            let (id, state) = (RecordID("Ä", 4), states.state())
            let read = try RecordState.decode(state.encoded(as: id))
            #expect(read.id == id && read.state == state)
        }
    }

    @Test func changedBytesThrowOrAreRead() throws {
        var deliveries = Deliveries()
        deliveries.add(ChangeSet(device: DeviceNumber(1), sequence: 3, seen: [DeviceNumber(2): 5]))
        let state = RecordState(life: Life(length: 1, clock: HybridClock(1)), aliases: [RecordID("Tag", 1)])
        let moment = RecordFacts.Moment(
            round: 0,
            step: 0,
            row: RecordID("Tag", 1),
            standing: .kept,
            isWaiting: false,
            records: [RecordID("Tag", 1)]
        )
        let facts = RecordFacts(last: moment, earlier: [moment], keys: [UniqueKey(bytes: [1])], joins: [moment.row])
        let sources = [
            DeviceClock(device: DeviceNumber(1)).encoded, deliveries.encoded, state.encoded(as: RecordID("Tag", 2)),
            facts.encoded, try GoldenStates.everything().encoded,
        ]
        #expect(try RecordFacts(decoding: facts.encoded) == facts)
        var numbers = SeededNumbers(32)
        for _ in 0..<Trials.count(3_000) {
            for (index, source) in sources.enumerated() {
                var bytes = source
                let place = numbers.below(bytes.count)
                switch numbers.below(3) {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = UInt8(numbers.below(256))
                default: bytes.insert(numbers.pick([0x1B, 0x5F, 0x9B, 0xBB, 0xFF]), at: place)
                }
                switch index {
                case 0: if let read = try? DeviceClock(decoding: bytes) { #expect(read.encoded == bytes) }
                case 1: if let read = try? Deliveries(decoding: bytes) { #expect(read.encoded == bytes) }
                case 2:
                    if let read = try? RecordState.decode(bytes) {
                        #expect(read.state.encoded(as: read.id) == bytes)
                    }
                case 3: if let read = try? RecordFacts(decoding: bytes) { #expect(read.encoded == bytes) }
                default:
                    guard let whole = try? ChangeSet(decoding: bytes) else { continue }
                    #expect(try ChangeSetHeader(decoding: bytes) == ChangeSetHeader(whole))
                }
            }
        }
    }

    @Test func theHeaderOfAChangeSetIsReadAlone() throws {
        var changes = GoldenStates.edit
        let deep = Array(repeating: 0x81 as UInt8, count: 15) + [0]
        changes.add(RecordState(unknown: UnknownFields([40: deep])), to: RecordID("Trip", 3))
        for changes in [changes, try GoldenStates.everything()] {
            #expect(try ChangeSetHeader(decoding: changes.encoded) == ChangeSetHeader(changes))
        }
        #expect(throws: SyncCoreError.self) { try ChangeSetHeader(decoding: [0xA2, 0, 2, 1, 0xFF]) }
        #expect(throws: SyncCoreError.self) { try ChangeSetHeader(decoding: [0xA3, 0, 1, 1, 7, 2, 9, 0]) }
        let nested = [0xA4, 0, 1, 1, 7, 2, 9, 5] + Array(repeating: 0x81 as UInt8, count: 100_000) + [0]
        #expect(throws: SyncCoreError.self) { try ChangeSetHeader(decoding: nested) }
    }

    @Test func aLargeChangeSetIsSplitIntoOnesThatMergeToTheSame() throws {
        var (states, numbers) = (RandomStates(numbers: SeededNumbers(33)), SeededNumbers(34))
        for _ in 0..<60 {
            var changes = ChangeSet(device: DeviceNumber(9), sequence: 5, seen: [DeviceNumber(2): 3])
            for number in 0..<12 { changes.add(states.state(), to: RecordID("Tag", number % 7)) }
            let tags = (0..<numbers.below(200)).map { (RecordID("Tag", $0), MemberState(length: 1)) }
            let pairs = Dictionary(uniqueKeysWithValues: tags)
            changes.add(RecordState(members: pairs.isEmpty ? [:] : ["tags": pairs]), to: RecordID("Trip", 1))
            let limit = 300 + numbers.below(2_000)
            let parts = try changes.split(limit: limit)
            #expect(parts.map(\.sequence) == (0..<UInt64(parts.count)).map { 5 + $0 })
            #expect(parts.allSatisfy { $0.encoded.count <= limit && $0.seen == changes.seen && !$0.records.isEmpty })
            let sum = parts.shuffled(using: &numbers).reduce(into: SyncState()) { $0.apply($1) }
            #expect(sum == SyncState(changes.records))
        }
        let last = ChangeSet(device: DeviceNumber(9), sequence: .max, records: try GoldenStates.everything().records)
        #expect(throws: SyncCoreError.self) { try last.split(limit: 200) }
        #expect(try last.split(limit: 1_000_000) == [last])
    }
}
