import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// The memory of bodies: what counts, how long, and for whom.
@Suite(.timeLimit(.minutes(2))) struct MemoryTests {
    @Test func expandedPacketsCountUntilTheyAreStored() async throws {
        try await withServer { server in
            let packet = SyncPacket(device: DeviceNumber(1), sequence: 1, bytes: [UInt8](repeating: 7, count: 4 << 20))
            let message = try #require(SyncPacketMessage.compress(SyncPacketMessage.encode([packet])))
            let counted = Shared(0)
            server.store.pauses.set(.pushing) { counted.change { $0 = server.service.bufferedBytes } }
            let answer = try await server.send(
                .post,
                "/packets",
                headers: [.contentEncoding: "gzip"],
                body: Data(message)
            )
            #expect(answer.status == .ok)
            #expect(counted.value >= 4 << 20)
            #expect(server.service.bufferedBytes == 0)
        }
    }
}
