import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Copies of a container's stores.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3"))
struct BackupTests {
    private func expectWhole(_ copy: URL, dump: String) throws {
        #expect(try BackedUpLibrary.check(copy.path) == "ok\n")
        #expect(try BackedUpLibrary.dump(copy.path) == dump)
        let files = try BackedUpLibrary.externalFiles(copy.path)
        #expect(files.there == files.named)
        for (title, scan) in try BackedUpLibrary.content(copy) { #expect(scan != nil, "\(title)") }
    }

    @Test func aBackupIsAStoreOfItsOwn() throws {
        let library = try BackedUpLibrary()
        let identifier = library.container.storeIdentifier(forConfigurationNamed: "library")
        let made = try library.container.backup(to: library.target)
        #expect(made == [library.copied])
        try expectWhole(library.copied, dump: try BackedUpLibrary.dump(library.path))
        #expect(try BackedUpLibrary.content(library.copied) == BackedUpLibrary.content(URL(filePath: library.path)))
        // One file that can be read where nothing may be written beside it.
        let mode = try #require(Program.sqlite3).run([library.copied.path, "PRAGMA journal_mode"])
        #expect(mode == "delete\n")
        #expect(BackedUpLibrary.names(library.target) == ["library.store", ".library_SUPPORT"])
        // It is written as any other, and has the same identifier.
        let configuration = ModelConfiguration(url: library.copied)
        let container = try ModelContainer(for: Schema(Library.models), configurations: configuration)
        #expect(container.storeIdentifier(forConfigurationNamed: configuration.name) == identifier ?? nil)
        try BackedUpLibrary.add(7...7, to: container)
        #expect(try BackedUpLibrary.content(library.copied).count == 4)
        #expect(try BackedUpLibrary.content(URL(filePath: library.path)).count == 3)
    }

    /// Between any two copies of files, a writer replaces one value, deletes another and adds a third.
    @Test(arguments: 1...3)
    func valuesThatAreReplacedMeanwhileAreOfOneMoment(copy number: Int) throws {
        let library = try BackedUpLibrary()
        let other = try library.other()
        let copies = Locked(0)
        library.files.hook = { call in
            guard call.name == "copy" else { return }
            let count = copies.withLock { copies in
                copies += 1
                return copies
            }
            guard count == number else { return }
            let context = ModelContext(other)
            let volumes = try context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.pages)]))
            for volume in volumes { volume.scan = BackedUpLibrary.scan(volume.pages + 100) }
            context.delete(try #require(volumes.last))
            try context.save()
            try BackedUpLibrary.add(9...9, to: other)
        }
        try library.container.backup(to: library.target)
        // The names are those of the last moment: nobody has written since.
        try expectWhole(library.copied, dump: try BackedUpLibrary.dump(library.path))
        let content = try BackedUpLibrary.content(library.copied)
        #expect(content.keys.sorted() == ["volume 1", "volume 2", "volume 9"])
        #expect(content["volume 1"] == BackedUpLibrary.scan(101))
    }

    /// While pages are copied, everything that they name has been copied.
    @Test func whatIsWrittenWhilePagesAreCopiedIsNotInTheBackup() throws {
        let library = try BackedUpLibrary()
        let context = ModelContext(library.container)
        for number in 0..<60 {
            let volume = Volume("inline \(number)", pages: 1000 + number)
            volume.scan = BackedUpLibrary.scan(number, count: 90_000)
            context.insert(volume)
        }
        try context.save()
        let dump = try BackedUpLibrary.dump(library.path)
        let other = try library.other()
        var fractions: [Double] = []
        var hasWritten = false
        try library.container.backup(to: library.target) { progress in
            fractions.append(progress.fractionCompleted)
            guard !hasWritten, progress.completedByteCount > 2_000_000 else { return }
            hasWritten = true
            let context = ModelContext(other)
            for volume in try context.fetch(FetchDescriptor<Volume>()) { context.delete(volume) }
            try context.save()
        }
        #expect(hasWritten && fractions == fractions.sorted() && fractions.last == 1 && fractions.count > 4)
        try expectWhole(library.copied, dump: dump)
        #expect(try BackedUpLibrary.externalFiles(library.path).there.isEmpty)
        #expect(try BackedUpLibrary.content(library.copied).count == 63)
    }

    /// A writer that replaces everything each time that a file is to be copied has to wait in the end.
    @Test func aBackupEndsBesideAWriterThatNeverStops() throws {
        let library = try BackedUpLibrary(volumes: 2)
        let other = try library.other(busyTimeout: 0.05)
        let counts = Locked((saves: 0, refusals: 0))
        library.files.hook = { call in
            guard call.name == "copy" else { return }
            let context = ModelContext(other)
            let number = counts.withLock { $0.saves + $0.refusals }
            for volume in try context.fetch(FetchDescriptor<Volume>()) {
                volume.scan = BackedUpLibrary.scan(number + volume.pages)
            }
            do {
                try context.save()
                counts.withLock { $0.saves += 1 }
            } catch StoreError.Code.locked {
                counts.withLock { $0.refusals += 1 }
            }
        }
        try library.container.backup(to: library.target)
        let (saves, refusals) = counts.withLock { $0 }
        #expect(saves >= 5 && refusals == 2, "\(saves), \(refusals)")
        library.files.hook = nil
        try expectWhole(library.copied, dump: try BackedUpLibrary.dump(library.path))
    }

    @Test func aValueThatTheStoreHasLostDoesNotHinderTheRest() throws {
        let library = try BackedUpLibrary()
        let lost = try #require(try BackedUpLibrary.externalFiles(library.path).there.min())
        try FileManager.default.removeItem(
            at: library.folder.url.appendingPathComponent(".library_SUPPORT/_EXTERNAL_DATA/\(lost)")
        )
        try library.container.backup(to: library.target)
        #expect(try BackedUpLibrary.dump(library.copied.path) == BackedUpLibrary.dump(library.path))
        let files = try BackedUpLibrary.externalFiles(library.copied.path)
        #expect(files.there == files.named.subtracting([lost]) && files.there.count == 2)
    }

    // MARK: Ends

    private struct Stop: Error {}

    @Test(arguments: 1...5)
    func nothingIsLeftOfABackupThatIsCancelled(report number: Int) throws {
        let library = try BackedUpLibrary()
        let before = BackedUpLibrary.names(library.folder.url)
        var count = 0
        #expect(throws: Stop.self) {
            try library.container.backup(to: library.target) { _ in
                count += 1
                if count == number { throw Stop() }
            }
        }
        #expect(BackedUpLibrary.names(library.folder.url) == before)
        // The next one is none the worse.
        try library.container.backup(to: library.target)
        try expectWhole(library.copied, dump: try BackedUpLibrary.dump(library.path))
    }

    @Test func aTaskThatIsCancelledEndsTheBackup() async throws {
        let library = try BackedUpLibrary()
        let before = BackedUpLibrary.names(library.folder.url)
        let (container, target) = (library.container, library.target)
        let task = Task.detached { () throws -> Void in
            try container.backup(to: target) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(BackedUpLibrary.names(library.folder.url) == before)
    }

    @Test func nothingIsOverwritten() throws {
        let library = try BackedUpLibrary()
        try library.container.backup(to: library.target)
        let before = try BackedUpLibrary.dump(library.copied.path)
        try BackedUpLibrary.add(8...8, to: library.container)
        #expect(code { try library.container.backup(to: library.target) } == .alreadyExists)
        #expect(code { try library.container.backup(to: URL(filePath: library.path)) } == .alreadyExists)
        #expect(try BackedUpLibrary.dump(library.copied.path) == before)
        let nowhere = library.folder.url.appendingPathComponent("a/b")
        #expect(code { try library.container.backup(to: nowhere) } == .missingFolder)
        #expect(BackedUpLibrary.names(library.folder.url).filter { $0.contains("BACKUP") }.isEmpty)
    }

    // MARK: Faults

    /// Each call fails once, as on a full disk.
    @Test func aFullDiskIsAnErrorThatLeavesNothing() throws {
        let library = try BackedUpLibrary()
        let before = BackedUpLibrary.names(library.folder.url)
        let dump = try BackedUpLibrary.dump(library.path)
        var number = 0
        while true {
            number += 1
            let files = HookedFiles(.once(number, ENOSPC))
            let result = Result {
                try StoreBackup.copyStore(
                    at: library.path,
                    to: library.target.path,
                    settings: files.settings
                ) { _, _ in }
            }
            switch result {
            case .success: try expectWhole(library.copied, dump: dump)
            case .failure(let error): #expect((error as? StoreError)?.code == .diskFull, "\(number): \(error)")
            }
            if files.count < number { break }
            if case .success = result {
                // A call whose failure is none: it is not there to be copied again.
                try FileManager.default.removeItem(at: library.target)
            }
            #expect(BackedUpLibrary.names(library.folder.url) == before, "\(number)")
        }
        #expect(number > 12)
    }

    /// The process dies before each call in turn: the name is there with all, or is not there.
    @Test func aCrashLeavesNoHalfBackupUnderTheName() throws {
        let library = try BackedUpLibrary()
        let dump = try BackedUpLibrary.dump(library.path)
        var number = 0
        while true {
            number += 1
            let files = HookedFiles(.dead(number))
            _ = try? StoreBackup.copyStore(
                at: library.path,
                to: library.target.path,
                settings: files.settings
            ) { _, _ in }
            if MissingFile.isFolder(library.target.path) {
                try expectWhole(library.copied, dump: dump)
                try FileManager.default.removeItem(at: library.target)
            }
            if files.count < number { break }
        }
        #expect(number > 12)
    }

    // MARK: Many

    @Test func permissionsAreThoseOfTheStore() throws {
        let library = try BackedUpLibrary()
        #expect(chmod(library.path, 0o640) == 0)
        try library.container.backup(to: library.target)
        func mode(_ name: String) throws -> UInt16? {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: library.target.appendingPathComponent(name).path
            )
            return (attributes[.posixPermissions] as? NSNumber)?.uint16Value
        }
        let file = try #require(try BackedUpLibrary.externalFiles(library.copied.path).there.first)
        #expect(try mode("library.store") == 0o640)
        #expect(try mode(".library_SUPPORT/_EXTERNAL_DATA/\(file)") == 0o640)
        #expect(try mode("") == 0o750)
        #expect(try mode(".library_SUPPORT/_EXTERNAL_DATA") == 0o750)
    }

    @Test func allStoresOfAContainerAreCopied() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
        }
        let volumes = Schema([Volume.self, Shelf.self, Subject.self, Note.self])
        let museums = Schema([Museum.self, Keeper.self])
        let container = try ModelContainer(
            for: Schema(Library.models),
            configurations: ModelConfiguration("one", schema: volumes, url: folder.url.appending(path: "a/x.store")),
            ModelConfiguration("two", schema: museums, url: folder.url.appending(path: "b/x.store"))
        )
        try BackedUpLibrary.add(1...2, to: container)
        let target = folder.url.appending(path: "copy")
        let made = try container.backup(to: target)
        #expect(made.map(\.lastPathComponent) == ["x.store", "two-x.store"])
        #expect(try BackedUpLibrary.dump(made[0].path) == BackedUpLibrary.dump(folder.path("a/x.store")))
        #expect(try BackedUpLibrary.dump(made[1].path) == BackedUpLibrary.dump(folder.path("b/x.store")))
    }

    @Test func aStoreInMemoryBecomesAFile() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration("notes", isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Schema(Library.models), configurations: configuration)
        try BackedUpLibrary.add(1...2, to: container)
        let made = try container.backup(to: folder.url.appending(path: "copy"))
        #expect(made.map(\.lastPathComponent) == ["notes.store"])
        let content = try BackedUpLibrary.content(made[0])
        #expect(content == ["volume 1": BackedUpLibrary.scan(1), "volume 2": BackedUpLibrary.scan(2)])
    }

    // MARK: Another process

    @Test func backupsAreBeginningsOfWhatAnotherProcessWrites() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("shared.store")
        let writer = Process()
        writer.executableURL = URL(filePath: try ChildProgram.path)
        // More than it comes to: it is ended once there are some copies.
        writer.arguments = ["write", path, "one", "10000000"]
        try writer.run()
        defer {
            // The thread that has started it may block SIGTERM, which it inherits.
            kill(writer.processIdentifier, SIGKILL)
            writer.waitUntilExit()
        }
        var counts: [Int] = []
        while counts.count < 5 {
            try #require(writer.isRunning)
            guard FileManager.default.fileExists(atPath: path) else { continue }
            let target = folder.path("copy \(counts.count)")
            defer { try? FileManager.default.removeItem(atPath: target) }
            do {
                let copy = try StoreBackup.copyStore(at: path, to: target) { _, _ in }
                let sql = "SELECT count(*), max(ZNUMBER), (SELECT count(*) FROM ATRANSACTION) FROM ZLEDGERENTRY"
                let rows = try #require(Program.sqlite3).run([copy.file, sql])
                let numbers = rows.split(whereSeparator: { "|\n".contains($0) }).compactMap { Int($0) }
                guard numbers.count == 3 else {
                    #expect(rows == "0||0\n")
                    continue
                }
                #expect(numbers[1] == numbers[0] - 1 && numbers[2] == numbers[0], "\(rows)")
                #expect(try BackedUpLibrary.check(copy.file) == "ok\n")
                counts.append(numbers[0])
            } catch let error as StoreError where counts.isEmpty {
                // It has not made its tables yet.
                #expect([.notADatabase, .locked].contains(error.code), "\(error)")
            }
        }
        #expect(counts == counts.sorted() && Set(counts).count > 1, "\(counts)")
    }
}
