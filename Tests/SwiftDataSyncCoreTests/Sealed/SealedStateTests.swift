import SwiftDataSyncCore
import Testing

/// States with values that a device cannot read.
@Suite struct SealedStateTests {
    private static let trip = RecordID("Trip", 1)

    private static func state(_ property: PropertyState) -> RecordState { RecordState(properties: ["p": property]) }

    private static func edits(
        _ policy: MergePolicy,
        _ values: [Int64],
        writesCandidates: Bool = true
    ) throws -> [PropertyState] {
        var (state, parts) = (PropertyState(), [PropertyState]())
        for (index, value) in values.enumerated() {
            let clock = HybridClock(UInt64(index + 1), UInt64(index % 2))
            let part = try state.assignment(
                of: .int(value),
                policy: policy,
                clock: clock,
                writesCandidates: writesCandidates
            )
            state.merge(part)
            parts.append(part)
        }
        return parts
    }

    @Test func eachPolicyHasItsValueAfterAServerHasMergedSealedParts() throws {
        let values: [Int64] = [4, 9, 2, 7, 5]
        let cases: [(MergePolicy, Int64)] = [(.lastWriter, 5), (.max, 9), (.min, 2), (.counter, 5)]
        for (policy, wanted) in cases {
            let parts = try Self.edits(policy, values).map(Self.state)
            for order in [parts, parts.reversed(), parts + parts.shuffled()] {
                var server = RecordState()
                for part in order { server.merge(ToySealing.seal(part, Self.trip)) }
                #expect(server.properties["p"]?.value(policy)?.isSealed == true)
                let opened = try ToySealing.open(server, Self.trip)
                #expect(opened.properties["p"]?.value(policy) == .int(wanted), "\(policy)")
                let merged = parts.reduce(into: RecordState()) { $0.merge($1) }
                #expect(opened == merged)
            }
        }
    }

    @Test func anOpenedValueTakesThePlaceOfItsSealedForm() throws {
        for policy in MergePolicy.allCases {
            let part = Self.state(try #require(try Self.edits(policy, [3]).first))
            var state = ToySealing.seal(part, Self.trip)
            state.merge(part)
            #expect(state.properties["p"]?.value(policy) == .int(3), "\(policy)")
            #expect(state.sealingKeys.isEmpty)
        }
    }

    @Test func aValueThatIsSealedAnewTakesThePlaceOfItsFormerForm() throws {
        for policy in MergePolicy.allCases {
            let part = Self.state(try #require(try Self.edits(policy, [3]).first))
            let (old, new) = (
                ToySealing.seal(part, Self.trip, ToySealing.key(1)), ToySealing.seal(part, Self.trip, ToySealing.key(2))
            )
            #expect(old.merged(with: new) == new && new.merged(with: old) == new)
            let later = Self.state(try #require(try Self.edits(policy, [3, 8]).last))
            let edited = ToySealing.seal(later, Self.trip, ToySealing.key(1))
            let opened = try ToySealing.open(edited.merged(with: new), Self.trip)
            #expect(opened.properties["p"]?.value(policy) == .int(policy == .min ? 3 : 8), "\(policy)")
        }
    }

    /// A device that lacks a key of another device counts on, from what its row shows.
    @Test func aCounterIsEditedBesideCountsThatCannotBeRead() throws {
        var state = PropertyState(
            counts: CounterState([
                DeviceNumber(1): .init(sequence: 1, count: 3), DeviceNumber(2): .init(sequence: 1, count: 2),
            ])
        )
        let unread = SealedCounts([
            DeviceNumber(2): .init(sequence: 2, count: SealedValue(key: ToySealing.key(3), bytes: [1]))
        ])
        state.merge(PropertyState(sealedCounts: unread))
        #expect(state.value(.counter)?.isSealed == true)
        let part = try state.assignment(of: .int(6), policy: .counter, clock: HybridClock(5, 1))
        #expect(part.counts.entries == [DeviceNumber(1): .init(sequence: 2, count: 4)])
    }

    @Test func aCandidateStandsForTheEarlierOnesOfItsDevice() throws {
        let parts = try Self.edits(.max, [10, 4, 3])
        #expect(parts.last?.greatestCandidates.entries.values.map(\.value) == [.int(10)])
    }

    @Test func aValueIsBoundToItsPlace() throws {
        let key = ToySealing.key(1)
        let place = SealingPlace(record: Self.trip, property: "p", part: .written, clock: HybridClock(5, 1))
        let others = [
            SealingPlace(record: RecordID("Trip", 2), property: "p", part: .written, clock: HybridClock(5, 1)),
            SealingPlace(record: RecordID("Trop", 1), property: "p", part: .written, clock: HybridClock(5, 1)),
            SealingPlace(record: Self.trip, property: "q", part: .written, clock: HybridClock(5, 1)),
            SealingPlace(record: Self.trip, property: "p", part: .greatest, clock: HybridClock(5, 1)),
            SealingPlace(record: Self.trip, property: "p", part: .written, clock: HybridClock(6, 1)),
            SealingPlace(record: Self.trip, property: "p", part: .written, clock: HybridClock(5, 2)),
        ]
        #expect(Set((others + [place]).map { $0.binding(key) }).count == 7)
        #expect(place.binding(key) != place.binding(ToySealing.key(2)))
    }

    @Test func valuesOfOneSizeHaveOneLength() throws {
        let small: [SyncValue] = [.null, .bool(true), .int(.max), .double(2.5), .date(1e9), .string("twelve bytes")]
        #expect(Set(small.map(\.plaintext.count)) == [16])
        for count in 0..<100 {
            let value = SyncValue.data([UInt8](repeating: 0, count: count))
            #expect(value.plaintext.count % 16 == 0)
            #expect(try SyncValue(plaintext: value.plaintext) == value)
        }
    }

    @Test func bytesThatAreNoValueAreRefused() {
        let value = SyncValue.int(5)
        let sealed = SyncValue.sealed(SealedValue(key: ToySealing.key(1), bytes: [1]))
        for bytes in [
            [], [0, 0], [0x80], Array(value.plaintext.dropLast(13)), [1] + value.plaintext, sealed.plaintext,
        ] {
            #expect(throws: SyncCoreError.self) { try SyncValue(plaintext: bytes) }
        }
    }

    @Test func aDeviceWithoutTheKeyKeepsRowsApartThatHaveSealedUniqueValues() throws {
        var parts: [RecordID: RecordState] = [:]
        for number in 1...2 {
            let id = RecordID("Tag", number)
            let clock = HybridClock(UInt64(number), 1)
            let label = PropertyState(written: Register(clock: clock, value: .string("sea")))
            parts[id] = RecordState(life: Life(length: 1, clock: clock), properties: ["label": label])
        }
        let rules = SyncRules(["Tag": .init(unique: [.init(scope: "Tag", properties: ["label"])])])
        #expect(GraphView(SyncState(parts), rules).rows.count == 1)
        let sealed = Dictionary(uniqueKeysWithValues: parts.map { ($0, ToySealing.seal($1, $0)) })
        #expect(GraphView(SyncState(sealed), rules).rows.count == 2)
    }
}
