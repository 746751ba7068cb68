import SwiftDataSyncCore
import Testing

@Suite struct WireFormatTests {
    @Test func goldenBytesAreReadAndWritten() throws {
        for (name, changes) in [("edit", GoldenStates.edit), ("everything", try GoldenStates.everything())] {
            let bytes = try GoldenBytes.bytes("changes-1-\(name)")
            #expect(changes.encoded == bytes, "hex \(name) \(changes.encoded.hex)")
            if !bytes.isEmpty { #expect(try ChangeSet(decoding: bytes) == changes) }
        }
        let state = SyncState(try GoldenStates.everything().records)
        let bytes = try GoldenBytes.bytes("state-1")
        #expect(state.encoded == bytes, "hex state \(state.encoded.hex)")
        if !bytes.isEmpty { #expect(try SyncState(decoding: bytes) == state) }
    }

    @Test func anEditOfOnePropertyHasFewBytes() {
        let count = GoldenStates.edit.encoded.count
        print("• one edited property on the wire: \(count) bytes, “Oslo” in Trip.name")
        #expect(count <= 80)
    }

    @Test func equalStatesHaveEqualBytesWhateverTheOrderOfMerging() throws {
        var states = RandomStates(numbers: SeededNumbers(2))
        for _ in 0..<300 {
            let parts = (0..<4).map { _ in states.state() }
            let ids = (1...3).map { RecordID(["Trip", "Tag", "Ä"][$0 - 1], $0) }
            var (first, second) = (SyncState(), SyncState())
            for (index, part) in parts.enumerated() { first.merge(SyncState([ids[index % 3]: part])) }
            for (index, part) in parts.enumerated().reversed() { second.merge(SyncState([ids[index % 3]: part])) }
            #expect(first.encoded == second.encoded)
            #expect(try SyncState(decoding: first.encoded) == first)
        }
    }

    @Test func anotherVersionIsRefusedByItsNumber() {
        for bytes: [UInt8] in [[0xA3, 0, 3, 1, 7, 2, 1], [0xA1, 0, 0x18, 99], [0xA2, 0, 3, 1, 0xFF]] {
            let error = #expect(throws: SyncCoreError.self) { try ChangeSet(decoding: bytes) }
            #expect(error?.code == .wireVersion)
        }
        let error = #expect(throws: SyncCoreError.self) { try SyncState(decoding: [0x82, 3, 0xA0]) }
        #expect(error?.code == .wireVersion)
    }

    @Test func whatALaterVersionAddsSurvivesAnOlderApp() throws {
        var changes = GoldenStates.edit
        let value = try #require(UnknownValue(kind: 77, item: [0x83, 1, 2, 0x61, 0x78]))
        var part = RecordState(unknown: UnknownFields([31: [0x82, 1, 0xF6]]))
        part.properties["future"] = PropertyState(
            written: Register(clock: HybridClock(5), value: .unknown(value)),
            unknown: UnknownFields([32: [0x01]])
        )
        part.edited = HybridClock(5)
        changes.add(part, to: RecordID("EntityOfALaterApp", 3))
        var state = SyncState()
        state.apply(try ChangeSet(decoding: changes.encoded))
        // An edit of another property by the older app does not touch them.
        var editor = RecordEditor(clock: DeviceClock(device: DeviceNumber(3)))
        let id = RecordID("EntityOfALaterApp", 3)
        let own = try editor.assign(.int(1), to: "name", of: try #require(state.records[id]), id, now: 9)
        state.merge(SyncState([id: own]))
        let read = try #require(try SyncState(decoding: state.encoded).records[id])
        #expect(read.properties["future"] == part.properties["future"])
        #expect(read.unknown == part.unknown)
    }

    @Test func largeValuesAreListedByHash() throws {
        let hash = Array(repeating: 7 as UInt8, count: 32)
        #expect(try GoldenStates.everything().blobs == [try #require(BlobReference(hash: hash, size: 9))])
        #expect(BlobReference(hash: [1], size: 9) == nil)
    }
}
