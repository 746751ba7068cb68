import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

@Model
final class Painting {
    @Attribute(.preserveValueOnDeletion) var title: String
    @Attribute(.externalStorage, .preserveValueOnDeletion) var front: Data?
    @Attribute(.externalStorage, .preserveValueOnDeletion) var reverse: Data?

    init(_ title: String, front: Data? = nil, reverse: Data? = nil) {
        self.title = title
        self.front = front
        self.reverse = reverse
    }
}

/// The tombstones of values in files beside the store.
@Suite struct ExternalTombstoneTests {
    private let folder: TemporaryFolder
    private let context: ModelContext
    private var files: URL { folder.url.appendingPathComponent(".paintings_SUPPORT/_EXTERNAL_DATA") }

    init() throws {
        folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.url.appendingPathComponent("paintings.store"))
        context = ModelContext(try ModelContainer(for: Schema([Painting.self]), configurations: [configuration]))
    }

    private func bytes(_ seed: Int) -> Data {
        Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* seed) })
    }

    private func fileNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: files.path).sorted()
    }

    private func save(_ paintings: Painting...) throws {
        for painting in paintings { context.insert(painting) }
        try context.save()
    }

    /// The tombstones by title.
    private func tombstones() throws -> [String: HistoryTombstone<Painting>] {
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        var found: [String: HistoryTombstone<Painting>] = [:]
        for change in history.flatMap(\.changes) {
            guard case .delete(let delete as DefaultHistoryDelete<Painting>) = change else { continue }
            found[try #require(delete.tombstone[\.title] as? String)] = delete.tombstone
        }
        return found
    }

    private func deleteAll() throws {
        for painting in try context.fetch(FetchDescriptor<Painting>()) { context.delete(painting) }
        try context.save()
    }

    @Test(arguments: [false, true])
    func eachRowKeepsTheBytesOfItsOwnFiles(inBatch: Bool) throws {
        try save(Painting("both", front: bytes(3), reverse: bytes(5)), Painting("small", front: Data([1, 2, 3])))
        try save(Painting("one", reverse: bytes(7)), Painting("none"))
        #expect(try fileNames().count == 3)
        if inBatch { try context.delete(model: Painting.self) } else { try deleteAll() }
        #expect(try fileNames() == [])
        let found = try tombstones()
        #expect(found.count == 4)
        #expect(found["both"]?[\.front] as? Data == bytes(3))
        #expect(found["both"]?[\.reverse] as? Data == bytes(5))
        #expect(found["small"]?[\.front] as? Data == Data([1, 2, 3]))
        #expect(found["one"]?[\.front] == nil)
        #expect(found["one"]?[\.reverse] as? Data == bytes(7))
        #expect(found["none"]?[\.reverse] == nil)
    }

    @Test func aRowWhoseFileIsMissingIsDeletedWithoutItsValue() throws {
        try save(Painting("lost", front: bytes(3)))
        let name = try #require(try fileNames().first)
        try save(Painting("whole", front: bytes(5)))
        try FileManager.default.removeItem(at: files.appendingPathComponent(name))
        try context.delete(model: Painting.self)
        let found = try tombstones()
        #expect(found["lost"] != nil && found["lost"]?[\.front] == nil)
        #expect(found["whole"]?[\.front] as? Data == bytes(5))
        #expect(try context.fetchCount(FetchDescriptor<Painting>()) == 0)
    }

    /// A file that cannot be read now is not lost: its value belongs in the history.
    @Test(arguments: [false, true])
    func aFileThatCannotBeReadHoldsTheDeletionBack(inBatch: Bool) throws {
        try save(Painting("unread", front: bytes(3)))
        let file = files.appendingPathComponent(try #require(try fileNames().first))
        // Something is there, and it cannot be read as a file.
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        let error = #expect(throws: StoreError.self) {
            if inBatch { try context.delete(model: Painting.self) } else { try deleteAll() }
        }
        #expect(error?.code == .cannotOpen)
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Painting>()) == 1)
        try FileManager.default.removeItem(at: file)
        try bytes(3).write(to: file)
        if inBatch { try context.delete(model: Painting.self) } else { try deleteAll() }
        #expect(try tombstones()["unread"]?[\.front] as? Data == bytes(3))
    }

    @Test func aFolderThatCannotBeEnteredIsNoLossOfItsFiles() throws {
        try save(Painting("unread", front: bytes(3)))
        let aside = folder.url.appendingPathComponent("aside")
        try FileManager.default.moveItem(at: files, to: aside)
        // Whoever goes there goes round in a circle.
        try FileManager.default.createSymbolicLink(atPath: files.path, withDestinationPath: files.lastPathComponent)
        #expect(throws: StoreError.self) { try context.delete(model: Painting.self) }
        try FileManager.default.removeItem(at: files)
        try FileManager.default.moveItem(at: aside, to: files)
        try context.delete(model: Painting.self)
        #expect(try tombstones()["unread"]?[\.front] as? Data == bytes(3))
    }

    @Test func aValueLargerThanTheHistoryTakesIsLeftOut() throws {
        try save(Painting("huge", front: bytes(3), reverse: bytes(5)))
        let names = Set(try fileNames())
        let store = try StoreConnection.readOnlyFile(folder.path("paintings.store"))
        var front = ""
        try store.read { runner in
            try runner.query("SELECT ZFRONT FROM ZPAINTING") { row in
                front = String(decoding: row.blob(0).dropFirst().dropLast(), as: UTF8.self)
            }
        }
        try store.close()
        #expect(names.contains(front))
        // Without blocks on the disk.
        let handle = try FileHandle(forWritingTo: files.appendingPathComponent(front))
        try handle.truncate(atOffset: 100_000_001)
        try handle.close()
        try context.delete(model: Painting.self)
        let found = try tombstones()
        #expect(found["huge"]?[\.front] == nil)
        #expect(found["huge"]?[\.reverse] as? Data == bytes(5))
        #expect(try fileNames() == [])
    }
}
