import SwiftDataSyncCore

/// The laws of merging over random states: the order of two states, the grouping of three and repeats make no difference.
package enum MergeLaws {
    /// Returns the law that three states break, and the states; nil where triples of a seed keep all laws.
    package static func broken(seed: UInt64, triples: Int) -> String? {
        var numbers = SimulatedNumbers(seed: seed)
        var (first, second) = (state(&numbers), state(&numbers))
        for _ in 0..<triples {
            let third = state(&numbers)
            let joined = first.merged(with: second)
            if joined != second.merged(with: first) { return "commutative: \(first), \(second)" }
            if joined.merged(with: third) != first.merged(with: second.merged(with: third)) {
                return "associative: \(first), \(second), \(third)"
            }
            if joined.merged(with: second) != joined { return "idempotent: \(first), \(second)" }
            (first, second) = (second, third)
        }
        return nil
    }

    private static func below(_ limit: UInt64, _ numbers: inout SimulatedNumbers) -> UInt64 { numbers.next() % limit }

    /// Few clocks, so that many of them meet.
    private static func clock(_ numbers: inout SimulatedNumbers) -> HybridClock {
        HybridClock(time: below(4, &numbers) + 1, device: DeviceNumber(below(3, &numbers)))
    }

    private static func register(_ numbers: inout SimulatedNumbers) -> Register<SyncValue> {
        let values: [SyncValue] = [
            .null, .int(1), .uint(2), .double(.nan), .double(-0.0), .string("é"), .string("e\u{301}"), .decimal("1.0"),
        ]
        return Register(clock: clock(&numbers), value: values[Int(below(8, &numbers))])
    }

    private static func sealed(_ numbers: inout SimulatedNumbers) -> SealedValue {
        let key = SealingKeyName(number: below(2, &numbers), fingerprint: UInt32(below(2, &numbers)))
        return SealedValue(key: key, bytes: [UInt8(below(3, &numbers))])
    }

    private static func property(_ numbers: inout SimulatedNumbers) -> PropertyState {
        switch below(8, &numbers) {
        case 5: return PropertyState(greatestCandidates: Candidates([register(&numbers), register(&numbers)]))
        case 6:
            let entry = SealedCounts.Entry(sequence: below(3, &numbers), count: sealed(&numbers))
            return PropertyState(sealedCounts: SealedCounts([DeviceNumber(below(2, &numbers)): entry]))
        case 7: return PropertyState(written: Register(clock: clock(&numbers), value: .sealed(sealed(&numbers))))
        case 0: return PropertyState(greatest: register(&numbers))
        case 1: return PropertyState(least: register(&numbers))
        case 2:
            let entry = CounterState.Entry(sequence: below(3, &numbers), count: Int64(below(3, &numbers)))
            return PropertyState(counts: CounterState([DeviceNumber(below(2, &numbers)): entry]))
        default: return PropertyState(written: register(&numbers))
        }
    }

    private static func state(_ numbers: inout SimulatedNumbers) -> RecordState {
        let names: [SyncName] = ["name", "n\u{301}", "ń"]
        let members = (1...3).map { RecordID(entity: "Tag", uuid: UUIDBits(high: 1, low: $0)) }
        var properties: [SyncName: PropertyState] = [:]
        for _ in 0..<below(3, &numbers) { properties[names[Int(below(3, &numbers))]] = property(&numbers) }
        var pairs: [RecordID: MemberState] = [:]
        for _ in 0..<below(3, &numbers) {
            pairs[members[Int(below(3, &numbers))]] = MemberState(length: below(4, &numbers))
        }
        let life = below(2, &numbers) == 0 ? Life(length: below(4, &numbers) + 1, clock: clock(&numbers)) : nil
        return RecordState(
            life: life,
            isInserted: below(3, &numbers) == 0,
            edited: below(3, &numbers) == 0 ? clock(&numbers) : nil,
            died: life != nil && below(5, &numbers) == 0 ? clock(&numbers) : nil,
            properties: properties,
            members: pairs.isEmpty ? [:] : ["tags": pairs],
            aliases: below(5, &numbers) == 0 ? [members[Int(below(3, &numbers))]] : []
        )
    }
}
