import SwiftDataSyncCore
import Testing

/// A change set with sealed values, which `Scripts/sealing-vectors` has written in Python.
@Suite struct GoldenSealedTests {
    @Test func sealedBytesAreReadAndWritten() throws {
        let bytes = try GoldenBytes.bytes("changes-2-sealed")
        let changes = try ChangeSet(decoding: bytes)
        #expect(changes.encoded == bytes)
        #expect(changes.device == DeviceNumber(7) && changes.sequence == 42 && changes.blobs == [])
        let trip = try #require(changes.records[GoldenStates.trip])
        #expect(trip.sealingKeys.map(\.number) == [3])
        #expect(trip.properties["guide"]?.value(.lastWriter) == .reference(RecordID("Guide", 1)))
        for (name, policy) in [("name", .lastWriter), ("best", .max), ("least", .min), ("visits", .counter)]
            as [(SyncName, MergePolicy)]
        {
            #expect(trip.properties[name]?.value(policy)?.isSealed == true, "\(name)")
        }
        #expect(trip.properties["best"]?.greatestCandidates.entries.keys.sorted() == [7, 300].map { DeviceNumber($0) })
        #expect(trip.properties["visits"]?.sealedCounts.entries[DeviceNumber(7)]?.sequence == 3)
        // A storage keeps the same version.
        #expect(try RecordState.decode(trip.encoded(as: GoldenStates.trip)).state == trip)
        let state = SyncState(changes.records)
        #expect(try SyncState(decoding: state.encoded) == state)
    }

    @Test func partsOfVersion2AreRefusedInVersion1() throws {
        var bytes = try GoldenBytes.bytes("changes-2-sealed")
        #expect(bytes[2] == 2)
        bytes[2] = 1
        let error = #expect(throws: SyncCoreError.self) { try ChangeSet(decoding: bytes) }
        #expect(error?.code == .wireFormat)
        // What version 1 can say is said in it.
        var plain = GoldenStates.edit.encoded
        plain[2] = 2
        #expect(throws: SyncCoreError.self) { try ChangeSet(decoding: plain) }
    }
}
