import ClientModels
import SwiftData
import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// The ways in which a store learns that another process has written to its file.
@MainActor @Suite struct WatchingTests {
    private let store: NeighbourStore

    init() throws {
        store = try NeighbourStore()
        try store.neighbour("add", "1", "2")
    }

    /// A container whose store is told in a given way.
    private func container(_ watching: ConnectionSettings.Watching) throws -> (ModelContainer, DefaultStore) {
        let schema = Schema([Ledger.self, LedgerMark.self])
        let opened = try DefaultStore(
            ModelConfiguration(schema: schema, url: store.file),
            settings: ConnectionSettings(watching: watching)
        )
        let core = ContainerCore(
            schema: schema,
            migrationPlan: nil,
            stores: [TrustedStore(opened)],
            configurations: []
        )
        let container = ModelContainer(core: core)
        core.adopt(container)
        return (container, opened)
    }

    @Test func theTimerTellsWhereTheSystemDoesNot() async throws {
        let (container, opened) = try container(.timer)
        #expect(opened.commitWatcher?.isWatching == false)
        let entry = try container.mainContext.entries([1])[0]
        try store.neighbour("edit", "1")
        #expect(try await waiting { entry.seen == 1 })
        try store.neighbour("edit", "1")
        #expect(try await waiting { entry.seen == 2 })
    }

    @Test func withoutAnyWatchNothingIsNoticed() async throws {
        let (container, opened) = try container(.off)
        let entry = try container.mainContext.entries([1])[0]
        try store.neighbour("edit", "1")
        try await Task.sleep(for: .milliseconds(300))
        #expect(entry.seen == 0)
        // The look itself finds it all the same.
        opened.commitWatcher?.look()
        #expect(try await waiting { entry.seen == 1 })
    }

    @Test func aStoreThatIsOnlyReadNoticesAWriter() async throws {
        let container = try ledgerContainer(store.file, allowsSave: false)
        let entry = try container.mainContext.entries([1])[0]
        try store.neighbour("edit", "1")
        #expect(try await waiting { entry.seen == 1 })
        // A second process makes the files that the first one took away.
        try store.neighbour("edit", "1")
        #expect(try await waiting { entry.seen == 2 })
    }

    @Test func aStoreThatIsOnlyReadNoticesWhoHasTheFileOpen() async throws {
        let writing = ModelContext(try store.container())
        let theirs = try writing.entries([1])[0]
        let container = try ledgerContainer(store.file, allowsSave: false)
        let notices = Notices(of: container)
        let entry = try container.mainContext.entries([1])[0]
        for seen in 1...3 {
            theirs.seen = seen
            try writing.save()
            #expect(try await waiting { entry.seen == seen })
        }
        #expect(notices.all.map(\.updated) == Array(repeating: [entry.persistentModelID], count: 3))
    }

    @Test func aStoreInMemoryIsNotWatched() throws {
        let context = try memoryContext(Author.self)
        #expect(
            try #require(context.container.core.stores[0] as? TrustedStore<DefaultStore>).store.commitWatcher == nil
        )
    }

    @Test func aClosedStoreStopsLooking() async throws {
        let (container, opened) = try container(.system)
        try opened.connection.close()
        #expect(opened.commitWatcher?.look() == false)
        withExtendedLifetime(container) {}
    }

    @Test func openingAFileAgainIsNotACommit() throws {
        let (_, opened) = try container(.off)
        func version() throws -> Int64? {
            try opened.connection.writeWithoutTransaction { try $0.integer("PRAGMA data_version") }
        }
        let before = try version()
        for _ in 0..<3 { _ = try store.container() }
        #expect(try version() == before)
    }

    #if os(Linux) && !PORTABLE_FALLBACKS
        @Test func theSystemTellsOnLinux() throws {
            let (container, opened) = try container(.system)
            #expect(opened.commitWatcher?.isWatching == true)
            withExtendedLifetime(container) {}
        }

        @Test func aWatchEndsWithItsLastReference() throws {
            let watches = try #require(InotifyWatches.shared)
            let file = store.temporary.url.appendingPathComponent("watched").path
            try Data().write(to: URL(fileURLWithPath: file))
            let place = WatchedPlace(path: file, names: nil)
            // Other tests open and close stores meanwhile: the number of the file tells the watch.
            let inode = try #require(
                try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? NSNumber
            )
            let line = String(inode.uint64Value, radix: 16)
            func isWatched() throws -> Bool { try watchesOfTheSystem().contains(line) }
            #expect(try !isWatched())
            var first: FileWatch? = watches.watch(place) { _ in }
            var second: FileWatch? = watches.watch(place) { _ in }
            #expect(try isWatched())
            first = nil
            #expect(try isWatched())
            second = nil
            #expect(try !isWatched())
            withExtendedLifetime((first, second)) {}
        }

        @Test func aFileThatIsReplacedIsLost() async throws {
            let watches = try #require(InotifyWatches.shared)
            let file = store.temporary.url.appendingPathComponent("replaced")
            try Data().write(to: file)
            let signs = Locked<[FileSign]>([])
            let watch = watches.watch(WatchedPlace(path: file.path, names: nil)) { sign in
                signs.withLock { $0.append(sign) }
            }
            try FileManager.default.removeItem(at: file)
            #expect(try await waiting { signs.withLock { $0.contains(.lost) } })
            withExtendedLifetime(watch) {}
        }

        /// In a process of its own, where no other code opens files.
        @Test func hundredsOfStoresLeaveNoWatchAndNoDescriptor() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                func open(_ number: Int) throws -> ModelContainer {
                    try ledgerContainer(folder.file("\(number).store"))
                }
                func save(_ number: Int) throws {
                    let context = ModelContext(try open(number))
                    context.insert(Ledger(title: "\(number)"))
                    try context.save()
                }
                func hold(_ numbers: ClosedRange<Int>) throws -> Int {
                    let containers = try numbers.map(open)
                    let count = try watchesOfTheSystem().count
                    withExtendedLifetime(containers) {}
                    return count
                }
                try save(0)
                let before = try descriptors()
                for number in 1...200 { try save(number) }
                #expect(try hold(0...60) == 61)
                #expect(try watchesOfTheSystem().isEmpty)
                #expect(try descriptors() == before)
            }
        }
    #endif
}

#if os(Linux) && !PORTABLE_FALLBACKS
    /// The files that the process watches, as the numbers that the system shows.
    private func watchesOfTheSystem() throws -> Set<String> {
        var found: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo") {
            guard let text = try? String(contentsOfFile: "/proc/self/fdinfo/" + name, encoding: .utf8) else { continue }
            for line in text.split(separator: "\n") where line.hasPrefix("inotify") {
                let parts = line.split(separator: " ")
                if let number = parts.first(where: { $0.hasPrefix("ino:") }) {
                    found.insert(String(number.dropFirst(4)))
                }
            }
        }
        return found
    }

    private func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
#endif
