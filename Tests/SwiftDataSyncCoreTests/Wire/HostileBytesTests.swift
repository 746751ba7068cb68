import SwiftDataSyncCore
import TestSupport
import Testing

/// Bytes of any origin are read or throw a typed error, and what is read has the same bytes again.
@Suite struct HostileBytesTests {
    private static func tryReading(_ bytes: [UInt8]) -> Bool {
        do {
            let changes = try ChangeSet(decoding: bytes)
            #expect(changes.encoded == bytes)
            _ = changes.blobs
            var state = SyncState(changes.records)
            state.apply(changes)
            return true
        } catch {
            #expect([.wireFormat, .wireLimit, .wireVersion, .orderKey].contains(error.code))
            return false
        }
    }

    @Test func changedBytesThrowOrAreRead() throws {
        var numbers = SeededNumbers(21)
        let sources = [GoldenStates.edit.encoded, try GoldenStates.everything().encoded]
        var (read, refused) = (0, 0)
        for _ in 0..<Trials.count(8_000) {
            var bytes = numbers.chance(85) ? sources[0] : sources[1]
            for _ in 0...numbers.below(3) {
                let place = numbers.below(bytes.count)
                switch numbers.below(6) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(UInt8(numbers.below(256)), at: place)
                case 2: bytes.removeSubrange(place...)
                case 3: bytes[place] ^= 1 << UInt8(numbers.below(8))
                case 4: bytes.insert(contentsOf: bytes[..<place].suffix(numbers.below(20)), at: place)
                default: bytes[place] = numbers.pick([0x00, 0x1B, 0x5F, 0x7F, 0x9B, 0xBB, 0xF9, 0xFB, 0xFF])
                }
                if bytes.isEmpty { break }
            }
            if Self.tryReading(bytes) { read += 1 } else { refused += 1 }
        }
        print("• changed bytes: \(read) read, \(refused) refused")
        #expect(read > 100 && refused > 1_000)
    }

    @Test func randomBytesThrowOrAreRead() {
        var numbers = SeededNumbers(22)
        for _ in 0..<Trials.count(20_000) {
            let start: [UInt8] = numbers.chance(50) ? [0xA4, 0, 1, 1, 7, 2, 9, 3] : []
            _ = Self.tryReading(start + (0..<numbers.below(60)).map { _ in UInt8(numbers.below(256)) })
        }
    }

    @Test func claimedLengthsAllocateNothing() {
        let claims: [[UInt8]] = [
            [0xBB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0xA4, 0, 1, 1, 7, 2, 9, 3, 0xBA, 0x7F, 0xFF, 0xFF, 0xFF],
            [0xA4, 0, 1, 1, 7, 2, 9, 3, 0xA1, 0x7B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0xA4, 0, 1, 1, 7, 2, 9, 3, 0xA1, 0x61, 0x61, 0x9B, 0, 0, 0, 1, 0, 0, 0, 0],
            [0xA4, 0, 1, 1, 7, 2, 9, 4, 0x5B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ]
        for bytes in claims {
            let error = #expect(throws: SyncCoreError.self) { try ChangeSet(decoding: bytes) }
            #expect(error?.code == .wireFormat)
        }
    }

    @Test func nestingHasALimit() {
        let deep = [0xA4, 0, 1, 1, 7, 2, 9, 5] + Array(repeating: 0x81 as UInt8, count: 100_000) + [0]
        let error = #expect(throws: SyncCoreError.self) { try ChangeSet(decoding: deep) }
        #expect(error?.code == .wireLimit)
    }

    /// Each is what version 1 means, written in another way.
    @Test func bytesThatAreNotCanonicalAreRefused() throws {
        let cases: [[UInt8]] = [
            // A number in two bytes that fits one, indefinite lengths, fields in the wrong order, a field twice, bytes behind.
            [0xA3, 0, 1, 1, 0x18, 7, 2, 9], [0xBF, 0, 1, 1, 7, 2, 9, 0xFF], [0xA3, 1, 7, 0, 1, 2, 9],
            [0xA4, 0, 1, 1, 7, 2, 9, 2, 9], [0xA3, 0, 1, 1, 7, 2, 9, 0],
            // Empty records, and an empty entity.
            [0xA4, 0, 1, 1, 7, 2, 9, 3, 0xA0], [0xA4, 0, 1, 1, 7, 2, 9, 3, 0xA1, 0x61, 0x61, 0x80],
        ]
        #expect(try ChangeSet(decoding: [0xA3, 0, 1, 1, 7, 2, 9]).records.isEmpty)
        for bytes in cases {
            #expect(throws: SyncCoreError.self, "\(bytes)") { try ChangeSet(decoding: bytes) }
        }
    }
}
