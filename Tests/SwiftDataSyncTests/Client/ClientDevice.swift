import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore

/// A device of a test: a store, an engine, and the events that the engine has told.
struct ClientDevice: Sendable {
    let container: ModelContainer
    let engine: SyncEngine
    let log = EventLog()

    init(
        _ transport: any SyncTransport,
        file: URL? = nil,
        models: [any PersistentModel.Type] = clientModels,
        _ configure: (inout SyncConfiguration) -> Void = { _ in }
    ) throws {
        let schema = Schema(models)
        let place =
            file.map { ModelConfiguration(schema: schema, url: $0) }
            ?? ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
        try self.init(ModelContainer(for: schema, configurations: [place]), transport, configure)
    }

    init(
        _ container: ModelContainer,
        _ transport: any SyncTransport,
        _ configure: (inout SyncConfiguration) -> Void = { _ in }
    ) throws {
        self.container = container
        var configuration = SyncConfiguration()
        configuration.isAutomatic = false
        configuration.largeValueSize = 100
        configure(&configuration)
        engine = try SyncEngine(container, transport: transport, delegate: log, configuration: configuration)
    }

    /// Changes models and saves them.
    func edit(_ body: (ModelContext) throws -> Void) throws {
        let context = ModelContext(container)
        try body(context)
        try context.save()
    }

    /// Reads models with a new context.
    func read<Result>(_ body: (ModelContext) throws -> Result) throws -> Result { try body(ModelContext(container)) }

    func harbors() throws -> [String: String] {
        try read { context in
            let harbors = try context.fetch(FetchDescriptor<SyncHarbor>())
            return Dictionary(harbors.map { ($0.code, $0.city) }) { "\($0) and \($1)" }
        }
    }

    func sync() async throws {
        try await engine.fetchChanges()
        try await engine.sendChanges()
    }
}

/// Lets all devices send and fetch until nothing is left.
func syncUntilIdle(_ devices: ClientDevice...) async throws {
    for _ in 1...3 { for device in devices { try await device.sync() } }
}

/// The events of an engine in their order.
final class EventLog: SyncEngineDelegate {
    private let state = Locked<[SyncEvent]>([])

    var events: [SyncEvent] { state.withLock { $0 } }

    func handleEvent(_ event: SyncEvent, syncEngine: SyncEngine) async {
        state.withLock { $0.append(event) }
    }

    func clear() { state.withLock { $0 = [] } }

    /// The events as words, with the numbers of their rounds.
    var outline: [String] {
        events.map { event in
            let number = event.batch.id
            switch event {
            case .willFetchChanges: return "\(number) will fetch"
            case .fetchedChanges(_, let rows):
                return "\(number) fetched \(rows.inserted.count) \(rows.updated.count) \(rows.deleted.count)"
            case .joined(_, let rows): return "\(number) joined \(rows.map { $0.joined.count })"
            case .held(_, let rows): return "\(number) held \(rows.map(\.entityName))"
            case .sealed(_, let values): return "\(number) sealed \(values.map { "\($0.key.number): \($0.count)" })"
            case .refused(_, let values):
                return
                    "\(number) refused \(values.map { "\($0.entityName).\($0.propertyName) \($0.reason) \($0.count)" })"
            case .didFetchChanges: return "\(number) did fetch"
            case .willSendChanges: return "\(number) will send"
            case .sentChanges(_, let count): return "\(number) sent \(count)"
            case .didSendChanges: return "\(number) did send"
            case .accountChange: return "\(number) account"
            case .failed: return "\(number) failed"
            }
        }
    }
}

/// Lets an engine fetch and send by itself, after short times.
func automatic(_ configuration: inout SyncConfiguration) {
    configuration.isAutomatic = true
    configuration.sendDelay = .milliseconds(10)
    configuration.firstRetryDelay = .milliseconds(10)
    configuration.fetchInterval = .milliseconds(200)
}
