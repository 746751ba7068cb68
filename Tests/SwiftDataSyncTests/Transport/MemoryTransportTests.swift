import Foundation
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import Testing

@Suite("The transport in memory")
struct MemoryTransportTests {
    private let error = SyncTransportError(.unreachable, "A test")
    private let packets = (1...4).map { FolderProbe.packet(1, $0) }

    @Test("A call fails before its effect, after it, or between two packets")
    func failures() async throws {
        for (fault, stored) in [
            (MemoryFault.failBefore(error), 0), (.failAfterPackets(2, error), 2), (.failAfter(error), 4),
        ] {
            let hub = MemoryHub()
            await #expect(throws: error) { try await MemoryTransport(hub) { _ in [fault] }.send(packets) }
            #expect(hub.packets == Array(packets.prefix(stored)))
        }
    }

    @Test(
        "Packets that a fetch drops, splits, repeats or reverses all arrive",
        arguments: [SyncOrdering.causal, .total]
    )
    func deliveries(_ ordering: SyncOrdering) async throws {
        let hub = MemoryHub(ordering: ordering)
        try hub.send(packets)
        let calls = Locked(0)
        let transport = MemoryTransport(hub) { call in
            guard case .fetch = call else { return [] }
            let number = calls.withLock { count in
                count += 1
                return count
            }
            let faults: [[MemoryFault]] = [
                [.dropped], [.split(1), .repeated], [.deliver { $0.filter { $0.sequence != 3 } }], [.reversed], [],
            ]
            return faults[min(number, faults.count) - 1]
        }
        var (cursor, counts) = (nil as SyncCursor?, [[Int]]())
        for _ in 1...5 {
            let fetched = try await transport.fetch(after: cursor, for: FolderProbe.reader, limit: .max)
            cursor = fetched.cursor
            counts.append(fetched.packets.map { Int($0.sequence) })
        }
        #expect(counts == (ordering == .causal ? [[], [1, 1], [2, 4], [3], []] : [[], [1, 1], [2], [3, 4], []]))
    }

    @Test("A notice comes with each call that stores something")
    func notices() async throws {
        let hub = MemoryHub()
        var notices = MemoryTransport(hub).notices().makeAsyncIterator()
        try hub.send(packets)
        _ = await notices.next()
        try hub.upload(BlobReference(of: Data([1])), Data([1]))
        _ = await notices.next()
    }

    @Test("A packet has the change set of its numbers, or says what is wrong")
    func changes() throws {
        let changes = ChangeSet(device: DeviceNumber(7), sequence: 3)
        let packet = SyncPacket(changes)
        #expect(try packet.changes() == changes)
        let other = SyncPacket(device: DeviceNumber(8), sequence: 3, bytes: packet.bytes)
        #expect { _ = try other.changes() } throws: { ($0 as? SyncTransportError)?.code == .packetDamaged }
        var bytes = packet.bytes
        let version = try #require(bytes.firstIndex(of: 1))
        bytes[version] = 9
        let later = SyncPacket(device: DeviceNumber(7), sequence: 3, bytes: bytes)
        #expect { _ = try later.changes() } throws: { ($0 as? SyncTransportError)?.code == .versionTooNew }
    }
}
