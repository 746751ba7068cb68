import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// The fate of the files of large values when it is not known if a commit has succeeded.
@Suite struct LeftNoteTests {
    private let large = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0) })
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path("notes.store") }
    private var files: [String] { names(".notes_SUPPORT/_EXTERNAL_DATA") }

    private func names(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(path))) ?? []).sorted()
    }

    /// Takes the store's name away before a statement of a kind, so that the transaction fails as it is committed.
    private final class Mover: Sendable {
        private let armed = Locked<String?>(nil)
        let path: String

        init(_ path: String) { self.path = path }

        func arm(_ statement: String) { armed.withLock { $0 = statement } }

        func see(_ statement: String) {
            let hits = armed.withLock { armed in
                guard let kind = armed, statement.contains(kind) else { return false }
                armed = nil
                return true
            }
            if hits { try? FileManager.default.moveItem(atPath: path, toPath: path + ".away") }
        }

        func back() throws { try FileManager.default.moveItem(atPath: path + ".away", toPath: path) }
    }

    private func open(_ mover: Mover? = nil, files: (any FileCalls)? = nil) throws -> (ModelContainer, DefaultStore) {
        var settings = ConnectionSettings()
        if let mover { settings.statementObserver = { mover.see($0) } }
        if let files { settings.files = files }
        var configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
        configuration.schema = Schema(Library.models)
        let store = try DefaultStore(configuration, settings: settings)
        let core = ContainerCore(
            schema: Schema(Library.models),
            migrationPlan: nil,
            stores: [TrustedStore(store)],
            configurations: [configuration]
        )
        let container = core.container()
        core.adopt(container)
        return (container, store)
    }

    /// The last save that had a note removes the folder.
    @Test func anOpeningGoesOnWhereTheFolderOfNotesGoesMeanwhile() throws {
        do { _ = try open() }
        let notes = folder.path(".notes.store_SAVING")
        try FileManager.default.createDirectory(atPath: notes, withIntermediateDirectories: false)
        let files = HookedFiles()
        let removals = Locked(0)
        files.namesHook = { path in
            guard path.hasSuffix("_SAVING"), FileManager.default.fileExists(atPath: path) else { return }
            try FileManager.default.removeItem(atPath: path)
            removals.withLock { $0 += 1 }
        }
        let (container, _) = try open(files: files)
        #expect(removals.withLock { $0 } == 1)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Volume>()) == 0)
    }

    private func insert(_ title: String, _ context: ModelContext) throws {
        let volume = Volume(title)
        volume.scan = large
        context.insert(volume)
        try context.save()
    }

    /// A save whose commit fails.
    private func failToSave(_ context: ModelContext, _ mover: Mover) throws {
        mover.arm("INSERT INTO")
        #expect(throws: StoreError.self) { try insert("lost", context) }
        try mover.back()
        // A row might name it.
        #expect(files.count == 2)
        #expect(names(".notes.store_SAVING").count == 1)
        context.rollback()
    }

    @Test func theNextSaveRemovesTheFileOfAFailedCommit() throws {
        let mover = Mover(path)
        let (container, store) = try open(mover)
        let context = ModelContext(container)
        try insert("kept", context)
        let kept = files
        try failToSave(context, mover)
        context.insert(Subject("other"))
        try context.save()
        #expect(files == kept)
        #expect(!names("").contains(".notes.store_SAVING"))
        withExtendedLifetime(store) {}
    }

    @Test func theEndOfTheContainerRemovesTheFileOfAFailedCommit() throws {
        let kept: [String]
        do {
            let mover = Mover(path)
            let (container, _) = try open(mover)
            let context = ModelContext(container)
            try insert("kept", context)
            kept = files
            try failToSave(context, mover)
        }
        #expect(files == kept)
        #expect(!names("").contains(".notes.store_SAVING"))
    }

    /// The row is there all the same, as when the answer to a commit is lost.
    @Test func aFileThatARowNamesStays() throws {
        let (container, store) = try open()
        let context = ModelContext(container)
        try insert("kept", context)
        let kept = files
        let note = try #require(store.external.makeNote())
        try note.note(kept)
        note.leave()
        context.insert(Subject("other"))
        try context.save()
        #expect(files == kept)
        #expect(!names("").contains(".notes.store_SAVING"))
    }

    enum Removal: CaseIterable { case batchDeletion, erasing }

    @Test(arguments: Removal.allCases) func aRemovalThatFailsLeavesNothing(_ removal: Removal) throws {
        let mover = Mover(path)
        let (container, store) = try open(mover)
        let context = ModelContext(container)
        try insert("kept", context)
        let kept = files
        mover.arm("DELETE FROM")
        #expect(throws: StoreError.self) {
            switch removal {
            case .batchDeletion: try context.delete(model: Volume.self)
            case .erasing: try store.erase()
            }
        }
        try mover.back()
        #expect(files == kept)
        context.insert(Subject("other"))
        try context.save()
        #expect(files == kept)
        #expect(!names("").contains(".notes.store_SAVING"))
    }

    /// Removes no file of a large value.
    private struct StuckFiles: FileCalls {
        let files = SystemFiles()

        func makeFolder(_ path: String, _ permissions: FilePermissions) throws -> Bool {
            try files.makeFolder(path, permissions)
        }

        func write(_ data: Data, to path: String, _ permissions: FilePermissions) throws {
            try files.write(data, to: path, permissions)
        }

        func syncFolder(_ path: String) throws { try files.syncFolder(path) }

        func remove(_ path: String) throws -> Bool {
            guard !path.contains("_EXTERNAL_DATA") else { throw FileFailure("unlink", path, EIO) }
            return try files.remove(path)
        }

        func removeFolder(_ path: String) { files.removeFolder(path) }
    }

    private func messages(_ body: () throws -> Void) rethrows -> [String] {
        let found = Locked<[String]>([])
        let base = folder.url.lastPathComponent
        let listener = SwiftDataCore.log.listen { _, text in
            if text.contains(base) { found.withLock { $0.append(text) } }
        }
        defer { SwiftDataCore.log.stopListening(listener) }
        try body()
        return found.withLock { $0 }
    }

    /// Leaves a note of a file that no row names.
    private func leaveFile() throws {
        let (container, store) = try open()
        try insert("kept", ModelContext(container))
        var writer = ExternalFileWriter(store.external)
        _ = try writer.store(large)
    }

    @Test func theLogSaysWhyFilesCouldNotBeRemoved() throws {
        try leaveFile()
        let messages = try messages { _ = try open(files: StuckFiles()) }
        #expect(messages.contains { $0.contains("could not be removed") && $0.contains("unlink") })
        #expect(!messages.contains { $0.contains("in use") })
        #expect(files.count == 2)
        _ = try open()
        #expect(files.count == 1)
    }

    @Test func theLogSaysWhenTheStoreIsInUse() throws {
        try leaveFile()
        let other = try StoreConnection.file(path)
        let (holds, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let ended = DispatchSemaphore(value: 0)
        Thread {
            _ = try? other.write { _ in
                holds.signal()
                release.wait()
            }
            ended.signal()
        }.start()
        holds.wait()
        let messages = try messages { _ = try open() }
        release.signal()
        ended.wait()
        #expect(messages.contains { $0.contains("in use") })
        #expect(files.count == 2)
        try other.close()
    }
}
