import Foundation
import SwiftData
import TestSupport
import Testing

/// A container that may save meets files that are not what they should be: an error, or rows, and no byte is written.
@Suite(.enabled(if: Program.sqlite3 != nil && Program.python3 != nil, "needs python3 and sqlite3"))
struct ContainerCorruptionTests {
    /// What is wrong, and part of what the error says.
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
        let before = try FolderContents(library.folder.url)
        do {
            _ = try Library.container(library.file)
            Issue.record("\(damage.sql) was not noticed")
        } catch {
            #expect("\(error)".contains(damage.message), "\(damage.sql): \(error)")
        }
        #expect(try FolderContents(library.folder.url) == before, "\(damage.sql)")
    }

    @Test func aModelCacheThatIsNoneIsNotNeeded() throws {
        let library = try FilledLibrary()
        try library.sqlite3("UPDATE Z_MODELCACHE SET Z_CONTENT = x'0011'")
        let context = ModelContext(try Library.container(library.file))
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 3)
    }

    @Test func bytesThatWereChangedAreNotWrittenBack() throws {
        let library = try FilledLibrary()
        let whole = [UInt8](try Data(contentsOf: library.file))
        for seed in Fuzzing.seeds(40) {
            var numbers = SeededNumbers(seed: seed &+ 1000)
            var bytes = whole
            for _ in 0..<Int.random(in: 1...20, using: &numbers) {
                // Not the two bytes that say that there is a log, which an open container may set.
                let place = Int.random(in: 20..<bytes.count, using: &numbers)
                bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            }
            try Data(bytes).write(to: library.file)
            if let container = try? Library.container(library.file) {
                let context = ModelContext(container)
                let books = (try? context.fetch(FetchDescriptor<Book>())) ?? []
                for book in books { _ = (book.title, book.tags.count, book.shelf?.books.count, book.cover?.count) }
            }
            #expect(try Data(contentsOf: library.file) == Data(bytes), "seed \(seed)")
        }
    }
}
