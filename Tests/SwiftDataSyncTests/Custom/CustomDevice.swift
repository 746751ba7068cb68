import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import TestSupport

/// A device of a test whose store is a custom one. Its programs end and start again.
final class CustomDevice {
    let shelf: Shelf
    let state: URL
    private let hub: MemoryHub
    /// Is called at each point of the engine.
    private let atPoint = Locked<@Sendable (String) throws -> Void>({ _ in })
    private(set) var device: ClientDevice

    init(_ hub: MemoryHub, _ state: URL, shelf: Shelf = Shelf()) throws {
        (self.hub, self.state, self.shelf) = (hub, state, shelf)
        device = try Self.start(shelf, hub, state, atPoint)
    }

    private static func start(
        _ shelf: Shelf,
        _ hub: MemoryHub,
        _ state: URL,
        _ atPoint: Locked<@Sendable (String) throws -> Void>
    ) throws -> ClientDevice {
        let schema = Schema(clientModels)
        let container = try ModelContainer(for: schema, configurations: [ShelfConfiguration(shelf: shelf)])
        return try ClientDevice(container, MemoryTransport(hub)) { configuration in
            configuration.stateURL = state
            configuration.environment = SyncEnvironment(point: { name in
                let body = atPoint.withLock { $0 }
                try body(name)
            })
        }
    }

    func onPoint(_ body: @escaping @Sendable (String) throws -> Void) { atPoint.withLock { $0 = body } }

    /// Ends the program and starts it again.
    func restart() throws {
        onPoint { _ in }
        device = try Self.start(shelf, hub, state, atPoint)
    }
}

/// All that the models of a device hold, as lines of text without identifiers.
func outline(_ device: ClientDevice) throws -> [String] {
    try device.read { context in
        var lines: [String] = []
        for harbor in try context.fetch(FetchDescriptor<SyncHarbor>()) {
            let berths = harbor.berths.map(\.label).sorted()
            lines.append("harbor \(harbor.code) \(harbor.city) \(harbor.remark ?? "-") \(harbor.visits) \(berths)")
        }
        for berth in try context.fetch(FetchDescriptor<SyncBerth>()) {
            lines.append("berth \(berth.label) \(berth.harbor?.code ?? "-")")
        }
        for vessel in try context.fetch(FetchDescriptor<SyncVessel>()) {
            let pennants = vessel.pennants.map(\.name).sorted()
            let moorings = vessel.moorings.map(\.place).sorted()
            lines.append("vessel \(vessel.name) \(vessel.skipper?.name ?? "-") \(pennants) \(moorings)")
        }
        for skipper in try context.fetch(FetchDescriptor<SyncSkipper>()) {
            lines.append("skipper \(skipper.name) \(skipper.vessel?.name ?? "-")")
        }
        for pennant in try context.fetch(FetchDescriptor<SyncPennant>()) {
            let picture = pennant.picture.map { "\($0.count)" } ?? "-"
            lines.append("pennant \(pennant.name) \(picture) \(pennant.vessels.map(\.name).sorted())")
        }
        for mooring in try context.fetch(FetchDescriptor<SyncMooring>()) {
            lines.append("mooring \(mooring.place) \(mooring.vessel.name)")
        }
        return lines.sorted()
    }
}

extension ClientDevice {
    func edit<Model: PersistentModel>(
        _ type: Model.Type,
        where isWanted: (Model) -> Bool,
        _ body: (Model) -> Void
    ) throws {
        try edit { context in
            for model in try context.fetch(FetchDescriptor<Model>()) where isWanted(model) { body(model) }
        }
    }

    func delete<Model: PersistentModel>(_ type: Model.Type, where isWanted: (Model) -> Bool) throws {
        try edit { context in
            for model in try context.fetch(FetchDescriptor<Model>()) where isWanted(model) { context.delete(model) }
        }
    }

    /// Inserts a few models of all classes.
    func fill(_ name: String) throws {
        try edit { context in
            let harbor = SyncHarbor("\(name) harbor", "city of \(name)")
            context.insert(harbor)
            for number in 1...3 { context.insert(SyncBerth("\(name) \(number)", harbor)) }
            let vessel = SyncVessel(name)
            context.insert(vessel)
            vessel.skipper = SyncSkipper(name)
            let pennant = SyncPennant("p \(name)")
            pennant.picture = Data(repeating: 7, count: 500)
            vessel.pennants = [pennant, SyncPennant("q \(name)")]
            context.insert(SyncMooring("m \(name)", vessel))
        }
    }
}
