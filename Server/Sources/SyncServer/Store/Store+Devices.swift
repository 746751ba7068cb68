import SwiftData

/// A device in a zone, as the key of its noted position.
struct DeviceNote: Hashable, Sendable {
    let zone: Int
    let device: Int
}

extension Store {
    /// The devices of a zone that are noted. Further ones are not, and may have to fetch everything again.
    private static let mostDevices = 1_000

    /// Writes the positions of devices.
    func note(_ notes: [DeviceNote: (acknowledged: Int, seen: Date)]) async throws {
        guard !notes.isEmpty else { return }
        try await container.write { context in
            context.author = Author.devices
            for (zone, notes) in Dictionary(grouping: notes, by: \.key.zone) {
                guard try SyncZone.find(zone, context) != nil else { continue }
                let found = try context.fetch(FetchDescriptor<ZoneDevice>(predicate: #Predicate { $0.zone == zone }))
                var devices = Dictionary(found.map { ($0.device, $0) }) { first, _ in first }
                for (note, what) in notes {
                    if let device = devices[note.device] {
                        device.acknowledged = max(device.acknowledged, what.acknowledged)
                        device.seen = max(device.seen, what.seen)
                    } else if devices.count < Self.mostDevices {
                        let device = ZoneDevice(
                            zone: zone,
                            device: note.device,
                            acknowledged: what.acknowledged,
                            seen: what.seen
                        )
                        context.insert(device)
                        devices[note.device] = device
                    }
                }
            }
        }
    }
}
