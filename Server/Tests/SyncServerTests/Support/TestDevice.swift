import Foundation
import SwiftData
import SwiftDataSync

@Model
final class Pier {
    var name: String
    var length: Int
    var remark = ""
    var chart: Data?
    @Relationship(deleteRule: .cascade, inverse: \Boat.pier) var boats: [Boat] = []

    init(_ name: String, _ length: Int) { (self.name, self.length) = (name, length) }
}

@Model
final class Boat {
    var name: String
    var pier: Pier?

    init(_ name: String, _ pier: Pier?) { (self.name, self.pier) = (name, pier) }
}

/// A device of a test: a store and an engine that fetches and sends when it is told to.
struct TestDevice: Sendable {
    let container: ModelContainer
    let engine: SyncEngine

    init(_ transport: any SyncTransport, _ configure: (inout SyncConfiguration) -> Void = { _ in }) throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        container = try ModelContainer(for: Pier.self, Boat.self, configurations: configuration)
        var settings = SyncConfiguration()
        settings.isAutomatic = false
        configure(&settings)
        engine = try SyncEngine(container, transport: transport, configuration: settings)
    }

    func edit(_ body: (ModelContext) throws -> Void) throws {
        let context = ModelContext(container)
        try body(context)
        try context.save()
    }

    /// The lengths of piers, by their names.
    func piers() throws -> [String: Int] {
        let piers = try ModelContext(container).fetch(FetchDescriptor<Pier>())
        return Dictionary(piers.map { ($0.name, $0.length) }) { $0 * 1_000_000 + $1 }
    }

    /// All that the store has, in words.
    func content() throws -> [String] {
        let context = ModelContext(container)
        let piers = try context.fetch(FetchDescriptor<Pier>()).map { pier in
            "\(pier.name) \(pier.length) \(pier.remark) \(pier.chart?.count ?? 0) \(pier.boats.map(\.name).sorted())"
        }
        let boats = try context.fetch(FetchDescriptor<Boat>()).map { "\($0.name) at \($0.pier?.name ?? "sea")" }
        return (piers + boats).sorted()
    }

    func chart(_ name: String) throws -> Data? {
        try ModelContext(container).fetch(FetchDescriptor<Pier>()).first { $0.name == name }?.chart
    }

    /// Fetches and sends where some packets are no change sets, which a fetch says at its end.
    func syncDespiteDamage() async throws {
        do { try await engine.fetchChanges() } catch let error as SyncTransportError where error.code == .packetDamaged
        {}
        try await engine.sendChanges()
    }

    func sync() async throws {
        try await engine.fetchChanges()
        try await engine.sendChanges()
    }
}

/// Lets all devices send and fetch until nothing is left.
func syncUntilIdle(_ devices: TestDevice...) async throws {
    for _ in 1...3 { for device in devices { try await device.sync() } }
}
