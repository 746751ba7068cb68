import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

@Suite("Folders that are carried by copies of files")
struct UsbStickTests {
    /// Copies files between two folders by plain copies: in random order, some of them in part, and not all of them.
    private struct Courier {
        var numbers: SeededNumbers

        mutating func carry(_ from: URL, _ to: URL, isComplete: Bool) throws {
            for path in try FolderProbe.files(from).shuffled(using: &numbers) {
                guard let bytes = try? Data(contentsOf: from.appending(path: path)) else { continue }
                let there = try? Data(contentsOf: to.appending(path: path))
                if there == bytes { continue }
                // A copy that was cut off is done again, and never replaces a whole file.
                if let there, there.count >= bytes.count { continue }
                let count =
                    isComplete || Bool.random(using: &numbers)
                    ? bytes.count : Int.random(in: 0...bytes.count, using: &numbers)
                if !isComplete, Int.random(in: 0..<3, using: &numbers) == 0 { continue }
                try FolderProbe.write(bytes.prefix(count), path, in: to)
            }
        }
    }

    @Test("Devices on two folders get each packet once, whatever the copies do", arguments: Trials.seeds(6))
    func copies(_ seed: UInt64) async throws {
        let (left, right) = (try TemporaryFolder(), try TemporaryFolder())
        var courier = Courier(numbers: SeededNumbers(seed: seed))
        let packing = FolderPacking(fanout: 3, fileBytes: 2_000)
        let transports = [left, right].map { FolderTransport(url: $0.url, packing: packing) }
        _ = try await transports[0].account()
        try FileManager.default.copyItem(at: left.file("version"), to: right.file("version"))
        var sent: [UInt64] = [0, 0]
        var found: [[SyncPacket]] = [[], []]
        var cursors: [SyncCursor?] = [nil, nil]
        for step in 0..<30 {
            for side in 0...1 {
                for _ in 0..<Int.random(in: 0...2, using: &courier.numbers) {
                    sent[side] += 1
                    try await transports[side].send([FolderProbe.packet(UInt64(side) + 1, sent[side])])
                }
            }
            let isComplete = step == 29
            try courier.carry(left.url, right.url, isComplete: isComplete)
            try courier.carry(right.url, left.url, isComplete: isComplete)
            for side in 0...1 {
                var fetched: SyncFetch
                repeat {
                    fetched = try await transports[side].fetch(
                        after: cursors[side],
                        for: DeviceNumber(UInt64(side) + 1),
                        limit: 500
                    )
                    found[side] += fetched.packets
                    cursors[side] = fetched.cursor
                } while fetched.moreComing
                let device = UInt64(2 - side)
                for packet in found[side] { #expect(packet == FolderProbe.packet(device, packet.sequence)) }
                #expect(Set(found[side].map(\.sequence)).count == found[side].count)
            }
        }
        for side in 0...1 { #expect(Set(found[side].map(\.sequence)) == Set(1...max(sent[1 - side], 1))) }
    }
}

/// Numbers that a seed determines: SplitMix64.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
