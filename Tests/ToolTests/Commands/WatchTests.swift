import Foundation
import SwiftData
import SwiftDataCLI
import TestSupport
import Testing

struct WatchTests {
    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func whatWasSavedBeforeIsPrintedFromANumberOn() async throws {
        let library = try FilledLibrary()
        let before = try FolderContents(library.folder.url)
        let all = await tool("watch", library.path, "--since", "0", "--seconds", "0.2", "--json")
        #expect(all.status == 0, "\(all.messages)")
        let changes = try objects(all.output)
        #expect(changes.count == 9)
        let last = try #require(changes.last)
        #expect(last["change"] as? String == "update" && last["author"] as? String == "editor")
        #expect(last["entity"] as? String == "Book")
        #expect((last["values"] as? [String: Any])?["pages"] as? Int == 301)
        #expect(changes.contains { ($0["values"] as? [String: Any])?["artist"] as? String == "Ōé 😀" })
        #expect(try FolderContents(library.folder.url) == before)
        // A limit, and an entity with those below it.
        let books = await tool("watch", library.path, "Book", "--since", "0", "--limit", "4")
        #expect(books.status == 0)
        #expect(books.output.split(separator: "\n").count == 4)
        #expect(books.output.contains("  editor  update  Book/p") && books.output.contains("  pages=301"))
        let none = await tool("watch", library.path, "--seconds", "0.1")
        #expect(none.status == 0 && none.output.isEmpty)
    }

    @Test func savesArePrintedAsTheyComeIn() async throws {
        let library = try FilledLibrary()
        let output = Sink()
        let (path, file) = (library.path, library.file)
        let console = Console(output: { output.write($0) }, messages: { output.write($0) })
        let watch = Task {
            await OpenSwiftDataCommand.run(["watch", path, "--limit", "3", "--seconds", "900"], console: console)
        }
        // The watch begins behind what is there when it begins: saves go on until it has seen enough. With all tests at once,
        // either of the two may wait long for its turn.
        let saves = Task {
            let context = ModelContext(try Library.container(file))
            context.author = "visitor"
            var number = 0
            while !Task.isCancelled {
                context.insert(Tag("word \(number)"))
                try context.save()
                number += 1
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        #expect(await watch.value == 0)
        saves.cancel()
        _ = await saves.result
        let lines = output.all.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(
            lines.allSatisfy { $0.contains("  visitor  insert  Tag/p") && $0.contains("  word=\"word ") },
            "\(output.all)"
        )
    }

    @Test func aDeletedRowIsToldWithWhatIsKeptOfIt() async throws {
        let library = try FilledLibrary()
        do {
            let context = ModelContext(try Library.container(library.file))
            for club in try context.fetch(FetchDescriptor<Club>()) { context.delete(club) }
            try context.save()
        }
        let result = await tool("watch", library.path, "Club", "--since", "0", "--limit", "2")
        #expect(result.output.contains("  delete  Club/p1"), "\(result.output)")
    }

    @Test func aStoreWithoutHistorySaysSo() async throws {
        let library = try FilledLibrary()
        try library.sqlite3("DROP TABLE ATRANSACTION; DROP TABLE ACHANGE; DROP TABLE ATRANSACTIONSTRING")
        let result = await tool("watch", library.path, "--seconds", "1")
        #expect(result.status == 1)
        #expect(result.messages.contains("keeps no history"))
    }
}
