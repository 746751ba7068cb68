import SwiftDataSyncCore

/// Well-formed states of one record, drawn from few clocks and values so that many of them meet.
struct RandomStates {
    var numbers: SeededNumbers

    private static let values: [SyncValue] = [
        .null, .int(1), .int(2), .uint(2), .double(.nan), .double(-0.0), .string("é"), .string("e\u{301}"),
        .decimal("1"), .decimal("1.0"), .reference(RecordID("Trip", 1)),
    ]
    private static let names: [SyncName] = ["name", "n\u{301}", "ń"]
    private static let keys: [OrderKey] = [UInt64(1), 2].compactMap {
        try? OrderKey.between(nil, nil, device: DeviceNumber($0))
    }

    mutating func clock() -> HybridClock {
        HybridClock(time: UInt64(numbers.below(4) + 1), device: DeviceNumber(UInt64(numbers.below(3))))
    }

    mutating func register() -> Register<SyncValue> { Register(clock: clock(), value: numbers.pick(Self.values)) }

    mutating func order() -> Register<OrderKey> { Register(clock: clock(), value: numbers.pick(Self.keys)) }

    mutating func unknown() -> UnknownFields {
        numbers.chance(80) ? UnknownFields() : UnknownFields([UInt64(30 + numbers.below(2)): [UInt8(numbers.below(3))]])
    }

    mutating func sealed() -> SealedValue {
        let key = SealingKeyName(number: UInt64(numbers.below(2)), fingerprint: UInt32(numbers.below(2)))
        return SealedValue(key: key, bytes: (0...numbers.below(2)).map { _ in UInt8(numbers.below(2)) })
    }

    mutating func property() -> PropertyState {
        var state = PropertyState()
        switch numbers.below(9) {
        case 5: state.greatestCandidates = Candidates((0..<2).map { _ in register() })
        case 6: state.leastCandidates = Candidates([register()])
        case 7:
            let entry = SealedCounts.Entry(sequence: UInt64(numbers.below(3)), count: sealed())
            state.sealedCounts = SealedCounts([DeviceNumber(UInt64(numbers.below(2))): entry])
        case 8: state.written = Register(clock: clock(), value: .sealed(sealed()))
        case 0: state.greatest = register()
        case 1: state.least = register()
        case 2:
            let entry = CounterState.Entry(sequence: UInt64(numbers.below(3)), count: Int64(numbers.below(3)))
            state.counts = CounterState([DeviceNumber(UInt64(numbers.below(2))): entry])
        default: state.written = register()
        }
        state.unknown = unknown()
        return state
    }

    mutating func state() -> RecordState {
        var (properties, orders, members):
            ([SyncName: PropertyState], [SyncName: Register<OrderKey>], [Int: MemberState]) =
                ([:], [:], [:])
        for _ in 0..<numbers.below(3) { properties[numbers.pick(Self.names)] = property() }
        if numbers.chance(30) { orders[numbers.pick(Self.names)] = order() }
        for _ in 0..<numbers.below(2) {
            members[numbers.below(2)] = MemberState(
                length: UInt64(numbers.below(4)),
                order: numbers.chance(40) ? order() : nil,
                inverseOrder: numbers.chance(20) ? order() : nil,
                unknown: unknown()
            )
        }
        let pairs = Dictionary(uniqueKeysWithValues: members.map { (RecordID("Tag", $0.key), $0.value) })
        let life = numbers.chance(50) ? Life(length: UInt64(numbers.below(4) + 1), clock: clock()) : nil
        return RecordState(
            life: life,
            isInserted: numbers.chance(30),
            edited: numbers.chance(40) ? clock() : nil,
            died: life != nil && numbers.chance(20) ? clock() : nil,
            properties: properties,
            orders: orders,
            members: pairs.isEmpty ? [:] : ["tags": pairs],
            aliases: numbers.chance(20) ? [RecordID("Trip", numbers.below(3))] : [],
            unknown: unknown()
        )
    }
}
