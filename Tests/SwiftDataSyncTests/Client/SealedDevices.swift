import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import SyncSimulation

/// Devices of tests that seal what they send.
enum SealedDevices {
    static func device(
        _ transport: any SyncTransport,
        _ keys: TestSealing?,
        file: URL? = nil,
        _ configure: (inout SyncConfiguration) -> Void = { _ in }
    ) throws -> ClientDevice {
        try ClientDevice(transport, file: file) { configuration in
            configuration.sealing = keys
            configure(&configuration)
        }
    }

    /// True where a text is nowhere in the bytes of packets.
    static func hides(_ text: String, _ packets: [SyncPacket]) -> Bool {
        packets.allSatisfy { Data($0.bytes).range(of: Data(text.utf8)) == nil }
    }

    /// Packets with other values, as a server that lies sends them.
    static func changed(
        _ packets: [SyncPacket],
        _ replace: (SyncValue, SealingPlace) throws -> SyncValue?
    ) throws -> [SyncPacket] {
        try packets.map { packet in
            var changes = try packet.changes()
            let records = changes.records
            changes.records = [:]
            for (id, part) in records { changes.add(try part.replacingValues(of: id, replace), to: id) }
            return SyncPacket(changes)
        }
    }

    /// What a server without keys makes of packets: one change set of its own device.
    static func merged(_ packets: [SyncPacket]) throws -> SyncPacket {
        var state = SyncState()
        for packet in packets { state.apply(try packet.changes()) }
        return SyncPacket(ChangeSet(device: DeviceNumber(99), sequence: 1, records: state.records))
    }
}

extension ClientDevice {
    /// The sealed and the refused values that events have told of.
    var sealingEvents: [String] {
        log.events.flatMap { event -> [String] in
            switch event {
            case .sealed(_, let values): values.map { "sealed \($0.key.number) \($0.count)" }
            case .refused(_, let values):
                values.map { "refused \($0.entityName).\($0.propertyName) \($0.reason.rawValue) \($0.count)" }
            default: []
            }
        }
    }

    func visits() throws -> [String: Int] {
        try read { context in
            let harbors = try context.fetch(FetchDescriptor<SyncHarbor>())
            return Dictionary(harbors.map { ($0.code, $0.visits) }) { $1 }
        }
    }

    /// Changes the harbor of a code.
    func change(_ code: String, _ body: (SyncHarbor) -> Void) throws {
        try edit { context in
            for harbor in try context.fetch(FetchDescriptor<SyncHarbor>()) where harbor.code == code { body(harbor) }
        }
    }
}
