import Foundation
import SwiftData
import TestSupport
import Testing

/// Files whose bytes are not what they were: an answer or an error, never a trap, never a write.
@Suite(.enabled(if: Program.python3 != nil && Program.sqlite3 != nil, "needs python3 and sqlite3"))
struct DamagedFileTests {
    private func expectNoTrap(_ file: URL, _ folder: URL, _ comment: String) async throws {
        let before = try FolderContents(folder)
        for arguments in ReadingCommands.all(file.path) {
            let result = await tool(arguments)
            #expect([0, 1].contains(result.status), "\(comment): \(arguments)")
            if result.status == 1, !["check", "diff"].contains(arguments[0]) {
                #expect(result.messages.hasPrefix("Error: "), "\(comment): \(arguments)")
            }
            #expect(try FolderContents(folder) == before, "\(comment): \(arguments)")
        }
        readByContainer(file)
        #expect(try FolderContents(folder) == before, "\(comment): a container that may not save")
    }

    private func readByContainer(_ file: URL) {
        let schema = Schema(Library.models)
        let configuration = ModelConfiguration(schema: schema, url: file, allowsSave: false)
        // An error is as good as rows.
        guard let container = try? ModelContainer(for: schema, configurations: [configuration]) else { return }
        let context = ModelContext(container)
        for book in (try? context.fetch(FetchDescriptor<Book>())) ?? [] {
            _ = (try? context.fetch(FetchDescriptor<Tag>()))?.count
            _ = (book.title, book.price, book.loan, book.ratings, book.cover?.count, book.tags.count, book.shelf?.name)
        }
        _ = try? context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }

    @Test func aFileThatEndsTooSoon() async throws {
        let library = try FilledLibrary()
        let whole = try Data(contentsOf: library.file)
        for length in [0, 1, 15, 16, 99, 100, 512, 4095, 4096, 4097, 8192, 20_000, whole.count / 2, whole.count - 1] {
            try whole.prefix(length).write(to: library.file)
            try await expectNoTrap(library.file, library.folder.url, "\(length) bytes")
        }
    }

    @Test func aFileThatIsNoDatabase() async throws {
        let folder = try TemporaryFolder()
        let contents = [
            Data("no database at all".utf8), Data(repeating: 0, count: 8192), Data(repeating: 0xFF, count: 8192),
            Data("SQLite format 3\0".utf8) + Data(repeating: 0xFF, count: 8192), Data("bplist00".utf8),
        ]
        for (index, content) in contents.enumerated() {
            try content.write(to: folder.file)
            try await expectNoTrap(folder.file, folder.url, "file \(index)")
            let result = await tool("inspect", folder.file.path)
            #expect(result.status == 1)
        }
    }

    @Test func aFileWithBytesThatWereChanged() async throws {
        let library = try FilledLibrary()
        let whole = [UInt8](try Data(contentsOf: library.file))
        for seed in Trials.seeds(15) {
            var numbers = SeededNumbers(seed: seed)
            var bytes = whole
            for _ in 0..<Int.random(in: 1...30, using: &numbers) {
                // Some near each other, where one page has them.
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            }
            if seed % 3 == 0 {
                let header = Int.random(in: 16..<100, using: &numbers)
                bytes[header] = UInt8.random(in: 0...255, using: &numbers)
            }
            try Data(bytes).write(to: library.file)
            try await expectNoTrap(library.file, library.folder.url, "seed \(seed)")
        }
    }

    @Test func aLogWithBytesThatWereChanged() async throws {
        let library = try FilledLibrary()
        try library.keepingLog("UPDATE ZBOOK SET ZPAGES = ZPAGES + 1")
        let log = URL(filePath: library.path + "-wal")
        let whole = [UInt8](try Data(contentsOf: log))
        for seed in Trials.seeds(10) {
            var numbers = SeededNumbers(seed: seed)
            var bytes = whole
            for _ in 0..<10 {
                bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            if seed % 2 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers)) }
            try Data(bytes).write(to: log)
            try await expectNoTrap(library.file, library.folder.url, "seed \(seed)")
        }
    }
}
