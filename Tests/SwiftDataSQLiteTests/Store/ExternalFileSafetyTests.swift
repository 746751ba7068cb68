import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// The fate of the files of large values when stores lie beside each other, behind a link, or when processes die.
@Suite struct ExternalFileSafetyTests {
    private let large = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0) })
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func container(_ name: String) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(Library.models),
            configurations: ModelConfiguration(url: URL(fileURLWithPath: folder.path(name)))
        )
    }

    private func insert(_ title: String, into container: ModelContainer) throws {
        let context = ModelContext(container)
        let volume = Volume(title)
        volume.scan = large
        context.insert(volume)
        try context.save()
    }

    private func scans(_ container: ModelContainer) throws -> [Data?] {
        try ModelContext(container).fetch(FetchDescriptor<Volume>()).map(\.scan)
    }

    private func names(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(path))) ?? []).sorted()
    }

    private func erase(_ container: ModelContainer) throws {
        for store in container.core.stores { try store.erase() }
    }

    // MARK: Neighbours

    @Test(arguments: ["notes.store", "notes.data", "notes"])
    func aStoreBesideOneOfTheSameNameHasAFolderOfItsOwn(_ neighbour: String) throws {
        let (first, second) = (try container(neighbour), try container("notes.sqlite"))
        try insert("a", into: first)
        try insert("b", into: second)
        #expect(names(".notes_SUPPORT/_EXTERNAL_DATA").count == 1)
        #expect(names(".notes.sqlite_FILES").count == 1)
        try erase(second)
        #expect(try scans(first) == [large])
        #expect(try scans(try container(neighbour)) == [large])
        // What tells that the store has it stays.
        #expect(names(".notes.sqlite_FILES").isEmpty && names("").contains(".notes.sqlite_FILES"))
        try insert("c", into: second)
        #expect(try scans(try container("notes.sqlite")) == [large])
    }

    @Test func aFileThatIsNoDatabaseIsNoNeighbour() throws {
        try Data("notes".utf8).write(to: URL(fileURLWithPath: folder.path("notes.txt")))
        try insert("a", into: try container("notes.sqlite"))
        #expect(names(".notes_SUPPORT/_EXTERNAL_DATA").count == 1)
    }

    /// Makes a store whose files are in the folder of `notes.store`, as stores of earlier versions, and of Core Data's,
    /// are.
    private func makeSharingStore(_ files: FileManager = .default) throws {
        do {
            let other = try container("other.store")
            try insert("b", into: other)
        }
        try files.moveItem(atPath: folder.path("other.store"), toPath: folder.path("notes.sqlite"))
        for name in names(".other_SUPPORT/_EXTERNAL_DATA") {
            try files.moveItem(
                atPath: folder.path(".other_SUPPORT/_EXTERNAL_DATA/\(name)"),
                toPath: folder.path(".notes_SUPPORT/_EXTERNAL_DATA/\(name)")
            )
        }
    }

    @Test func removingAStoreThatCameToNothingLeavesTheFilesOfAnother() throws {
        let first = try container("notes.store")
        try insert("a", into: first)
        try makeSharingStore()
        try StoreRemoval(folder.path("notes.sqlite")).run()
        #expect(try scans(first) == [large])
        #expect(names(".notes_SUPPORT/_EXTERNAL_DATA").count == 1 && !names("").contains("notes.sqlite"))
        try StoreRemoval(folder.path("missing.sqlite")).run()
    }

    @Test func erasingAStoreLeavesTheFilesOfAnotherInTheSameFolder() throws {
        let first = try container("notes.store")
        try insert("a", into: first)
        try makeSharingStore()
        let second = try container("notes.sqlite")
        #expect(try scans(second) == [large])
        #expect(names(".notes_SUPPORT/_EXTERNAL_DATA").count == 2)
        try erase(second)
        #expect(try scans(second).isEmpty)
        #expect(try scans(try container("notes.store")) == [large])
        try erase(first)
        #expect(!names("").contains(".notes_SUPPORT"))
    }

    // MARK: Links

    @Test func aStoreBehindALinkIsTheStoreThatTheLinkLeadsTo() throws {
        let files = FileManager.default
        for name in ["real", "links"] {
            try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
        }
        // The first leads to a file that is still to be made.
        try files.createSymbolicLink(
            atPath: folder.path("links/notes.store"),
            withDestinationPath: "../real/notes.store"
        )
        let behind = try container("links/notes.store")
        try insert("a", into: behind)
        #expect(names("real/.notes_SUPPORT/_EXTERNAL_DATA").count == 1)
        #expect(names("links") == ["notes.store"])
        let direct = try container("real/notes.store")
        #expect(try scans(direct) == [large])
        try insert("b", into: direct)
        #expect(try scans(behind) == [large, large])
        let readOnly = ModelConfiguration(
            url: URL(fileURLWithPath: folder.path("links/notes.store")),
            allowsSave: false
        )
        #expect(try scans(ModelContainer(for: Schema(Library.models), configurations: readOnly)).count == 2)
        let error = try #require(throws: SwiftDataError.self) {
            try ModelContainer(
                for: Schema(Library.models),
                configurations: ModelConfiguration("a", url: URL(fileURLWithPath: folder.path("links/notes.store"))),
                ModelConfiguration("b", url: URL(fileURLWithPath: folder.path("real/notes.store")))
            )
        }
        #expect(error == .duplicateConfiguration)
    }

    /// After a link, ".." leads out of the folder that the link leads to.
    @Test func aPathThatLeavesALinkedFolderLeadsWhereTheSystemSays() throws {
        let files = FileManager.default
        for name in ["a", "a/deep", "b"] {
            try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
        }
        try files.createSymbolicLink(atPath: folder.path("b/link"), withDestinationPath: "../a/deep")
        let path = folder.url.path + "/b/link/../notes.store"
        let connection = try StoreConnection.file(path)
        try connection.close()
        #expect(files.fileExists(atPath: folder.path("a/notes.store")))
        #expect(!files.fileExists(atPath: folder.path("b/notes.store")))
    }

    // MARK: Order

    /// Notes the calls, and what the row is when each is made.
    private final class RecordedFiles: FileCalls {
        private let system = SystemFiles()
        private let calls = Locked<[String]>([])
        let rows: @Sendable () -> Int

        init(rows: @escaping @Sendable () -> Int) { self.rows = rows }

        var noted: [String] { calls.withLock { $0 } }

        private func note(_ call: String, _ path: String) {
            let name = (path as NSString).lastPathComponent
            let place =
                UUID(uuidString: name) == nil
                ? name
                : ((path as NSString).deletingLastPathComponent as NSString)
                    .lastPathComponent + "/file"
            let count = rows()
            calls.withLock { $0.append("\(count) \(call) \(place)") }
        }

        func makeFolder(_ path: String, _ permissions: FilePermissions) throws -> Bool {
            note("make", path)
            return try system.makeFolder(path, permissions)
        }

        func write(_ data: Data, to path: String, _ permissions: FilePermissions) throws {
            note("write", path)
            try system.write(data, to: path, permissions)
        }

        func syncFolder(_ path: String) throws {
            note("sync", path)
            try system.syncFolder(path)
        }

        func remove(_ path: String) throws -> Bool {
            note("remove", path)
            return try system.remove(path)
        }

        func removeFolder(_ path: String) { note("remove folder", path) }
    }

    @Test func everythingIsOnTheDiskBeforeTheRowIs() throws {
        let file = folder.path("notes.store")
        let files = RecordedFiles { Self.rowCount(file) }
        var settings = ConnectionSettings()
        settings.files = files
        var configuration = ModelConfiguration(url: URL(fileURLWithPath: file))
        configuration.schema = Schema(Library.models)
        let store = try DefaultStore(configuration, settings: settings)
        let core = ContainerCore(
            schema: Schema(Library.models),
            migrationPlan: nil,
            stores: [TrustedStore(store)],
            configurations: [configuration]
        )
        let context = ModelContext(core.container())
        let volume = Volume("a")
        volume.scan = large
        context.insert(volume)
        try context.save()
        let base = folder.url.lastPathComponent
        #expect(
            files.noted == [
                "0 make .notes.store_SAVING", "0 sync \(base)", "0 write .notes.store_SAVING/file",
                "0 sync .notes.store_SAVING", "0 make .notes_SUPPORT", "0 sync \(base)", "0 make _EXTERNAL_DATA",
                "0 sync .notes_SUPPORT", "0 write _EXTERNAL_DATA/file", "0 sync _EXTERNAL_DATA",
                "1 remove .notes.store_SAVING/file", "1 remove folder .notes.store_SAVING",
            ]
        )
        let before = files.noted.count
        context.delete(volume)
        try context.save()
        #expect(
            Array(files.noted[before...]) == [
                "1 write .notes.store_SAVING/file", "1 sync .notes.store_SAVING", "0 remove _EXTERNAL_DATA/file",
                "0 sync _EXTERNAL_DATA", "0 remove .notes.store_SAVING/file", "0 remove folder .notes.store_SAVING",
            ]
        )
    }

    /// The number of rows that another connection sees.
    private static func rowCount(_ file: String) -> Int {
        let connection = try? StoreConnection.readOnlyFile(file)
        defer { try? connection?.close() }
        return (try? connection?.read { Int(try $0.integer("SELECT count(*) FROM ZVOLUME") ?? 0) }) ?? -1
    }

    // MARK: Deaths

    private func storage(_ name: String) -> ExternalStorage { ExternalStorage(storePath: folder.path(name)) }

    @Test func whatASaveLeftBehindIsRemovedWhenTheStoreIsOpened() throws {
        do {
            let container = try container("notes.store")
            try insert("a", into: container)
        }
        let kept = names(".notes_SUPPORT/_EXTERNAL_DATA")
        do {
            // Dies after it has written its files, and before its commit.
            var writer = ExternalFileWriter(storage("notes.store"))
            for _ in 0..<3 { _ = try writer.store(large) }
            #expect(names(".notes_SUPPORT/_EXTERNAL_DATA").count == 4)
            // Somebody who opens the store meanwhile leaves them alone.
            _ = try container("notes.store")
            #expect(names(".notes_SUPPORT/_EXTERNAL_DATA").count == 4)
        }
        #expect(names(".notes.store_SAVING").count == 1)
        let readOnly = ModelConfiguration(url: URL(fileURLWithPath: folder.path("notes.store")), allowsSave: false)
        _ = try ModelContainer(for: Schema(Library.models), configurations: readOnly)
        #expect(names(".notes_SUPPORT/_EXTERNAL_DATA").count == 4)
        #expect(try scans(try container("notes.store")) == [large])
        #expect(names(".notes_SUPPORT/_EXTERNAL_DATA") == kept)
        #expect(!names("").contains(".notes.store_SAVING"))
    }

    @Test func whatARowNamesStaysWhoeverListedIt() throws {
        do {
            let container = try container("notes.store")
            try insert("a", into: container)
        }
        // Dies after the commit and before it has taken its note back.
        let note = try #require(storage("notes.store").makeNote())
        try note.note(names(".notes_SUPPORT/_EXTERNAL_DATA") + ["no name", UUID().uuidString])
        note.leave()
        #expect(try scans(try container("notes.store")) == [large])
        #expect(!names("").contains(".notes.store_SAVING"))
    }

    @Model final class Photo {
        @Attribute(.externalStorage) var image: Data?

        init(image: Data?) { self.image = image }
    }

    /// A file of Apple's may have entities that the schema of the program leaves out.
    @Test func whatATableOutsideOfTheSchemaNamesStays() throws {
        let url = URL(fileURLWithPath: folder.path("notes.store"))
        do {
            let whole = Schema([Note.self, Photo.self])
            let context = ModelContext(
                try ModelContainer(for: whole, configurations: ModelConfiguration(url: url))
            )
            context.insert(Photo(image: large))
            try context.save()
        }
        let kept = names(".notes_SUPPORT/_EXTERNAL_DATA")
        #expect(kept.count == 1)
        let note = try #require(storage("notes.store").makeNote())
        try note.note(kept)
        note.leave()
        // It is served as it is, without a migration that removes the other table.
        try makeApples("notes.store")
        let part = try ModelContainer(for: Schema([Note.self]), configurations: ModelConfiguration(url: url))
        #expect(try ModelContext(part).fetch(FetchDescriptor<Note>()).isEmpty)
        #expect(names(".notes_SUPPORT/_EXTERNAL_DATA") == kept)
        #expect(!names("").contains(".notes.store_SAVING"))
    }

    /// Takes the key out of the metadata by which a file says that this library made it.
    private func makeApples(_ name: String) throws {
        let connection = try StoreConnection.file(folder.path(name))
        defer { try? connection.close() }
        try connection.write { runner in
            var list = Data()
            try runner.query("SELECT Z_PLIST FROM Z_METADATA") { list = $0.blob(0) }
            var entries = try #require(
                try PropertyListSerialization.propertyList(from: list, format: nil) as? [String: Any]
            )
            entries = entries.filter { !$0.key.hasPrefix("OpenSwiftData") }
            let data = try PropertyListSerialization.data(fromPropertyList: entries, format: .binary, options: 0)
            try runner.run("UPDATE Z_METADATA SET Z_PLIST = ?") { $0.blob(data) }
        }
    }

    /// Fails one kind of call.
    private struct FailingFiles: FileCalls {
        let call: String
        let number: Int32
        let files = SystemFiles()

        private func check(_ call: String, _ path: String) throws {
            if call == self.call, !path.contains("_SAVING") { throw FileFailure(call, path, number) }
        }

        func makeFolder(_ path: String, _ permissions: FilePermissions) throws -> Bool {
            try check("mkdir", path)
            return try files.makeFolder(path, permissions)
        }

        func write(_ data: Data, to path: String, _ permissions: FilePermissions) throws {
            try check("write", path)
            try files.write(data, to: path, permissions)
        }

        func syncFolder(_ path: String) throws {
            try check("fsync", path)
            try files.syncFolder(path)
        }

        func remove(_ path: String) throws -> Bool { try files.remove(path) }
        func removeFolder(_ path: String) { files.removeFolder(path) }
    }

    /// Another process opens the store at each moment of a save, and takes the notes that it can lock for notes of dead
    /// saves.
    private final class SweptFiles: FileCalls {
        private let files = SystemFiles()
        private let taken = Locked<[(descriptor: CInt, names: [String])]>([])

        /// As ``ExternalSweep``: locks the note, and later removes what it listed.
        private func take(_ note: String) {
            let descriptor = open(note, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
            let text = (try? String(contentsOfFile: note, encoding: .utf8)) ?? ""
            taken.withLock { $0.append((descriptor, text.split(separator: "\n").map(String.init))) }
        }

        private func sweep(_ folder: String) throws {
            for name in taken.withLock({ $0.flatMap(\.names) }) { _ = try files.remove(folder + "/" + name) }
        }

        deinit { for note in taken.withLock({ $0 }) { close(note.descriptor) } }

        var count: Int { taken.withLock { $0.count } }

        func makeFolder(_ path: String, _ permissions: FilePermissions) throws -> Bool {
            try files.makeFolder(path, permissions)
        }

        func write(_ data: Data, to path: String, _ permissions: FilePermissions) throws {
            try files.write(data, to: path, permissions)
            let folder = (path as NSString).deletingLastPathComponent
            if folder.hasSuffix("_SAVING") {
                if count == 0 { take(path) }
            } else {
                try sweep(folder)
            }
        }

        func syncFolder(_ path: String) throws { try files.syncFolder(path) }
        func remove(_ path: String) throws -> Bool { try files.remove(path) }
        func removeFolder(_ path: String) { files.removeFolder(path) }
    }

    @Test func whoOpensTheStoreAmidASaveTakesNoFileOfIt() throws {
        let files = SweptFiles()
        var settings = ConnectionSettings()
        settings.files = files
        var configuration = ModelConfiguration(url: URL(fileURLWithPath: folder.path("notes.store")))
        configuration.schema = Schema(Library.models)
        let core = ContainerCore(
            schema: Schema(Library.models),
            migrationPlan: nil,
            stores: [TrustedStore(try DefaultStore(configuration, settings: settings))],
            configurations: [configuration]
        )
        try insert("a", into: core.container())
        #expect(files.count == 1)
        #expect(try scans(try container("notes.store")) == [large])
    }

    @Test(arguments: [
        ("write", ENOSPC, StoreError.Code.diskFull), ("mkdir", EACCES, .noPermission), ("fsync", EIO, .cannotOpen),
        ("write", EMFILE, .cannotOpen),
    ])
    func aFileThatCannotBeWrittenIsAnErrorOfTheProperty(call: String, number: Int32, code: StoreError.Code) throws {
        var settings = ConnectionSettings()
        settings.files = FailingFiles(call: call, number: number)
        var configuration = ModelConfiguration(url: URL(fileURLWithPath: folder.path("notes.store")))
        configuration.schema = Schema(Library.models)
        let core = ContainerCore(
            schema: Schema(Library.models),
            migrationPlan: nil,
            stores: [TrustedStore(try DefaultStore(configuration, settings: settings))],
            configurations: [configuration]
        )
        let context = ModelContext(core.container())
        let volume = Volume("a")
        volume.scan = large
        context.insert(volume)
        let error = try #require(throws: StoreError.self) { try context.save() }
        #expect(error.code == code)
        #expect(error.propertyName == "scan" || call == "fsync")
        #expect(context.hasChanges)
        #expect(names(".notes_SUPPORT/_EXTERNAL_DATA").isEmpty)
        #expect(names(".notes.store_SAVING").isEmpty)
        volume.scan = Data([1])
        try context.save()
        #expect(try scans(try container("notes.store")) == [Data([1])])
    }

    @Test func aSaveThatFailsLeavesNothing() throws {
        let container = try container("notes.store")
        let context = ModelContext(container)
        context.insert(Subject("a"))
        try context.save()
        context.insert(Subject("b"))
        let twin = Subject("c")
        context.insert(twin)
        try context.save()
        twin.name = "a"
        let volume = Volume("v")
        volume.scan = large
        context.insert(volume)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(names(".notes_SUPPORT/_EXTERNAL_DATA").isEmpty)
        #expect(!names("").contains(".notes.store_SAVING"))
    }

    // MARK: Permissions

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(path))
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue & 0o777
    }

    @Test(arguments: [(0o600, 0o700), (0o640, 0o750), (0o644, 0o755)])
    func filesHaveThePermissionsOfTheStore(file: Int, folderMode: Int) throws {
        let container = try container("notes.store")
        try FileManager.default.setAttributes(
            [.posixPermissions: NSNumber(value: file)],
            ofItemAtPath: folder.path("notes.store")
        )
        try insert("a", into: container)
        let name = try #require(names(".notes_SUPPORT/_EXTERNAL_DATA").first)
        #expect(try mode(".notes_SUPPORT/_EXTERNAL_DATA/\(name)") == file)
        #expect(try mode(".notes_SUPPORT/_EXTERNAL_DATA") == folderMode)
        #expect(try mode(".notes_SUPPORT") == folderMode)
    }
    @Test(.enabled(if: getuid() == 0, "needs the superuser"))
    func filesHaveTheOwnerOfTheStore() throws {
        let container = try container("notes.store")
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.setAttributes(
                [.ownerAccountID: NSNumber(value: 1_234), .groupOwnerAccountID: NSNumber(value: 1_235)],
                ofItemAtPath: folder.path("notes.store" + suffix)
            )
        }
        try insert("a", into: container)
        let name = try #require(names(".notes_SUPPORT/_EXTERNAL_DATA").first)
        for place in ["", "/_EXTERNAL_DATA", "/_EXTERNAL_DATA/\(name)"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(".notes_SUPPORT" + place))
            #expect(attributes[.ownerAccountID] as? Int == 1_234 && attributes[.groupOwnerAccountID] as? Int == 1_235)
        }
    }
}
