import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import TestSupport
import Testing

/// Engines of containers whose configurations name a CloudKit database.
///
/// Registrations are of the process, which runs other tests at the same time: each test has a database of its own, and a transport
/// for `.automatic` and `.none` is made for the files of the test alone.
@Suite(.serialized, .timeLimit(.minutes(30))) struct RegistrationTests {
    typealias Database = ModelConfiguration.CloudKitDatabase

    private struct Refused: Error {}

    private let folder: TemporaryFolder
    private let hub = MemoryHub()
    private let name = "iCloud.\(UUID().uuidString)"
    /// The files of the stores for which a transport was asked for.
    private let asked = Locked<[String]>([])

    init() throws { folder = try TemporaryFolder() }

    private var database: Database { .private(name) }

    private var manual: SyncConfiguration {
        var configuration = SyncConfiguration()
        configuration.isAutomatic = false
        return configuration
    }

    /// Registers a transport to a hub, for stores in the folder of the test.
    private func register(for database: Database, _ hub: MemoryHub? = nil, _ configuration: SyncConfiguration? = nil) {
        let (hub, asked, place) = (hub ?? self.hub, asked, folder.url.lastPathComponent)
        SyncEngine.register(for: database, configuration: configuration ?? manual, failure: { _, _ in }) { store in
            guard store.isStoredInMemoryOnly || store.url.path.contains(place) else { throw Refused() }
            asked.withLock { $0.append(store.url.lastPathComponent) }
            return MemoryTransport(hub)
        }
    }

    private func container(_ file: String, _ database: Database? = nil) throws -> ModelContainer {
        let schema = Schema(clientModels)
        let place =
            database.map { ModelConfiguration(schema: schema, url: folder.file(file), cloudKitDatabase: $0) }
            ?? ModelConfiguration(schema: schema, url: folder.file(file))
        return try ModelContainer(for: schema, configurations: [place])
    }

    private func insert(_ code: String, _ container: ModelContainer) throws {
        let context = ModelContext(container)
        context.insert(SyncHarbor(code))
        try context.save()
    }

    private func codes(_ container: ModelContainer) throws -> [String] {
        try ModelContext(container).fetch(FetchDescriptor<SyncHarbor>()).map(\.code).sorted()
    }

    private func syncUntilIdle(_ containers: ModelContainer...) async throws {
        for engine in (containers + containers).flatMap(SyncEngine.engines) {
            try await engine.fetchChanges()
            try await engine.sendChanges()
        }
    }

    private func tables(_ file: String) throws -> String {
        try folder.sqlite3("SELECT count(*) FROM sqlite_master WHERE name LIKE 'OSD\\_Sync%' ESCAPE '\\'", file)
    }

    // MARK: Databases

    @Test func containersThatNameARegisteredDatabaseSyncAndNoOthers() async throws {
        register(for: database)
        defer { SyncEngine.unregister(for: database) }
        let (a, b) = (try container("a.store", database), try container("b.store", database))
        let local = [
            try container("c.store", .private(name + ".other")), try container("d.store", .automatic),
            try container("e.store", Database.none), try container("f.store"),
        ]
        try insert("KIE", a)
        for container in local { try insert("HAM", container) }
        try await syncUntilIdle(a, b)
        #expect(try codes(b) == ["KIE"])
        #expect([a, b].map { SyncEngine.engines(of: $0).count } == [1, 1])
        #expect(local.allSatisfy { SyncEngine.engines(of: $0).isEmpty })
        #expect(asked.withLock { $0 } == ["a.store", "b.store"])
        #expect(try ["c.store", "d.store", "e.store", "f.store"].map(tables) == ["0", "0", "0", "0"])
        #expect(try tables("a.store") != "0")
        #expect(hub.packets.count == 1)
    }

    @Test func theAutomaticDatabaseIsThatOfConfigurationsThatNameNone() async throws {
        register(for: .automatic)
        defer { SyncEngine.unregister(for: .automatic) }
        let (a, b) = (try container("a.store"), try container("b.store", .automatic))
        let local = [try container("c.store", database), try container("d.store", Database.none)]
        try insert("KIE", a)
        try await syncUntilIdle(a, b)
        #expect(try codes(b) == ["KIE"])
        #expect(local.allSatisfy { SyncEngine.engines(of: $0).isEmpty })
        #expect(asked.withLock { $0 } == ["a.store", "b.store"])
    }

    @Test func noneNeverSyncsAndARegistrationForItIsAnError() throws {
        let lines = LogLines()
        register(for: Database.none)
        defer { SyncEngine.unregister(for: Database.none) }
        #expect(lines.errors.filter { $0.contains("CloudKitDatabase.none") }.count == 1)
        let local = try container("a.store", Database.none)
        #expect(SyncEngine.engines(of: local).isEmpty)
        #expect(asked.withLock { $0 }.isEmpty)
    }

    @Test func aStoreInMemoryDoesNotSync() throws {
        register(for: database)
        defer { SyncEngine.unregister(for: database) }
        let schema = Schema(clientModels)
        let memory = try ModelContainer(
            for: schema,
            configurations: [ModelConfiguration(schema: schema, isStoredInMemoryOnly: true, cloudKitDatabase: database)]
        )
        #expect(SyncEngine.engines(of: memory).isEmpty)
        #expect(asked.withLock { $0 }.isEmpty)
    }

    @Test func eachStoreOfAContainerGetsAnEngine() async throws {
        register(for: database)
        defer { SyncEngine.unregister(for: database) }
        func container(_ prefix: String, _ second: Database) throws -> ModelContainer {
            try ModelContainer(
                for: Schema(clientModels),
                configurations: [
                    ModelConfiguration(
                        "one",
                        schema: Schema([SyncVessel.self, SyncSkipper.self, SyncPennant.self, SyncMooring.self]),
                        url: folder.file(prefix + "1.store"),
                        cloudKitDatabase: database
                    ),
                    ModelConfiguration(
                        "two",
                        schema: Schema([SyncHarbor.self, SyncBerth.self]),
                        url: folder.file(prefix + "2.store"),
                        cloudKitDatabase: second
                    ),
                ]
            )
        }
        let (a, b, c) = (try container("a", database), try container("b", database), try container("c", .none))
        #expect([a, b, c].map { SyncEngine.engines(of: $0).count } == [2, 2, 1])
        let context = ModelContext(a)
        context.insert(SyncHarbor("KIE"))
        context.insert(SyncVessel("Ada"))
        try context.save()
        try await syncUntilIdle(a, b, c)
        for (container, wanted) in [(b, ["KIE"]), (c, [])] {
            #expect(try codes(container) == wanted)
            #expect(try ModelContext(container).fetch(FetchDescriptor<SyncVessel>()).map(\.name) == ["Ada"])
        }
    }

    // MARK: Engines

    @Test func anEngineSyncsByItself() async throws {
        var configuration = SyncConfiguration()
        configuration.sendDelay = .milliseconds(10)
        register(for: database, nil, configuration)
        defer { SyncEngine.unregister(for: database) }
        let (a, b) = (try container("a.store", database), try container("b.store", database))
        try insert("KIE", a)
        #expect(try await eventually { try codes(b) == ["KIE"] })
    }

    @Test func anotherRegistrationConcernsLaterContainersAlone() async throws {
        register(for: database)
        defer { SyncEngine.unregister(for: database) }
        let first = try container("a.store", database)
        let second = MemoryHub()
        register(for: database, second)
        let later = try container("b.store", database)
        SyncEngine.unregister(for: database)
        let last = try container("c.store", database)
        #expect([first, later, last].map { SyncEngine.engines(of: $0).count } == [1, 1, 0])
        try insert("KIE", first)
        for code in ["HAM", "BRE"] {
            try insert(code, later)
            try await syncUntilIdle(first, later)
        }
        #expect(try codes(first) == ["KIE"] && codes(later) == ["BRE", "HAM"])
        #expect(hub.packets.count == 1 && second.packets.count == 2)
    }

    @Test(arguments: [true, false])
    func anEngineLivesAsLongAsItsContainer(_ selects: Bool) async throws {
        var configuration = manual
        if selects { configuration.select(SyncVessel.self, where: #Predicate { $0.name != "draft" }) }
        register(for: database, nil, configuration)
        defer { SyncEngine.unregister(for: database) }
        var container: ModelContainer? = try self.container("a.store", database)
        weak let engine = container.flatMap { SyncEngine.engines(of: $0).first }
        weak let weakContainer = container
        try await engine?.fetchChanges()
        #expect(engine != nil)
        container = nil
        #expect(try await eventually { engine == nil && weakContainer == nil })
    }

    @Test func aContextThatOutlivesItsContainerHasOneEngine() throws {
        register(for: database)
        defer { SyncEngine.unregister(for: database) }
        var container: ModelContainer? = try self.container("a.store", database)
        weak let first = container.flatMap { SyncEngine.engines(of: $0).first }
        let context = try ModelContext(#require(container))
        container = nil
        #expect(first == nil)
        let later = context.container
        #expect(SyncEngine.engines(of: later).count == 1)
        #expect(SyncEngine.engines(of: context.container).first === SyncEngine.engines(of: later).first)
        #expect(asked.withLock { $0.count } == 2)
    }

    /// An automatic engine runs at once, while its container is being made.
    @Test func aContainerIsKnownBeforeItsEnginesAreMade() throws {
        let (known, count) = (Locked<[Bool]>([]), Locked(0))
        SyncRegistry.register(database) { container, _ in
            // Asking for another container here would make engines without end.
            guard
                count.withLock({ count in
                    count += 1
                    return count < 3
                })
            else { return nil }
            known.withLock { $0.append(container.core.container() === container) }
            return nil
        }
        defer { SyncEngine.unregister(for: database) }
        var container: ModelContainer? = try self.container("a.store", database)
        let context = try ModelContext(#require(container))
        container = nil
        // A container that is made for a context that has outlived its own.
        _ = context.container
        #expect(known.withLock { $0 } == [true, true])
    }

    @Test func contextsThatOutliveTheirContainerAskForOneAtTheSameTimeAndGetOneEngine() async throws {
        let (engines, place) = (Locked(0), folder.url.lastPathComponent)
        let hub = hub
        SyncEngine.register(for: database, configuration: manual, failure: { _, _ in }) { store in
            guard store.url.path.contains(place) else { throw Refused() }
            engines.withLock { $0 += 1 }
            return MemoryTransport(hub)
        }
        defer { SyncEngine.unregister(for: database) }
        for round in 1...20 {
            var container: ModelContainer? = try self.container("\(round).store", database)
            let core = try #require(container).core
            container = nil
            engines.withLock { $0 = 0 }
            let found = await withTaskGroup(of: ModelContainer.self, returning: [ModelContainer].self) { group in
                for _ in 0..<4 { group.addTask { core.container() } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(found.allSatisfy { $0 === found[0] } && engines.withLock { $0 } == 1)
        }
    }

    @Test(arguments: [true, false])
    func aDelegateHearsOfAllEnginesAndIsHeldWeakly(_ isHeld: Bool) async throws {
        var log: EventLog? = EventLog()
        let hub = hub
        SyncEngine.register(for: database, delegate: log, configuration: manual) { _ in MemoryTransport(hub) }
        defer { SyncEngine.unregister(for: database) }
        weak let weakLog = log
        if !isHeld { log = nil }
        #expect((weakLog != nil) == isHeld)
        let (a, b) = (try container("a.store", database), try container("b.store", database))
        try insert("KIE", a)
        try await syncUntilIdle(a, b)
        #expect(try codes(b) == ["KIE"])
        if let log {
            let ends = log.events.filter { if case .didFetchChanges = $0 { true } else { false } }
            #expect(ends.count == 4)
        }
    }

    @Test func anEngineGoesOnAfterItsRegistrationHasEnded() async throws {
        var configuration = SyncConfiguration()
        configuration.sendDelay = .milliseconds(10)
        register(for: database, nil, configuration)
        let (a, b) = (try container("a.store", database), try container("b.store", database))
        SyncEngine.unregister(for: database)
        try insert("KIE", a)
        #expect(try await eventually { try codes(b) == ["KIE"] })
        try insert("HAM", b)
        #expect(try await eventually { try codes(a) == ["HAM", "KIE"] })
        for engine in [a, b].flatMap(SyncEngine.engines) {
            #expect(try await eventually { engine.state.activity == .idle && engine.state.lastError == nil })
        }
        #expect(SyncEngine.engines(of: try container("c.store", database)).isEmpty)
    }

    // MARK: Failures

    @Test func anErrorOfTheTransportIsLoggedAndTheStoreIsLocal() throws {
        let lines = LogLines()
        SyncEngine.register(for: database) { _ in throw SyncTransportError(.refused, "A test of \(#function)") }
        defer { SyncEngine.unregister(for: database) }
        let local = try container("a.store", database)
        #expect(SyncEngine.engines(of: local).isEmpty)
        try insert("KIE", local)
        #expect(try codes(local) == ["KIE"])
        let own = lines.errors.filter { $0.contains(#function) }
        #expect(own.count == 1)
        let store = try #require(local.configurations.first?.name)
        #expect(own.first?.contains(store) == true && own.first?.contains("refused") == true)
    }

    @Test func anErrorOfTheTransportIsToldToTheProgramInPlaceOfTheLog() throws {
        let lines = LogLines()
        let reported = Locked<[(name: String, error: any Error)]>([])
        SyncEngine.register(
            for: database,
            failure: { store, error in reported.withLock { $0.append((store.url.lastPathComponent, error)) } },
            transport: { _ in throw SyncTransportError(.refused, "A test of \(#function)") }
        )
        defer { SyncEngine.unregister(for: database) }
        let local = try container("a.store", database)
        #expect(SyncEngine.engines(of: local).isEmpty)
        #expect(reported.withLock { $0.map(\.name) } == ["a.store"])
        #expect(reported.withLock { ($0.first?.error as? SyncTransportError)?.code } == .refused)
        #expect(lines.errors.allSatisfy { !$0.contains(#function) })
    }

    @Test func storesAndSettingsThatCannotSyncAreToldToTheProgram() throws {
        let reported = Locked<[SyncError.Code?]>([])
        var settings = manual
        settings.select(SyncHarbor.self, where: #Predicate { $0.city != "" })
        let hub = hub
        for configuration in [manual, settings] {
            SyncEngine.register(
                for: database,
                configuration: configuration,
                failure: { _, error in reported.withLock { $0.append((error as? SyncError)?.code) } },
                transport: { _ in MemoryTransport(hub) }
            )
            if reported.withLock({ $0.isEmpty }) {
                _ = try container("a.store", Database.none)
                let schema = Schema(clientModels)
                let closed = try ModelContainer(
                    for: schema,
                    configurations: [
                        ModelConfiguration(
                            schema: schema,
                            url: folder.file("a.store"),
                            allowsSave: false,
                            cloudKitDatabase: database
                        )
                    ]
                )
                #expect(SyncEngine.engines(of: closed).isEmpty)
            } else {
                #expect(SyncEngine.engines(of: try container("b.store", database)).isEmpty)
            }
        }
        SyncEngine.unregister(for: database)
        #expect(reported.withLock { $0 } == [.unsupportedStore, .configuration])
    }

    /// A stage of a migration has a container of its own on the store, whose rows are not to be synced half migrated.
    @Test(arguments: [true, false])
    func aMigrationStartsNoEngine(_ isAutomatic: Bool) async throws {
        let database = isAutomatic ? .automatic : database
        register(for: database)
        defer { SyncEngine.unregister(for: database) }
        func configuration(_ version: any VersionedSchema.Type, _ database: Database) -> ModelConfiguration {
            ModelConfiguration(
                schema: Schema(versionedSchema: version),
                url: folder.file("a.store"),
                cloudKitDatabase: database
            )
        }
        do {
            let old = try ModelContainer(
                for: Schema(versionedSchema: BuoysV1.self),
                configurations: [configuration(BuoysV1.self, .none)]
            )
            let context = ModelContext(old)
            context.insert(BuoysV1.SyncBuoy("A"))
            try context.save()
        }
        #expect(asked.withLock { $0 }.isEmpty)
        let new = try ModelContainer(
            for: Schema(versionedSchema: BuoysV2.self),
            migrationPlan: BuoysPlan.self,
            configurations: [configuration(BuoysV2.self, database)]
        )
        #expect(asked.withLock { $0 } == ["a.store"])
        #expect(SyncEngine.engines(of: new).count == 1)
        let buoys = try ModelContext(new).fetch(FetchDescriptor<BuoysV2.SyncBuoy>())
        #expect(buoys.map(\.label) == ["A was A"])
    }
}

/// The errors that are logged, until the object goes.
private final class LogLines: Sendable {
    private let lines: Locked<[String]>
    private let listener: Int

    init() {
        let lines = Locked<[String]>([])
        self.lines = lines
        listener = log.listen { level, line in
            if level == .error { lines.withLock { $0.append(line) } }
        }
    }

    deinit { log.stopListening(listener) }

    var errors: [String] { lines.withLock { $0 } }
}

private enum BuoysV1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [SyncBuoy.self] }

    @Model final class SyncBuoy {
        var label: String

        init(_ label: String) { self.label = label }
    }
}

private enum BuoysV2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [SyncBuoy.self] }

    @Model final class SyncBuoy {
        var label: String
        var remark: String?

        init(_ label: String) { self.label = label }
    }
}

private enum BuoysPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [BuoysV1.self, BuoysV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: BuoysV1.self,
                toVersion: BuoysV2.self,
                willMigrate: nil,
                didMigrate: { context in
                    let past = try context.contextBeforeMigration?.fetch(FetchDescriptor<BuoysV1.SyncBuoy>())
                    for buoy in try context.fetch(FetchDescriptor<BuoysV2.SyncBuoy>()) {
                        buoy.label += " was \(past?.first?.label ?? "")"
                    }
                }
            )
        ]
    }
}
