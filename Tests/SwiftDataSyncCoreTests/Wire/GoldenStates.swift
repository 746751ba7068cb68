import SwiftDataSyncCore

/// The change sets that GoldenBytes has the bytes of.
enum GoldenStates {
    static let trip = RecordID("Trip", 1)

    /// One edit of one property, which is what most change sets have.
    static var edit: ChangeSet {
        var changes = ChangeSet(device: DeviceNumber(0x1122_3344_5566_7788), sequence: 41)
        let register = Register(clock: clock(1), value: SyncValue.string("Oslo"))
        changes.add(RecordState(properties: ["name": PropertyState(written: register)]), to: trip)
        return changes
    }

    /// Each kind of value and each part of a state.
    static func everything() throws -> ChangeSet {
        var changes = ChangeSet(
            device: DeviceNumber(7),
            sequence: .max,
            seen: [DeviceNumber(8): 3, DeviceNumber(300): .max]
        )
        var properties: [SyncName: PropertyState] = [:]
        for (index, value) in SyncValueTests.samples.enumerated() {
            properties[try SyncName("v\(index)")] = PropertyState(written: Register(clock: clock(2), value: value))
        }
        properties["best"] = PropertyState(
            greatest: Register(clock: clock(3), value: .int(9)),
            least: Register(clock: clock(4), value: .int(-9)),
            counts: CounterState([
                DeviceNumber(7): .init(sequence: 3, count: -5), DeviceNumber(8): .init(sequence: 1, count: .max),
            ]),
            unknown: UnknownFields([50: [0x82, 0x01, 0xF6]])
        )
        let key = try OrderKey.between(nil, nil, device: DeviceNumber(7))
        let after = try OrderKey.between(key, nil, device: DeviceNumber(8))
        let place = Register(clock: clock(5), value: after)
        let pair = MemberState(
            length: 3,
            order: Register(clock: clock(5), value: key),
            inverseOrder: place,
            unknown: UnknownFields([9: [0x61, 0x61]])
        )
        let state = RecordState(
            life: Life(length: 2, clock: clock(6)),
            isInserted: true,
            edited: clock(9),
            died: clock(8),
            properties: properties,
            orders: ["stops": place],
            members: ["tags": [RecordID("Tag", 1): pair, RecordID("Tag", 2): MemberState(length: 1)]],
            aliases: [RecordID("Trip", 2), RecordID("Trip", 3)],
            unknown: UnknownFields([30: [0xA1, 0x00, 0xFB, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0]])
        )
        changes.add(state, to: trip)
        changes.add(RecordState(life: Life(length: 1, clock: clock(1))), to: RecordID("Ort", 4))
        changes.unknown = UnknownFields([24: [0xF5]])
        return changes
    }

    private static func clock(_ counter: UInt16) -> HybridClock {
        HybridClock(milliseconds: 1_750_000_000_000, counter: counter, device: DeviceNumber(7))
    }
}

extension [UInt8] {
    var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    init(hex: String) {
        let digits = hex.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue ?? 0) }
        self = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
