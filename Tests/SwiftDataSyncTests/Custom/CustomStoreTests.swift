import Foundation
import JSONStoreExample
import SwiftData
import SwiftDataCore
import SwiftDataSync
import TestSupport
import Testing

/// Sync of stores that programs write themselves.
@Suite(.timeLimit(.minutes(30))) struct CustomStoreTests {
    private let folder: TemporaryFolder
    private let hub = MemoryHub()

    init() throws { folder = try TemporaryFolder() }

    /// A custom store and a default one.
    private func devices() throws -> (CustomDevice, ClientDevice) {
        (try CustomDevice(hub, folder.file("custom.state")), try ClientDevice(MemoryTransport(hub)))
    }

    // MARK: Refusals

    private func refusal(
        _ store: any DataStoreConfiguration,
        _ state: URL?
    ) throws -> SyncError? {
        let container = try ModelContainer(for: Schema(clientModels), configurations: [store])
        return #expect(throws: SyncError.self) {
            try ClientDevice(container, MemoryTransport(hub)) { $0.stateURL = state }
        }
    }

    @Test func aStoreWithoutAHistoryIsRefusedAndTheErrorSaysSo() throws {
        let error = try refusal(SilentConfiguration(), folder.file)
        #expect(error?.code == .unsupportedStore)
        #expect(error?.message.contains("HistoryProviding") == true)
    }

    @Test func aStoreWithAHistoryNeedsAFileForTheState() throws {
        let error = try refusal(ShelfConfiguration(shelf: Shelf()), nil)
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("stateURL") == true)
    }

    @Test func aStoreOfModelsIsNoFileForTheStateAndStaysWhole() throws {
        let other = try ClientDevice(MemoryTransport(hub), file: folder.file)
        try other.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        let error = try refusal(ShelfConfiguration(shelf: Shelf()), folder.file)
        #expect(error?.code == .configuration)
        #expect(try ClientDevice(MemoryTransport(hub), file: folder.file).harbors() == ["KIE": "Kiel"])
    }

    @Test func theStateOfAnotherStoreIsRefused() async throws {
        let (custom, _) = try devices()
        try await custom.device.sync()
        let error = try refusal(ShelfConfiguration(name: "other", shelf: Shelf()), custom.state)
        #expect(error?.code == .configuration)
    }

    // MARK: Rounds

    @Test func insertionsUpdatesAndDeletionsGoBothWays() async throws {
        let (custom, plain) = try devices()
        let a = custom.device
        try a.fill("a")
        try plain.fill("b")
        try await syncUntilIdle(a, plain)
        #expect(try outline(a).count == 18)
        #expect(try outline(a) == outline(plain))
        try a.edit(SyncHarbor.self, where: { $0.code == "b harbor" }) { $0.city = "by a" }
        try plain.edit(SyncHarbor.self, where: { $0.code == "a harbor" }) { $0.city = "by b" }
        try a.edit { context in
            let harbors = try context.fetch(FetchDescriptor<SyncHarbor>(sortBy: [SortDescriptor(\.code)]))
            let berth = try context.fetch(FetchDescriptor<SyncBerth>()).first { $0.label == "b 1" }
            berth?.harbor = harbors[0]
        }
        try plain.edit { context in
            let vessels = try context.fetch(FetchDescriptor<SyncVessel>(sortBy: [SortDescriptor(\.name)]))
            let pennant = try context.fetch(FetchDescriptor<SyncPennant>()).first { $0.name == "p a" }
            pennant?.vessels = vessels
        }
        try await syncUntilIdle(a, plain)
        #expect(try outline(a) == outline(plain))
        #expect(try outline(a).contains("harbor a harbor by b none 0 [\"a 1\", \"a 2\", \"a 3\", \"b 1\"]"))
        #expect(try outline(a).contains("pennant p a 500 [\"a\", \"b\"]"))
        try a.delete(SyncHarbor.self) { $0.code == "b harbor" }
        try plain.delete(SyncMooring.self) { $0.place == "m a" }
        try plain.delete(SyncSkipper.self) { $0.name == "a" }
        try plain.delete(SyncPennant.self) { $0.name == "q a" }
        try await syncUntilIdle(a, plain)
        #expect(try outline(a) == outline(plain))
        #expect(try outline(a).contains("vessel a - [\"p a\"] []"))
        #expect(try outline(a).filter { $0.hasPrefix("berth") }.count == 4)
    }

    @Test func twoCustomStoresSync() async throws {
        let (first, second) = (
            try CustomDevice(hub, folder.file("1.state")), try CustomDevice(hub, folder.file("2.state"))
        )
        try first.device.fill("a")
        try second.device.fill("b")
        try await syncUntilIdle(first.device, second.device)
        try second.device.edit(SyncBerth.self, where: { $0.label == "a 2" }) { $0.harbor = nil }
        try await syncUntilIdle(first.device, second.device)
        #expect(try outline(first.device) == outline(second.device))
        #expect(try outline(first.device).contains("berth a 2 -"))
    }

    @Test func theJSONStoreOfTheExampleSyncs() async throws {
        let schema = Schema(clientModels)
        let file = folder.file("store.json")
        let json = try ModelContainer(for: schema, configurations: [JSONStoreConfiguration(url: file)])
        let a = try ClientDevice(json, MemoryTransport(hub)) { $0.stateURL = folder.file("json.state") }
        let b = try ClientDevice(MemoryTransport(hub))
        try a.fill("a")
        try b.fill("b")
        try await syncUntilIdle(a, b)
        try a.delete(SyncHarbor.self) { $0.code == "b harbor" }
        try b.edit(SyncVessel.self, where: { $0.name == "a" }) { $0.name = "renamed" }
        try await syncUntilIdle(a, b)
        #expect(try outline(a) == outline(b))
        #expect(try outline(a).contains("skipper a renamed"))
        #expect(try outline(a).filter { $0.hasPrefix("berth") }.count == 3)
    }

    @Test func aStoreThatHasRowsJoinsAndWritesNone() async throws {
        let (custom, plain) = try devices()
        try custom.device.fill("a")
        try plain.edit { $0.insert(SyncHarbor("a harbor", "other")) }
        try await custom.device.sync()
        #expect(custom.shelf.authors == [nil])
        try await syncUntilIdle(plain, custom.device)
        #expect(try outline(custom.device) == outline(plain))
        #expect(try plain.harbors().count == 1)
    }

    @Test func rowsWithTheSameUniqueValueBecomeOne() async throws {
        let (custom, plain) = try devices()
        for (number, device) in [custom.device, plain].enumerated() {
            try device.edit { context in
                let harbor = SyncHarbor("KIE", "Kiel \(number)")
                context.insert(harbor)
                context.insert(SyncBerth("\(number)", harbor))
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        try await syncUntilIdle(custom.device, plain)
        #expect(try outline(custom.device) == outline(plain))
        #expect(try custom.device.harbors() == ["KIE": "Kiel 1"])
        #expect(try outline(plain).contains("berth 0 KIE"))
    }

    @Test(arguments: [true, false])
    func eachPropertyHasItsLaterEdit(_ namesProperties: Bool) async throws {
        let (custom, plain) = try devices()
        custom.shelf.manners.withLock { $0.namesProperties = namesProperties }
        try plain.edit { $0.insert(SyncHarbor("KIE", "first")) }
        try await syncUntilIdle(custom.device, plain)
        try plain.edit(SyncHarbor.self, where: { _ in true }) { ($0.city, $0.visits) = ("earlier", 1) }
        try await Task.sleep(for: .milliseconds(20))
        try custom.device.edit(SyncHarbor.self, where: { _ in true }) { $0.city = "later" }
        try await Task.sleep(for: .milliseconds(20))
        try plain.edit(SyncHarbor.self, where: { _ in true }) { $0.remark = nil }
        try await syncUntilIdle(custom.device, plain)
        for device in [custom.device, plain] {
            #expect(try outline(device) == ["harbor KIE later - 1 []"])
        }
    }

    @Test func anOrderThatAProgramHasArrangedIsCarried() async throws {
        let (custom, plain) = try devices()
        try custom.device.edit { context in
            let harbor = SyncHarbor("KIE")
            context.insert(harbor)
            harbor.berths = ["c", "a", "b"].map { SyncBerth($0, nil) }
        }
        try await syncUntilIdle(custom.device, plain)
        func order(_ device: ClientDevice) throws -> [String] {
            try device.read { try $0.fetch(FetchDescriptor<SyncHarbor>())[0].berths.map(\.label) }
        }
        #expect(try order(plain) == ["c", "a", "b"])
        try plain.edit(SyncHarbor.self, where: { _ in true }) {
            $0.berths = [$0.berths[2], $0.berths[0], $0.berths[1]]
        }
        try await syncUntilIdle(plain, custom.device)
        #expect(try order(plain) == ["b", "c", "a"])
        #expect(try order(custom.device) == ["b", "c", "a"])
    }

    // MARK: Histories

    @Test func aHistoryThatWasDeletedIsReplacedByAComparison() async throws {
        let (custom, plain) = try devices()
        try custom.device.fill("a")
        try await syncUntilIdle(custom.device, plain)
        try custom.device.edit(SyncHarbor.self, where: { _ in true }) { $0.city = "edited" }
        try custom.device.delete(SyncBerth.self) { $0.label == "a 2" }
        try custom.device.edit { $0.insert(SyncHarbor("NEW", "new")) }
        try custom.device.read { try $0.deleteHistory(HistoryDescriptor<ShelfTransaction>()) }
        try await syncUntilIdle(custom.device, plain)
        #expect(try outline(custom.device) == outline(plain))
        #expect(try plain.harbors() == ["a harbor": "edited", "NEW": "new"])
        #expect(try outline(plain).filter { $0.hasPrefix("berth") }.count == 2)
    }

    @Test func theBeginningOfAHistoryThatWasDeletedIsNoticed() async throws {
        let (custom, plain) = try devices()
        try await custom.device.sync()
        try custom.device.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try custom.device.read { try $0.deleteHistory(HistoryDescriptor<ShelfTransaction>()) }
        try custom.device.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try await syncUntilIdle(custom.device, plain)
        #expect(try plain.harbors() == ["KIE": "Kiel", "HAM": "Hamburg"])
    }

    @Test func aStoreThatForgetsAuthorsIsRefused() async throws {
        let (custom, plain) = try devices()
        custom.shelf.manners.withLock { $0.forgetsAuthors = true }
        try plain.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await plain.sync()
        for isAgain in [false, true] {
            if isAgain { try custom.restart() }
            let error = await #expect(throws: SyncError.self) { try await custom.device.sync() }
            #expect(error?.code == .unsupportedStore)
        }
        // A store that was mended joins anew.
        custom.shelf.manners.withLock { $0.forgetsAuthors = false }
        try await custom.device.engine.reset(.keepingRows)
        try await syncUntilIdle(custom.device, plain)
        for device in [custom.device, plain] { #expect(try outline(device) == ["harbor KIE Kiel none 0 []"]) }
    }

    // MARK: Stores and states that do not fit

    @Test func aStoreThatIsOlderThanItsStateIsRefusedUntilItIsReset() async throws {
        let (custom, plain) = try devices()
        try custom.device.fill("a")
        try await syncUntilIdle(custom.device, plain)
        let copy = custom.shelf.contents.withLock { $0 }
        try plain.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(custom.device, plain)
        custom.shelf.contents.withLock { $0 = copy }
        try custom.restart()
        let error = await #expect(throws: SyncError.self) { try await custom.device.sync() }
        #expect(error?.code == .tables)
        #expect(try plain.harbors().count == 2)
        try await custom.device.engine.reset(.deletingRows)
        try await syncUntilIdle(custom.device, plain)
        #expect(try outline(custom.device) == outline(plain))
        #expect(try plain.harbors().count == 2)
    }

    @Test func aStateThatIsOlderThanItsStoreIsRefused() async throws {
        let (custom, plain) = try devices()
        try custom.device.fill("a")
        try await syncUntilIdle(custom.device, plain)
        let copy = folder.file("copy.state")
        for ending in ["", "-wal"] {
            let source = URL(filePath: custom.state.path + ending)
            let target = URL(filePath: copy.path + ending)
            if FileManager.default.fileExists(atPath: source.path) {
                try FileManager.default.copyItem(at: source, to: target)
            }
        }
        try plain.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(custom.device, plain)
        let late = try CustomDevice(hub, copy, shelf: custom.shelf)
        let error = await #expect(throws: SyncError.self) { try await late.device.sync() }
        #expect(error?.code == .tables)
    }

    @Test(arguments: [true, false])
    func aStoreThatWasErasedJoinsAnewAndDeletesNothing(_ hasEngine: Bool) async throws {
        let (custom, plain) = try devices()
        try plain.fill("a")
        try await syncUntilIdle(custom.device, plain)
        if hasEngine {
            try custom.device.container.erase()
            try custom.device.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        } else {
            let schema = Schema(clientModels)
            let shelf = custom.shelf
            try ModelContainer(for: schema, configurations: [ShelfConfiguration(shelf: shelf)]).erase()
            try custom.restart()
        }
        try await syncUntilIdle(custom.device, plain)
        #expect(try outline(custom.device) == outline(plain))
        #expect(try outline(plain).count == (hasEngine ? 10 : 9))
    }

    @Test(arguments: [SyncEngine.Reset.keepingRows, .deletingRows])
    func aResetJoinsAnew(_ rows: SyncEngine.Reset) async throws {
        let (custom, plain) = try devices()
        try plain.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await syncUntilIdle(custom.device, plain)
        try await custom.device.engine.reset(rows)
        #expect(try custom.device.harbors().count == (rows == .keepingRows ? 1 : 0))
        try await syncUntilIdle(custom.device, plain)
        for device in [custom.device, plain] { #expect(try device.harbors() == ["KIE": "Kiel"]) }
    }
}
