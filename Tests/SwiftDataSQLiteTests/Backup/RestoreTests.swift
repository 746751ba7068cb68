import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Backups that are put in the place of a store.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3"))
struct RestoreTests {
    /// A folder with a store that has changed since its backup was made; no process has it open.
    private struct Changed {
        let folder: TemporaryFolder
        var store: URL { folder.url.appendingPathComponent("library.store") }
        var backup: URL { folder.url.appendingPathComponent("copy") }
        let old: [String: Data?]
        let new: [String: Data?]
        let dump: String

        init() throws {
            folder = try TemporaryFolder()
            let library = try BackedUpLibrary(folder)
            try library.container.backup(to: library.target)
            let context = ModelContext(library.container)
            let volumes = try context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.pages)]))
            volumes[0].scan = BackedUpLibrary.scan(77)
            context.delete(volumes[1])
            context.insert(Volume("volume 4"))
            try context.save()
            try library.close()
            (old, new) = (try BackedUpLibrary.content(library.copied), try BackedUpLibrary.content(library.url))
            dump = try BackedUpLibrary.dump(library.copied.path)
            #expect(old != new)
        }
    }

    private func expectRestored(_ changed: Changed) throws {
        #expect(try BackedUpLibrary.check(changed.store.path) == "ok\n")
        #expect(try BackedUpLibrary.dump(changed.store.path) == changed.dump)
        #expect(try BackedUpLibrary.content(changed.store) == changed.old)
        #expect((try? MissingFile.size(changed.store.path + "-wal")) ?? 0 == 0)
    }

    private let garbage = Data((0..<9_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) })

    @Test func aStoreIsWhatTheBackupIs() throws {
        let changed = try Changed()
        #expect(chmod(changed.store.path, 0o640) == 0)
        try ModelContainer.restore(from: changed.backup, to: changed.store)
        try expectRestored(changed)
        let files = try BackedUpLibrary.externalFiles(changed.store.path)
        #expect(files.there == files.named)
        #expect(BackedUpLibrary.names(changed.folder.url) == ["copy", "library.store", ".library_SUPPORT"])
        #expect(FilePermissions(of: changed.store.path).mode == 0o640)
        // Work goes on.
        let configuration = ModelConfiguration(url: changed.store)
        let container = try ModelContainer(for: Schema(Library.models), configurations: configuration)
        try BackedUpLibrary.add(9...9, to: container)
        #expect(try BackedUpLibrary.content(changed.store).count == 4)
        // The backup is as it was, and its files are its own.
        #expect(try BackedUpLibrary.content(changed.backup.appendingPathComponent("library.store")) == changed.old)
    }

    @Test func whatAProgramThatWasKilledLeftInTheLogIsGone() throws {
        let changed = try Changed()
        let crashed = changed.folder.url.appendingPathComponent("crashed.store")
        do {
            // A log whose rows are not in the file, as it is while the container is open.
            let configuration = ModelConfiguration(url: changed.store)
            let container = try ModelContainer(for: Schema(Library.models), configurations: configuration)
            let context = ModelContext(container)
            context.insert(Volume("in the log"))
            try context.save()
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: changed.store.path + suffix, toPath: crashed.path + suffix)
            }
        }
        #expect(try MissingFile.size(crashed.path + "-wal") ?? 0 > 0)
        try ModelContainer.restore(from: changed.backup.appendingPathComponent("library.store"), to: crashed)
        #expect(try BackedUpLibrary.dump(crashed.path) == changed.dump)
        #expect(try BackedUpLibrary.content(crashed) == changed.old)
    }

    @Test func aStoreIsMadeWhereThereIsNone() throws {
        let changed = try Changed()
        let store = changed.folder.url.appendingPathComponent("fresh.store")
        // Of a store that somebody has removed.
        try garbage.write(to: URL(filePath: store.path + "-wal"))
        try ModelContainer.restore(from: changed.backup, to: store)
        #expect(!FileManager.default.fileExists(atPath: store.path + "-wal"))
        #expect(try BackedUpLibrary.dump(store.path) == changed.dump)
        #expect(try BackedUpLibrary.content(store) == changed.old)
        #expect(BackedUpLibrary.names(changed.folder.url).filter { $0.contains("_RE") }.isEmpty)
    }

    @Test func aStoreThatIsMadeBesideOneOfTheSameNameHasFilesOfItsOwn() throws {
        let changed = try Changed()
        try ModelContainer.restore(from: changed.backup, to: changed.store)
        let other = changed.store.deletingPathExtension().appendingPathExtension("sqlite")
        let backup = changed.backup.appendingPathComponent("library.store")
        try ModelContainer.restore(from: backup, to: other)
        #expect(try BackedUpLibrary.content(other) == changed.old)
        let configuration = ModelConfiguration(url: other)
        try ModelContainer(for: Schema(Library.models), configurations: configuration).erase()
        #expect(try BackedUpLibrary.content(changed.store) == changed.old)
    }

    /// As stores of earlier versions are.
    @Test(arguments: [false, true])
    func aStoreInTheFolderOfItsNeighbourGetsFilesOfItsOwn(isDamaged: Bool) throws {
        let changed = try Changed()
        try ModelContainer.restore(from: changed.backup, to: changed.store)
        let other = changed.store.deletingPathExtension().appendingPathExtension("sqlite")
        do {
            let moved = changed.folder.url.appendingPathComponent("moved.store")
            _ = try ModelContainer(for: Schema(Library.models), configurations: ModelConfiguration(url: moved))
            try FileManager.default.moveItem(at: moved, to: other)
        }
        if isDamaged { try garbage.write(to: other) }
        try ModelContainer.restore(from: changed.backup.appendingPathComponent("library.store"), to: other)
        #expect(try BackedUpLibrary.content(other) == changed.old)
        try ModelContainer(for: Schema(Library.models), configurations: ModelConfiguration(url: other)).erase()
        #expect(try BackedUpLibrary.content(changed.store) == changed.old)
    }

    /// The rows of the restored store name a file that only the neighbour has.
    @Test func aFileThatTheBackupHasLostStaysTheNeighbours() throws {
        let changed = try Changed()
        try ModelContainer.restore(from: changed.backup, to: changed.store)
        let place = changed.backup.appendingPathComponent(".library_SUPPORT/_EXTERNAL_DATA")
        for name in BackedUpLibrary.names(place) {
            try FileManager.default.removeItem(at: place.appendingPathComponent(name))
        }
        let other = changed.store.deletingPathExtension().appendingPathExtension("sqlite")
        try ModelContainer.restore(from: changed.backup.appendingPathComponent("library.store"), to: other)
        try ModelContainer(for: Schema(Library.models), configurations: ModelConfiguration(url: other)).erase()
        #expect(try BackedUpLibrary.content(changed.store) == changed.old)
    }

    @Test func aRestoreThatIsCancelledLeavesNoFolder() throws {
        let changed = try Changed()
        try ModelContainer.restore(from: changed.backup, to: changed.store)
        let other = changed.store.deletingPathExtension().appendingPathExtension("sqlite")
        let moved = changed.folder.url.appendingPathComponent("moved.store")
        _ = try ModelContainer(for: Schema(Library.models), configurations: ModelConfiguration(url: moved))
        try FileManager.default.moveItem(at: moved, to: other)
        let backup = changed.backup.appendingPathComponent("library.store")
        // Enough pages for reports between them.
        _ = try #require(Program.sqlite3, "needs sqlite3")
            .run([backup.path, "CREATE TABLE filler AS SELECT zeroblob(5000000)"])
        var cancelled = 0
        while true {
            var reports = 0
            do {
                try StoreRestore(from: backup.path, to: other.path).run { _, _ in
                    reports += 1
                    if reports > cancelled { throw CancellationError() }
                }
                break
            } catch is CancellationError {
                cancelled += 1
                #expect(BackedUpLibrary.names(changed.folder.url).filter { $0.hasSuffix("_FILES") }.isEmpty)
                #expect(try BackedUpLibrary.content(changed.store) == changed.old)
                #expect(try BackedUpLibrary.content(other).isEmpty)
            }
        }
        // Before and amid the files, and amid the pages.
        #expect(cancelled > 3)
        #expect(try BackedUpLibrary.content(other) == changed.old)
    }

    @Test func aFileThatIsNoDatabaseAnyMoreIsReplaced() throws {
        let changed = try Changed()
        try garbage.write(to: changed.store)
        try garbage.write(to: URL(filePath: changed.store.path + "-wal"))
        let kept = changed.folder.url.appendingPathComponent("kept")
        try ModelContainer.restore(from: changed.backup, to: changed.store, keeping: kept)
        try expectRestored(changed)
        #expect(try Data(contentsOf: kept.appendingPathComponent("library.store")) == garbage)
        #expect(try Data(contentsOf: kept.appendingPathComponent("library.store-wal")) == garbage)
        #expect(BackedUpLibrary.names(kept.appendingPathComponent(".library_SUPPORT/_EXTERNAL_DATA")).count == 2)
    }

    /// A page in the middle is gone; SQLite opens the file all the same.
    @Test func aDamagedStoreIsReplaced() throws {
        let changed = try Changed()
        let roots = "SELECT rootpage FROM sqlite_master WHERE name IN ('ZVOLUME', 'Z_MODELCACHE')"
        var bytes = try Data(contentsOf: changed.store)
        for root in try #require(Program.sqlite3).run([changed.store.path, roots]).split(separator: "\n") {
            let start = (try #require(Int(root)) - 1) * 4096
            bytes.replaceSubrange(start..<start + 4096, with: Data(repeating: 0x5A, count: 4096))
        }
        try bytes.write(to: changed.store)
        let kept = changed.folder.url.appendingPathComponent("kept")
        try ModelContainer.restore(from: changed.backup, to: changed.store, keeping: kept)
        try expectRestored(changed)
        #expect(BackedUpLibrary.names(kept.appendingPathComponent(".library_SUPPORT/_EXTERNAL_DATA")).count == 2)
    }

    @Test func aStoreWithPagesOfAnotherSizeIsReplaced() throws {
        let changed = try Changed()
        let sqlite3 = try #require(Program.sqlite3)
        try sqlite3.run([changed.store.path, "PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM"])
        try ModelContainer.restore(from: changed.backup, to: changed.store)
        try expectRestored(changed)
    }

    @Test func theReplacedStoreIsKept() throws {
        let changed = try Changed()
        let dump = try BackedUpLibrary.dump(changed.store.path)
        let kept = changed.folder.url.appendingPathComponent("kept")
        try ModelContainer.restore(from: changed.backup, to: changed.store, keeping: kept)
        try expectRestored(changed)
        let file = kept.appendingPathComponent("library.store")
        #expect(try BackedUpLibrary.dump(file.path) == dump)
        #expect(try BackedUpLibrary.content(file) == changed.new)
        // And back again.
        try ModelContainer.restore(from: kept, to: changed.store)
        #expect(try BackedUpLibrary.content(changed.store) == changed.new)
        let again = code { try ModelContainer.restore(from: changed.backup, to: changed.store, keeping: kept) }
        #expect(again == .alreadyExists)
        #expect(try BackedUpLibrary.content(changed.store) == changed.new)
    }

    // MARK: Refusals

    @Test func aStoreThatIsOpenIsLeftAlone() throws {
        let changed = try Changed()
        do {
            let configuration = ModelConfiguration(url: changed.store)
            let container = try ModelContainer(for: Schema(Library.models), configurations: configuration)
            #expect(code { try ModelContainer.restore(from: changed.backup, to: changed.store) } == .locked)
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<Volume>()) == changed.new.count)
        }
        let dump = try BackedUpLibrary.dump(changed.store.path)
        // Another process that has only read something, and is waiting for its next statement.
        let reader = Process()
        let (input, output) = (Pipe(), Pipe())
        reader.executableURL = try #require(Program.sqlite3).url
        reader.arguments = [changed.store.path]
        reader.standardInput = input
        reader.standardOutput = output
        try reader.run()
        input.fileHandleForWriting.write(Data("SELECT count(*) FROM ZVOLUME;\n.print ready\n".utf8))
        var heard = ""
        while !heard.contains("ready") {
            heard += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        #expect(code { try ModelContainer.restore(from: changed.backup, to: changed.store) } == .locked)
        try input.fileHandleForWriting.close()
        reader.waitUntilExit()
        #expect(try BackedUpLibrary.dump(changed.store.path) == dump)
        try ModelContainer.restore(from: changed.backup, to: changed.store)
        try expectRestored(changed)
    }

    @Test func aDamagedBackupIsRefused() throws {
        let changed = try Changed()
        let file = changed.backup.appendingPathComponent("library.store")
        let root = try #require(Program.sqlite3).run([
            file.path, "SELECT rootpage FROM sqlite_master WHERE name = 'ZVOLUME'",
        ])
        let start = (try #require(Int(root.dropLast())) - 1) * 4096
        var bytes = try Data(contentsOf: file)
        bytes.replaceSubrange(start..<start + 4096, with: Data(repeating: 0x5A, count: 4096))
        try bytes.write(to: file)
        let before = try changed.folder.contentsDeep()
        #expect(code { try ModelContainer.restore(from: changed.backup, to: changed.store) } == .notADatabase)
        #expect(try changed.folder.contentsDeep() == before)
        try Data().write(to: file)
        #expect(code { try ModelContainer.restore(from: changed.backup, to: changed.store) } == .notADatabase)
        let nothing = changed.folder.url.appendingPathComponent("nothing")
        #expect(code { try ModelContainer.restore(from: nothing, to: changed.store) } == .cannotOpen)
        #expect(code { try ModelContainer.restore(from: changed.store, to: changed.store) } == .alreadyExists)
        #expect(try BackedUpLibrary.content(changed.store) == changed.new)
    }

    private struct Stop: Error {}

    @Test(arguments: 1...7)
    func aRestoreThatIsCancelledChangesNothing(report number: Int) throws {
        let changed = try Changed()
        let before = BackedUpLibrary.names(changed.folder.url)
        let files = try BackedUpLibrary.externalFiles(changed.store.path).there
        var count = 0
        let result = Result {
            try ModelContainer.restore(from: changed.backup, to: changed.store) { _ in
                count += 1
                if count == number { throw Stop() }
            }
        }
        guard case .failure(let error) = result else { return try expectRestored(changed) }
        #expect(error is Stop)
        _ = try ModelContainer(for: Schema(Library.models), configurations: ModelConfiguration(url: changed.store))
        #expect(try BackedUpLibrary.content(changed.store) == changed.new)
        #expect(try BackedUpLibrary.externalFiles(changed.store.path).there == files)
        #expect(BackedUpLibrary.names(changed.folder.url).subtracting(before).filter { $0.hasPrefix(".") }.isEmpty)
    }

    // MARK: Crashes

    enum Before: CaseIterable { case healthy, missing, garbage }

    /// The process dies before each call in turn, or the call alone fails: the store is the old one or the new one.
    @Test(arguments: Before.allCases, [true, false])
    func aRestoreThatDiesLeavesOneOfTheTwo(before: Before, dies: Bool) throws {
        let changed = try Changed()
        if before == .missing { try FileManager.default.removeItem(at: changed.store) }
        if before == .garbage {
            try garbage.write(to: changed.store)
            try garbage.write(to: URL(filePath: changed.store.path + "-wal"))
        }
        let original = changed.folder.url.appendingPathComponent("original")
        try FileManager.default.createDirectory(at: original, withIntermediateDirectories: false)
        let files = FileManager.default
        let parts = ["library.store", "library.store-wal", ".library_SUPPORT"]
        for part in parts where files.fileExists(atPath: changed.folder.path(part)) {
            try files.copyItem(atPath: changed.folder.path(part), toPath: original.path + "/" + part)
        }
        var (number, olds, news) = (0, 0, 0)
        while true {
            number += 1
            let place = changed.folder.url.appendingPathComponent("try \(number)")
            try files.copyItem(at: original, to: place)
            let store = place.appendingPathComponent("library.store")
            let calls = HookedFiles(dies ? .dead(number) : .once(number, EIO))
            let restore = try StoreRestore(from: changed.backup.path, to: store.path, settings: calls.settings)
            let result = Result { try restore.run { _, _ in } }
            if !dies, case .failure(let error) = result { #expect(error is StoreError, "\(number): \(error)") }
            let isGarbage = (try? Data(contentsOf: store)) == garbage
            if isGarbage || !files.fileExists(atPath: store.path) {
                #expect(before == (isGarbage ? .garbage : .missing))
                olds += 1
                if isGarbage {
                    // Whoever opens it is refused, and finds everything as it was.
                    let configuration = ModelConfiguration(url: store)
                    let error = code {
                        _ = try ModelContainer(for: Schema(Library.models), configurations: configuration)
                    }
                    #expect(error == .notADatabase)
                    #expect(try Data(contentsOf: URL(filePath: store.path + "-wal")) == garbage, "\(number)")
                    #expect(BackedUpLibrary.names(place).filter { $0.contains("_RE") }.isEmpty, "\(number)")
                }
            } else {
                // What it has left behind is removed when the store is opened.
                let configuration = ModelConfiguration(url: store)
                _ = try ModelContainer(for: Schema(Library.models), configurations: configuration)
                let content = try BackedUpLibrary.content(store)
                #expect(content == changed.old || (content == changed.new && before == .healthy), "\(number)")
                if content == changed.old { news += 1 } else { olds += 1 }
                if case .success = result { #expect(content == changed.old) }
                #expect(try BackedUpLibrary.check(store.path) == "ok\n")
                let external = try BackedUpLibrary.externalFiles(store.path)
                // Which of a damaged store's are its own, nobody can tell.
                #expect(external.there.isSuperset(of: external.named))
                #expect(external.there == external.named || before != .healthy)
                #expect(!files.fileExists(atPath: place.path + "/.library.store_SAVING"), "\(number)")
            }
            // A second one comes through.
            try ModelContainer.restore(from: changed.backup, to: store)
            #expect(try BackedUpLibrary.dump(store.path) == changed.dump, "\(number)")
            #expect(BackedUpLibrary.names(place).filter { $0.contains("_RE") }.isEmpty, "\(number)")
            try files.removeItem(at: place)
            if calls.count < number { break }
        }
        #expect(number > 10 && olds > 3 && news > 0, "\(number): \(olds), \(news)")
    }
}

extension BackedUpLibrary {
    var url: URL { URL(filePath: path) }
}

extension TemporaryFolder {
    /// All files with their bytes.
    func contentsDeep() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
            found[name] = (try? Data(contentsOf: url.appendingPathComponent(name))) ?? Data()
        }
        return found
    }
}
