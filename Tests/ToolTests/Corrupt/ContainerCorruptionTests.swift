import Foundation
import SwiftData
import TestSupport
import Testing

/// A container that may save meets files that are not what they should be: an error, or rows, and everything in the file
/// stays. Its bytes need not: an opening for writing may leave a mark in the header.
@Suite(.enabled(if: Program.sqlite3 != nil && Program.python3 != nil, "needs python3 and sqlite3"))
struct ContainerCorruptionTests {
    /// The statements that damage a store, and a part of the error's message for each.
    static let damages: [(sql: String, message: String)] = [
        ("UPDATE Z_METADATA SET Z_PLIST = x'00112233'", "metadata"),
        ("UPDATE Z_METADATA SET Z_PLIST = '<plist/>'", "metadata"),
        ("DELETE FROM Z_METADATA", "metadata"),
        ("UPDATE Z_METADATA SET Z_VERSION = 9223372036854775807", "version"),
        ("DROP TABLE Z_METADATA", "neither SwiftData nor Core Data"),
        ("DROP TABLE Z_PRIMARYKEY", "neither SwiftData nor Core Data"),
        ("DROP TABLE ZBOOK", "ZBOOK"),
        ("DROP TABLE Z_1TAGS", "Z_1TAGS"),
        ("ALTER TABLE ZSHELF DROP COLUMN ZTOWN", "ZTOWN"),
        ("DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'", "Tag"),
    ]

    @Test(arguments: damages.indices)
    func aStoreThatLacksWhatItNeedsIsRefused(index: Int) throws {
        let damage = Self.damages[index]
        let library = try FilledLibrary()
        try library.sqlite3(damage.sql)
        let before = try library.sqlite3(".dump")
        do {
            _ = try Library.container(library.file)
            Issue.record("\(damage.sql) was not noticed")
        } catch {
            #expect("\(error)".contains(damage.message), "\(damage.sql): \(error)")
        }
        #expect(try library.sqlite3(".dump") == before, "\(damage.sql)")
    }

    @Test func aModelCacheThatIsNoneIsNotNeeded() throws {
        let library = try FilledLibrary()
        try library.sqlite3("UPDATE Z_MODELCACHE SET Z_CONTENT = x'0011'")
        let context = ModelContext(try Library.container(library.file))
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 3)
    }

    @Test func aFileThatIsNoDatabaseKeepsItsBytes() throws {
        let folder = try TemporaryFolder()
        for content in [Data("no database".utf8), Data(repeating: 0xFF, count: 8192), Data("bplist00".utf8)] {
            try content.write(to: folder.file)
            #expect(throws: (any Error).self) { try Library.container(folder.file) }
            #expect(try Data(contentsOf: folder.file) == content)
        }
    }

    @Test func bytesThatWereChangedAreNoTrap() throws {
        let library = try FilledLibrary()
        let whole = [UInt8](try Data(contentsOf: library.file))
        for seed in Trials.seeds(20) {
            var numbers = SeededNumbers(seed: seed &+ 1000)
            var bytes = whole
            for _ in 0..<Int.random(in: 1...20, using: &numbers) {
                bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            try Data(bytes).write(to: library.file)
            for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: library.path + end) }
            guard let container = try? Library.container(library.file) else { continue }
            let context = ModelContext(container)
            let books = (try? context.fetch(FetchDescriptor<Book>())) ?? []
            for book in books { _ = (book.title, book.tags.count, book.shelf?.books.count, book.cover?.count) }
            context.insert(Tag("new"))
            try? context.save()
        }
    }
}
