import Foundation
import Logging
import ServiceLifecycle
import SwiftData
import Synchronization

/// The positions that devices have shown, until they are written: a fetch alone writes nothing.
///
/// Positions that a process loses when it dies make a device look slower than it is, and packets are kept for longer.
final class DeviceNotes: Sendable {
    /// The notes that are kept; further ones are left out.
    private static let most = 20_000

    private let waiting = Mutex<[DeviceNote: (acknowledged: Int, seen: Date)]>([:])

    /// Notes that a device fetches after a position. One in a snapshot has no place in the log yet.
    func note(_ position: Position?, of device: Int, in zone: Int, at now: Date) {
        let note = DeviceNote(zone: zone, device: device)
        let acknowledged = if case .log(let position)? = position { position } else { 0 }
        waiting.withLock { waiting in
            guard waiting[note] != nil || waiting.count < Self.most else { return }
            waiting[note] = (max(waiting[note]?.acknowledged ?? 0, acknowledged), now)
        }
    }

    /// Writes the waiting notes.
    func write(to store: Store) async throws {
        let notes = waiting.withLock { waiting in
            defer { waiting = [:] }
            return waiting
        }
        try await store.note(notes)
    }
}

/// Writes the notes of devices from time to time, and at the end.
struct DeviceNotesService: Service {
    let notes: DeviceNotes
    let store: Store
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown { await Periodically.run(every: .seconds(30)) { await write() } }
        await write()
    }

    private func write() async {
        do { try await notes.write(to: store) } catch {
            logger.error("The positions of devices could not be written. Their packets are kept for longer.")
        }
    }
}
