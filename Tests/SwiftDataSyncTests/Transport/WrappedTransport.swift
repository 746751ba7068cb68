import Foundation
import SwiftDataSync
import SwiftDataSyncCore

/// A transport that does what another one does, but for the functions that it has of its own.
protocol WrappedTransport: SyncTransport {
    var base: MemoryTransport { get }
}

extension WrappedTransport {
    var ordering: SyncOrdering { base.ordering }
    func send(_ packets: [SyncPacket]) async throws { try await base.send(packets) }
    func fetch(after cursor: SyncCursor?, for device: DeviceNumber, limit: Int) async throws -> SyncFetch {
        try await base.fetch(after: cursor, for: device, limit: limit)
    }
    func notices() -> AsyncStream<Void> { base.notices() }
    func upload(_ blob: BlobReference, _ bytes: Data) async throws { try await base.upload(blob, bytes) }
    func download(_ blob: BlobReference) async throws -> Data { try await base.download(blob) }
    func account() async throws -> String? { try await base.account() }
}
