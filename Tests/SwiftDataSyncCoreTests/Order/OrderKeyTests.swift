import SwiftDataSyncCore
import TestSupport
import Testing

@Suite struct OrderKeyTests {
    private static let devices = [DeviceNumber(0xA1), DeviceNumber(0xFFFF_FFFF_FFFF_FFF0)]

    /// Inserts so many keys, each at the place that `next` says for the sorted keys so far. Returns the longest key.
    private static func grow(_ count: Int, _ next: (Int, Int) -> Int) throws -> Int {
        var keys: [OrderKey] = [try OrderKey.between(nil, nil, device: devices[0])]
        keys.append(try OrderKey.between(keys[0], nil, device: devices[1]))
        var place = 1
        for number in 0..<count {
            place = next(number, place)
            let lower = place > 0 ? keys[place - 1] : nil
            let upper = place < keys.count ? keys[place] : nil
            keys.insert(try OrderKey.between(lower, upper, device: devices[number % 2]), at: place)
        }
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
        return keys.map(\.bytes.count).max() ?? 0
    }

    @Test func keysAtOnePlaceGrowByTheLogarithm() throws {
        let count = 10_000
        let after = try Self.grow(count) { _, _ in 1 }
        let before = try Self.grow(count) { _, place in place + 1 }
        let first = try Self.grow(count) { _, _ in 0 }
        let last = try Self.grow(count) { number, _ in number + 2 }
        // Each key between the last two is the least favourable order: it costs a bit at least in any scheme.
        let between = try Self.grow(1_000) { number, place in number % 4 < 2 ? place : place + 1 }
        print(
            "• order keys after 10,000 insertions: \(after), \(before), \(first), \(last) bytes, \(between) after 1,000 at worst"
        )
        for longest in [after, before, first, last] { #expect(longest <= 40) }
        #expect(between <= 1_600)
    }

    @Test func randomInsertionsStaySorted() throws {
        var numbers = SeededNumbers(5)
        let longest = try Self.grow(Trials.count(2_000)) { number, _ in numbers.below(number + 3) }
        #expect(longest < 200)
    }

    @Test func devicesThatInsertAtOnePlaceMakeDifferentKeysWithRoomBetween() throws {
        let ends = [
            try OrderKey.between(nil, nil, device: Self.devices[0]),
            try OrderKey.between(nil, nil, device: Self.devices[1]),
        ]
        #expect(ends[0] < ends[1])
        let keys = try Self.devices.map { try OrderKey.between(ends[0], ends[1], device: $0) }.sorted()
        #expect(keys[0] != keys[1])
        for device in Self.devices + [DeviceNumber(0), DeviceNumber(.max)] {
            let middle = try OrderKey.between(keys[0], keys[1], device: device)
            #expect(keys[0] < middle && middle < keys[1])
        }
    }

    @Test func membersAppendedApartStayTogetherByDevice() throws {
        for device in Self.devices {
            let lower = try OrderKey.between(nil, nil, device: device)
            let upper = try OrderKey.between(lower, nil, device: Self.devices[1])
            for bound in [upper, nil] {
                var members: [(key: OrderKey, device: DeviceNumber)] = []
                for device in Self.devices {
                    var last = lower
                    for _ in 0..<20 {
                        last = try OrderKey.between(last, bound, device: device)
                        members.append((last, device))
                    }
                }
                let owners = members.sorted { $0.key < $1.key }.map(\.device)
                #expect(zip(owners, owners.dropFirst()).filter { $0 != $1 }.count == 1)
            }
        }
    }

    @Test func randomKeysHaveRoomBetween() throws {
        var numbers = SeededNumbers(8)
        var keys: [OrderKey] = []
        for _ in 0..<Trials.count(20_000) {
            if keys.count > 40 { keys.removeSubrange(0..<20) }
            let pair = keys.isEmpty ? [] : [numbers.pick(keys), numbers.pick(keys)].sorted()
            let lower = numbers.chance(80) ? pair.first : nil
            let upper = numbers.chance(80) ? pair.last : nil
            if let lower, let upper, lower == upper { continue }
            let key = try OrderKey.between(lower, upper, device: numbers.pick(Self.devices))
            #expect(lower.map { $0 < key } ?? true)
            #expect(upper.map { key < $0 } ?? true)
            #expect(try OrderKey(bytes: key.bytes) == key)
            if key.bytes.count < 200 { keys.append(key) }
        }
    }

    @Test func theGreatestIntegersOfHostileKeysLeadToNoTrap() throws {
        let device: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 5]
        let most = Array(repeating: 0xFF as UInt8, count: 7)
        let greatest = try OrderKey(bytes: [0xC7, 0x1F] + most + device)
        let least = try OrderKey(bytes: [0x38, 0xE0] + most.map { ~$0 } + device)
        for device in Self.devices {
            let middle = try OrderKey.between(least, greatest, device: device)
            #expect(least < middle && middle < greatest)
            for (lower, upper) in [(greatest, nil), (nil, least)] as [(OrderKey?, OrderKey?)] {
                let error = #expect(throws: SyncCoreError.self) {
                    try OrderKey.between(lower, upper, device: device)
                }
                #expect(error?.code == .orderKey)
            }
        }
        #expect(throws: SyncCoreError.self) { try OrderKey(bytes: [0xC7, 0x20] + most + device) }
    }

    @Test func bytesThatAreNoKeyThrow() throws {
        let key = try OrderKey.between(nil, nil, device: Self.devices[0])
        let wrong: [[UInt8]] = [
            [], [0x80], [1], [0x80, 1, 2], [0x20] + key.bytes,
            [0xC1, 0, 5] + key.bytes.dropFirst(),
            key.bytes + [0x80], Array(repeating: 0x80, count: 20_000) + key.bytes.dropFirst(),
        ]
        for bytes in wrong { #expect(throws: SyncCoreError.self, "\(bytes.prefix(9))") { try OrderKey(bytes: bytes) } }
        #expect(throws: SyncCoreError.self) { try OrderKey.between(key, key, device: Self.devices[0]) }
    }
}

/// Keys of members that are not shown, and places of members of joined rows.
@Suite struct MemberPlaceTests {
    private let first = RecordID("Trip", 1)
    private let second = RecordID("Trip", 2)
    private let tag = RecordID("Tag", 3)

    @Test func aKeyIsMadeTwiceOnlyWhereTheFirstOneIsNotNamed() throws {
        let device = DeviceNumber(1)
        let lower = try OrderKey.between(nil, nil, device: device)
        let upper = try OrderKey.between(lower, nil, device: DeviceNumber(2))
        var taken: Set<OrderKey> = [try OrderKey.between(lower, upper, device: device)]
        #expect(try taken.contains(OrderKey.between(lower, upper, device: device)))
        for _ in 0..<50 {
            let key = try OrderKey.between(lower, upper, device: device, taken: taken)
            #expect(lower < key && key < upper && taken.insert(key).inserted)
        }
    }

    @Test func aPlaceOfAMemberIsAnEditOfEachRecordOfTheRow() throws {
        var editor = RecordEditor(clock: DeviceClock(device: DeviceNumber(1)))
        let key = try OrderKey.between(nil, nil, device: DeviceNumber(1))
        let ahead = Register(clock: HybridClock(50_000, 2), value: key)
        var row = [first: RecordState(), second: RecordState()]
        for id in row.keys { row[id]?.merge(RecordState(life: Life(length: 1, clock: HybridClock(1)))) }
        // The second record keeps the pair, and the first one an old place of it.
        row[second]?.merge(RecordState(members: ["tags": [tag: MemberState(length: 1)]]))
        row[first]?.merge(RecordState(members: ["tags": [tag: MemberState(length: 2, order: ahead)]]))
        let last = try OrderKey.between(key, nil, device: DeviceNumber(1))
        let parts = try editor.placeMember(last, tag, in: "tags", ofRow: row, now: 2_000)
        #expect(parts[second]?.members["tags"]?[tag]?.isPresent == true)
        let clock = try #require(parts[second]?.edited)
        #expect(ahead.clock < clock && parts[first]?.edited == clock && parts[first]?.members == [:])
        // A deletion with an earlier clock takes none of them, and a place brings a deleted record back.
        for (id, part) in parts {
            row[id]?.merge(RecordState(life: Life(length: 2, clock: HybridClock(40_000))))
            #expect(row[id]?.isAlive == false)
            row[id]?.merge(part)
            #expect(row[id]?.isAlive == true)
        }
        var deleted = RecordState(life: Life(length: 1, clock: HybridClock(1)))
        deleted.merge(RecordState(life: Life(length: 2, clock: HybridClock(90_000))))
        deleted.merge(try editor.placeMember(key, tag, in: "tags", of: deleted, now: 2_000))
        #expect(deleted.isAlive)
    }
}
