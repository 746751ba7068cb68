import Foundation
import SwiftData
import SwiftDataCLI
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataSync
import TestSupport
import Testing

/// Work on the file of a store that is synced: what the engine keeps in it goes through all of it.
@Suite(.timeLimit(.minutes(30))) struct ClientFileTests {
    /// Work that leaves the rows as they are.
    enum Work: CaseIterable {
        case nothing, compaction, fullCompaction, vacuum, check, repair, salvage, copy, backup, backupAndRestore
    }

    private let hub = MemoryHub()
    private let folder: TemporaryFolder
    private let b: ClientDevice

    init() throws {
        folder = try TemporaryFolder()
        b = try ClientDevice(MemoryTransport(hub))
    }

    private func open() throws -> ClientDevice { try ClientDevice(MemoryTransport(hub), file: folder.file) }

    /// Fills both stores with rows of all kinds.
    private func fill() async throws {
        let a = try open()
        try a.edit { context in
            for number in 1...40 {
                let harbor = SyncHarbor("\(number)", "a")
                harbor.chart = Data(repeating: UInt8(number), count: number % 5 == 0 ? 500 : 20)
                context.insert(harbor)
                context.insert(SyncBerth("first of \(number)", harbor))
                let vessel = SyncVessel("\(number)")
                context.insert(vessel)
                vessel.skipper = SyncSkipper("\(number)")
                vessel.pennants = [SyncPennant("\(number)")]
                if number % 3 == 0 { context.insert(SyncMooring("\(number)", vessel)) }
            }
        }
        try await syncUntilIdle(a, b)
        try b.edit { context in
            for harbor in try context.fetch(FetchDescriptor<SyncHarbor>()) where harbor.code.hasSuffix("7") {
                harbor.city = "b"
                context.insert(SyncBerth("second of \(harbor.code)", harbor))
            }
        }
        try await syncUntilIdle(b, a)
        try check(a)
    }

    private func contents(_ device: ClientDevice) throws -> [String] {
        try device.read { context in
            let harbors = try context.fetch(FetchDescriptor<SyncHarbor>()).map { harbor in
                "\(harbor.code) \(harbor.city) \(harbor.remark ?? "-") \(harbor.chart?.count ?? 0) "
                    + "\(harbor.berths.map(\.label).sorted())"
            }
            let vessels = try context.fetch(FetchDescriptor<SyncVessel>()).map { vessel in
                "\(vessel.name) \(vessel.skipper?.name ?? "-") \(vessel.pennants.map(\.name).sorted()) "
                    + "\(vessel.moorings.map(\.place).sorted())"
            }
            let counts = [
                try context.fetchCount(FetchDescriptor<SyncBerth>()),
                try context.fetchCount(FetchDescriptor<SyncSkipper>()),
                try context.fetchCount(FetchDescriptor<SyncPennant>()),
                try context.fetchCount(FetchDescriptor<SyncMooring>()),
            ]
            return harbors.sorted() + vessels.sorted() + ["\(counts)"]
        }
    }

    private func check(_ a: ClientDevice, _ harbors: Int = 40) throws {
        #expect(try contents(a) == contents(b))
        #expect(try a.harbors().count == harbors)
        for device in [a, b] {
            #expect(device.engine.state.lastError == nil && device.engine.state.heldRows == 0)
            #expect(device.engine.state.pendingChangeSets == 0)
        }
    }

    private func edit(_ device: ClientDevice, _ name: String) throws {
        try device.edit { context in
            let first = name == "a" ? 1 : 2
            for harbor in try context.fetch(FetchDescriptor<SyncHarbor>()) {
                guard let number = Int(harbor.code) else { continue }
                if number % 10 == first { harbor.remark = "\(name) was here" }
                if number % 10 == first + 2 { context.delete(harbor) }
            }
            for vessel in try context.fetch(FetchDescriptor<SyncVessel>()) where (Int(vessel.name) ?? 0) % 10 == first {
                vessel.skipper = nil
                vessel.pennants.append(SyncPennant("of \(name)"))
            }
            context.insert(SyncHarbor("new of \(name)"))
        }
    }

    /// Puts another file in the place of the store, with its large values.
    private func replace(by name: String) throws {
        let files = FileManager.default
        for ending in ["", "-wal", "-shm"] {
            let (old, new) = (folder.path("test.store" + ending), folder.path(name + ending))
            if files.fileExists(atPath: old) { try files.removeItem(atPath: old) }
            if files.fileExists(atPath: new) { try files.moveItem(atPath: new, toPath: old) }
        }
    }

    private func restore(_ backup: URL) async throws {
        #expect(
            try await eventually {
                do { try ModelContainer.restore(from: backup, to: folder.file) } catch let error as StoreError
                    where error.code == .locked
                { return false }
                return true
            }
        )
    }

    /// Runs the command-line tool, which must succeed.
    private func tool(_ arguments: String...) async throws {
        let lines = Locked("")
        let console = Console(output: { _ in }, messages: { text in lines.withLock { $0 += text } })
        let status = await OpenSwiftDataCommand.run(arguments, console: console)
        #expect(status == 0, "\(arguments): \(lines.withLock { $0 })")
    }

    private func perform(_ work: Work) async throws {
        let path = folder.file.path
        switch work {
        case .nothing: break
        case .compaction: try await tool("compact", path)
        case .fullCompaction: try await tool("compact", path, "--full")
        case .vacuum: try folder.sqlite3("VACUUM")
        case .check: try await tool("check", path)
        case .repair:
            try await tool("check", path, "--repair", folder.path("mended.store"))
            try replace(by: "mended.store")
        case .salvage:
            try await tool("salvage", path, folder.path("mended.store"))
            try replace(by: "mended.store")
        case .copy:
            // The log is moved into the file first.
            try folder.sqlite3("PRAGMA wal_checkpoint(TRUNCATE)")
            try FileManager.default.copyItem(at: folder.file, to: folder.file("copy.store"))
            try replace(by: "copy.store")
        case .backup, .backupAndRestore:
            let backup = folder.file("backup")
            do {
                let schema = Schema(clientModels)
                try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: folder.file)])
                    .backup(to: backup)
            }
            if work == .backupAndRestore { try await restore(backup) }
        }
    }

    @Test(arguments: Work.allCases, [true, false])
    func aStoreSyncsOnAfterWorkOnItsFile(_ work: Work, _ hasUncapturedEdits: Bool) async throws {
        try await fill()
        if hasUncapturedEdits {
            // Edits that are in the history alone.
            let a = try open()
            try edit(a, "a")
        }
        try edit(b, "b")
        try await b.sync()
        try await perform(work)
        let a = try open()
        if !hasUncapturedEdits { try edit(a, "a") }
        try await syncUntilIdle(a, b)
        try check(a, 34)
        try a.edit { try $0.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == "5" }?.city = "last of a" }
        try b.edit { try $0.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == "6" }?.city = "last of b" }
        try await syncUntilIdle(a, b)
        try check(a, 34)
        #expect(try b.harbors()["5"] == "last of a" && a.harbors()["6"] == "last of b")
        try await tool("check", folder.path("test.store"))
    }

    @Test func aBackupOfARunningEngineThatIsPutBackGetsWhatCameAfterIt() async throws {
        try await fill()
        let backup = folder.file("backup")
        do {
            let a = try open()
            try await a.sync()
            try a.container.backup(to: backup)
            try edit(a, "a")
            try edit(b, "b")
            try await syncUntilIdle(a, b)
            try check(a, 34)
            // The engine keeps the store open.
            let error = #expect(throws: StoreError.self) { try ModelContainer.restore(from: backup, to: folder.file) }
            #expect(error?.code == .locked)
        }
        try await restore(backup)
        let a = try open()
        // An edit of the restored store, which has not heard of the edits after the backup.
        try a.edit { try $0.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == "5" }?.city = "restored" }
        try await syncUntilIdle(a, b)
        try check(a, 34)
        #expect(try b.harbors()["5"] == "restored")
        #expect(Set(hub.packets.map(\.device)).count == 3)
    }

    /// Parts of a file that a salvage could not read: rows, records, the history, or facts of the device.
    @Test(arguments: [
        "DELETE FROM ZSYNCHARBOR WHERE Z_PK % 4 = 0", "DELETE FROM ZSYNCVESSEL; DELETE FROM ZSYNCMOORING",
        "DELETE FROM ZSYNCHARBOR WHERE Z_PK % 4 = 0; DELETE FROM ACHANGE; DELETE FROM ATRANSACTION",
        "UPDATE ZSYNCHARBOR SET ZREMARK = NULL; DELETE FROM ACHANGE; DELETE FROM ATRANSACTION",
        "DELETE FROM OSD_SyncRecord WHERE entity = 'SyncHarbor' AND key % 4 = 0", "DELETE FROM OSD_SyncValue",
        "DELETE FROM OSD_SyncEdge; DELETE FROM OSD_SyncUnique",
    ])
    func whatAFileHasLostComesBackAndIsDeletedNowhere(_ loss: String) async throws {
        try await fill()
        let before = try contents(b)
        try folder.sqlite3(loss)
        try await tool("salvage", folder.path("test.store"), folder.path("mended.store"))
        try replace(by: "mended.store")
        let a = try open()
        try await syncUntilIdle(a, b)
        #expect(try contents(b) == before)
        try check(a)
    }

    // MARK: Damage

    /// The rows after a damaged one are read by their keys, which may be far apart.
    @Test(.timeLimit(.minutes(1))) func aDamagedRowFarBehindTheOtherRowsIsCaptured() async throws {
        let a = try open()
        try a.edit { for code in ["A", "B", "C", "D"] { $0.insert(SyncHarbor(code)) } }
        try folder.sqlite3(
            "UPDATE ZSYNCHARBOR SET Z_PK = 4000000000000, ZREMARK = x'ff' WHERE ZCODE = 'C'; "
                + "UPDATE ZSYNCHARBOR SET Z_PK = 8000000000000 WHERE ZCODE = 'D'"
        )
        try await a.sync()
        try await b.sync()
        let codes = try b.read { try $0.fetch(FetchDescriptor<SyncHarbor>()).map(\.code).sorted() }
        #expect(codes == ["A", "B", "C", "D"])
    }

    // MARK: Erasure

    @Test(arguments: [true, false])
    func anErasureForgetsSyncAndDeletesNothingElsewhere(_ isInUse: Bool) async throws {
        try await fill()
        var a = try open()
        if isInUse { try await a.sync() }
        try a.edit { $0.insert(SyncHarbor("not sent")) }
        try a.container.erase()
        #expect(try a.harbors().isEmpty)
        if !isInUse { a = try open() }
        try a.edit { $0.insert(SyncHarbor("7", "after the erasure")) }
        try await syncUntilIdle(a, b)
        try check(a)
        #expect(try b.harbors()["7"] == "after the erasure")
    }
}
