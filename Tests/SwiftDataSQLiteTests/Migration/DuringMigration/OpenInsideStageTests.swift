import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Containers of a store that are made while a stage of its own migration runs in the same process.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct OpenInsideStageTests {
    enum Stage: CaseIterable { case willMigrate, didMigrate }

    /// Other names of the same file.
    enum Name: CaseIterable { case same, symbolicLink, hardLink, linkedFolder }

    private func file(_ name: Name, of store: VersionedStore) throws -> URL {
        let (files, folder) = (FileManager.default, store.folder)
        switch name {
        case .same:
            return store.file
        case .symbolicLink:
            try files.createSymbolicLink(at: folder.file("link.store"), withDestinationURL: store.file)
            return folder.file("link.store")
        case .hardLink:
            try files.linkItem(at: store.file, to: folder.file("hard.store"))
            return folder.file("hard.store")
        case .linkedFolder:
            try files.createSymbolicLink(at: folder.file("folder"), withDestinationURL: folder.url)
            return folder.file("folder/test.store")
        }
    }

    private func open(_ file: URL, wait: TimeInterval = 600) throws {
        var configuration = ModelConfiguration(url: file)
        configuration.migrationWait = wait
        _ = try ModelContainer(
            for: Schema(versionedSchema: CapitalBoats.self),
            migrationPlan: HookedBoats.self,
            configurations: configuration
        )
    }

    /// Returns the error that a closure throws in a stage of the migration.
    private func error(
        _ store: VersionedStore,
        in stage: Stage,
        _ body: @escaping @Sendable () throws -> Void
    ) throws -> StoreError? {
        let found = Locked<StoreError?>(nil)
        let closure: HookedBoats.Closure = { context in
            do {
                try body()
            } catch let error as StoreError {
                found.withLock { $0 = error }
            }
            switch stage {
            case .willMigrate: context.insert(Boats.Boat(name: "new"))
            case .didMigrate: context.insert(CapitalBoats.Boat(name: "new"))
            }
        }
        switch stage {
        case .willMigrate: try HookedBoats.migrate(store, willMigrate: closure)
        case .didMigrate: try HookedBoats.migrate(store, didMigrate: closure)
        }
        // The stage goes on, and its migration with it.
        #expect(try store.folder.sqlite3("SELECT count(*) FROM ZBOAT") == "2")
        return found.withLock { $0 }
    }

    @Test(arguments: Stage.allCases, Name.allCases)
    func theThreadOfTheStageIsRefused(_ stage: Stage, _ name: Name) throws {
        let store = try HookedBoats.store(["gorch"])
        let file = try file(name, of: store)
        let error = try #require(try error(store, in: stage) { try open(file) })
        #expect(error.code == .migration)
        #expect(error.message.contains("context of the stage"))
        // Once it is over, the store is opened as ever.
        try open(store.file)
    }

    /// The stage has a thread of its own: it waits for a task, which needs one of the threads that run tasks.
    @Test func aTaskOfTheStageIsRefused() async throws {
        let store = try HookedBoats.store(["gorch"])
        let file = store.file
        let found: Result<StoreError?, any Error> = await withCheckedContinuation { continuation in
            Thread {
                let result = Result {
                    try error(store, in: .didMigrate) {
                        let (done, result) = (DispatchSemaphore(value: 0), Locked<(any Error)?>(nil))
                        Task {
                            do { try open(file, wait: 2) } catch { result.withLock { $0 = error } }
                            done.signal()
                        }
                        done.wait()
                        if let error = result.withLock({ $0 }) { throw error }
                    }
                }
                continuation.resume(returning: result)
            }.start()
        }
        #expect(try found.get()?.code == .migration)
    }

    /// Nothing is locked for those who only read: they get the store as it was.
    @Test func theStoreCanBeReadInsideAStage() throws {
        let store = try HookedBoats.store(["gorch"])
        let names = Locked<[String]>([])
        let error = try error(store, in: .didMigrate) {
            let context = ModelContext(try store.container(Boats.self, allowsSave: false))
            let found = try context.fetch(FetchDescriptor<Boats.Boat>()).map(\.name)
            names.withLock { $0 = found }
        }
        #expect(error == nil)
        #expect(names.withLock { $0 } == ["gorch"])
    }

    @Test func anotherStoreIsOpenedInsideAStage() throws {
        let (store, other) = (try HookedBoats.store(["gorch"]), try HookedBoats.store(["other"]))
        let file = other.file
        // Which is migrated there and then.
        let error = try error(store, in: .didMigrate) {
            try HookedBoats.$didMigrate.withValue(nil) { try open(file) }
        }
        #expect(error == nil)
        #expect(try other.folder.sqlite3("SELECT count(*) FROM ZBOAT") == "1")
    }

    /// It cannot be told from a thread that has nothing to do with the stage.
    @Test func aThreadThatTheStageWaitsForGivesUp() throws {
        let store = try HookedBoats.store(["gorch"])
        let file = store.file
        let error = try error(store, in: .didMigrate) {
            let (done, result) = (DispatchSemaphore(value: 0), Locked<(any Error)?>(nil))
            Thread {
                do { try open(file, wait: 0.1) } catch { result.withLock { $0 = error } }
                done.signal()
            }.start()
            done.wait()
            if let error = result.withLock({ $0 }) { throw error }
        }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("migrationWait") == true)
    }

    @Test func anotherThreadWaitsForTheStage() throws {
        let store = try HookedBoats.store(["gorch"])
        let schema = Schema(versionedSchema: CapitalBoats.self)
        let configuration = ModelConfiguration(schema: schema, url: store.file)
        let (waits, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let result = Locked<(any Error)?>(nil)
        try HookedBoats.migrate(store) { _ in
            let thread = Thread {
                var settings = ConnectionSettings(busyTimeout: 0.01, watching: .off)
                settings.statementObserver = { if $0 == "waiting for another migration" { waits.signal() } }
                do {
                    let store = try DefaultStore(configuration, migrationPlan: HookedBoats.self, settings: settings)
                    try store.connection.close()
                } catch {
                    result.withLock { $0 = error }
                }
                ended.signal()
            }
            thread.start()
            waits.wait()
        }
        ended.wait()
        #expect(result.withLock { $0 } == nil)
    }
}
