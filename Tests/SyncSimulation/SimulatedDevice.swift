import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore

/// A device: the shipped engine and the default store, with a clock and a network of the simulation's.
///
/// Not shared: the schedule runs its devices one after the other.
final class SimulatedDevice {
    /// A program that runs.
    struct Process {
        let container: ModelContainer
        let engine: SyncEngine
    }

    let number: Int
    let surroundings: SimulatedSurroundings
    let program: SimulatedProgram
    /// The keys by which the device seals; nil where it does not.
    let keys: TestSealing?
    private let folder: URL?
    private let hub: MemoryHub
    private(set) var process: Process?
    private var isOld: Bool
    /// The file of the store: a restored store has another one than the one before.
    private var file: String
    private var copies = 0
    private var backup: (file: String, written: WrittenValues, isOld: Bool)?

    init(_ number: Int, seed: UInt64, hub: MemoryHub, folder: URL?, isOld: Bool, keys: TestSealing?) throws {
        (self.number, self.hub, self.folder, self.isOld) = (number, hub, folder, isOld)
        self.keys = keys
        surroundings = SimulatedSurroundings(seed: seed)
        keys?.setCurrent(1)
        program = SimulatedProgram(device: number)
        file = "\(number).store"
        try start()
    }

    /// Opens the store again, as a new process does. A store in memory stays open, with a new engine.
    func restart() throws {
        let container = folder == nil ? process?.container : nil
        stop()
        try start(container)
    }

    /// Seals by the second key from now on, where the device has it.
    func changeKey() {
        if keys?.hasKey(TestSealing.name(2)) == true { keys?.setCurrent(2) }
    }

    private func stop() {
        program.state.withLock { $0.container = nil }
        process = nil
    }

    private func start(_ kept: ModelContainer? = nil) throws {
        let container = try kept ?? makeContainer()
        process = Process(container: container, engine: try makeEngine(container))
        program.state.withLock {
            $0.container = container
            $0.isOld = isOld
        }
    }

    func running() throws -> Process {
        guard let process else { throw SimulatedFinding(description: "Device \(number) does not run.") }
        return process
    }

    private func makeContainer() throws -> ModelContainer {
        let schema = Schema(isOld ? OldModels.all : simulatedModels)
        let configuration =
            folder.map { ModelConfiguration(schema: schema, url: $0.appending(path: file)) }
            ?? ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
        return try ModelContainer(for: schema, configurations: [configuration])
    }

    private func makeEngine(_ container: ModelContainer) throws -> SyncEngine {
        let (surroundings, program) = (surroundings, program)
        var configuration = SyncConfiguration()
        configuration.isAutomatic = false
        configuration.sealing = keys
        configuration.largeValueSize = 24
        // An upgrade takes several parts.
        configuration.rebuildLimit = 3
        if isOld {
            configuration.policies.set(.counter, for: \OldModels.SimTrip.budget)
        } else {
            configuration.policies.set(.counter, for: \SimTrip.budget)
            configuration.policies.set(.max, for: \SimTrip.rating)
        }
        configuration.environment = SyncEnvironment(
            now: { surroundings.now() },
            time: { _ in surroundings.now() },
            random: { surroundings.state.withLock { $0.numbers.next() } },
            point: { try surroundings.point($0, program) }
        )
        let transport = MemoryTransport(hub) { surroundings.faults($0) }
        return try SyncEngine(container, transport: transport, configuration: configuration)
    }

    // MARK: Rounds

    /// Runs a round. A network that is away, and a crash, are no errors: the next round goes on.
    func round(_ body: (SyncEngine) async throws -> Void) async throws {
        do {
            try await body(running().engine)
        } catch is SimulatedCrash {
            try restart()
        } catch let error as SyncTransportError where error.isWorthRetrying {
            return
        }
    }

    /// Sends everything. What the program has saved by now must be in change sets afterwards.
    func send() async throws {
        // A program that saves meanwhile may do so after the capture.
        let isQuiet = surroundings.state.withLock { $0.meanwhile == nil }
        try await round { engine in
            try await engine.sendChanges()
            if isQuiet { program.state.withLock { $0.written.markCaptured() } }
        }
    }

    func reset(_ rows: SyncEngine.Reset) async throws {
        try await round { try await $0.reset(rows) }
        // Edits that were captured and not sent are forgotten.
        program.state.withLock { $0.written.drop() }
    }

    // MARK: Files

    func makeBackup() throws {
        guard let folder else { return }
        copies += 1
        let copy = "\(number).backup-\(copies)"
        try Self.copy(folder, file, copy)
        backup = (copy, program.state.withLock { $0.written }, isOld)
    }

    /// Replaces the store by a copy. What was saved since then and not sent is lost. A device without a copy makes one.
    func restore() throws {
        guard let folder else { return }
        guard let backup, backup.isOld == isOld else { return try makeBackup() }
        stop()
        copies += 1
        file = "\(number).restored-\(copies)"
        try Self.copy(folder, backup.file, file)
        try start()
        program.state.withLock { state in
            let owed = state.written.owed
            state.written = backup.written
            state.written.owe(owed)
        }
    }

    private static func copy(_ folder: URL, _ file: String, _ copy: String) throws {
        for ending in ["", "-wal"] {
            let source = folder.appending(path: file + ending)
            guard FileManager.default.fileExists(atPath: source.path) else { continue }
            try FileManager.default.copyItem(at: source, to: folder.appending(path: copy + ending))
        }
    }

    /// Opens the store with the later version of the app.
    func upgrade() throws {
        guard isOld else { return }
        stop()
        isOld = false
        try start()
    }
}
