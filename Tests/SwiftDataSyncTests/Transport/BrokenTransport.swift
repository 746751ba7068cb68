import Foundation
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore

/// A transport with one defect, which the checks must find.
struct BrokenTransport: WrappedTransport {
    enum Defect: String, CaseIterable, Sendable {
        case losesAPacket, repeatsPackets, changesBytes, ignoresTheLimit, hidesWhatIsLeft, takesTwoPackets, sendsTwice
        case ignoresTheCursor, takesAnyCursor, skipsLatePackets, ordersAnew, throwsAnotherError
        case losesBlobs, changesBlobs, takesAnyBlob, changesTheAccount, stopsAtFullPages
    }

    /// The packets that a defect remembers.
    final class Shared: Sendable {
        let greatest = Locked<[DeviceNumber: UInt64]>([:])
        let accounts = Locked(0)
    }

    struct OtherError: Error {}

    let base: MemoryTransport
    let defect: Defect
    let shared: Shared

    func send(_ packets: [SyncPacket]) async throws {
        switch defect {
        case .losesAPacket: try await base.send(packets.filter { $0.sequence != 3 })
        case .changesBytes:
            try await base.send(
                packets.map {
                    SyncPacket(device: $0.device, sequence: $0.sequence, bytes: $0.bytes.map { $0 == 200 ? 0 : $0 })
                }
            )
        case .takesTwoPackets:
            do { try await base.send(packets) } catch let error as SyncTransportError where error.code == .sequenceTaken
            {}
        case .skipsLatePackets:
            for packet in packets {
                let isLate = shared.greatest.withLock { greatest in
                    defer { greatest[packet.device] = max(greatest[packet.device] ?? 0, packet.sequence) }
                    return packet.sequence < greatest[packet.device] ?? 0
                }
                if !isLate { try await base.send([packet]) }
            }
        case .throwsAnotherError:
            do { try await base.send(packets) } catch { throw OtherError() }
        default: try await base.send(packets)
        }
    }

    func fetch(after cursor: SyncCursor?, for device: DeviceNumber, limit: Int) async throws -> SyncFetch {
        switch defect {
        case .repeatsPackets:
            var fetched = try await base.fetch(after: cursor, for: device, limit: limit)
            fetched.packets += fetched.packets.suffix(1)
            return fetched
        case .ignoresTheLimit: return try await base.fetch(after: cursor, for: device, limit: .max)
        case .hidesWhatIsLeft:
            var fetched = try await base.fetch(after: cursor, for: device, limit: limit)
            fetched.moreComing = false
            return fetched
        case .ignoresTheCursor: return try await base.fetch(after: nil, for: device, limit: .max)
        case .takesAnyCursor:
            do { return try await base.fetch(after: cursor, for: device, limit: limit) } catch {
                return try await base.fetch(after: nil, for: device, limit: limit)
            }
        case .ordersAnew:
            var fetched = try await base.fetch(after: cursor, for: device, limit: limit)
            fetched.packets.sort { ($0.device, $0.sequence) < ($1.device, $1.sequence) }
            return fetched
        case .stopsAtFullPages:
            let fetched = try await base.fetch(after: cursor, for: device, limit: limit)
            return fetched.moreComing && limit < 100
                ? SyncFetch(packets: [], cursor: cursor ?? fetched.cursor, moreComing: true) : fetched
        case .sendsTwice:
            var fetched = try await base.fetch(after: cursor, for: device, limit: limit)
            if fetched.packets.isEmpty { fetched.packets = base.hub.packets.suffix(1) }
            return fetched
        default: return try await base.fetch(after: cursor, for: device, limit: limit)
        }
    }

    func upload(_ blob: BlobReference, _ bytes: Data) async throws {
        switch defect {
        case .losesBlobs where bytes.count > 1_000: break
        case .takesAnyBlob:
            do { try await base.upload(blob, bytes) } catch {}
        default: try await base.upload(blob, bytes)
        }
    }

    func download(_ blob: BlobReference) async throws -> Data {
        let bytes = try await base.download(blob)
        return defect == .changesBlobs ? Data(bytes.reversed()) : bytes
    }

    func account() async throws -> String? {
        guard defect == .changesTheAccount else { return try await base.account() }
        return shared.accounts.withLock { count in
            count += 1
            return "\(count)"
        }
    }
}
