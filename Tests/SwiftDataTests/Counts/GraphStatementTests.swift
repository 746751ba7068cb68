import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// The statements for a graph and their number, counted on a file.
@Suite struct GraphStatementTests {
    private let store: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        store = try TemporaryFolder()
        container = try store.container(for: Author.self)
    }

    @Test(arguments: [10, 1_000])
    func readingAToManyOfFaultsTakesAFixedNumber(_ count: Int) throws {
        let writer = ModelContext(container)
        let author = Author(name: "A")
        author.books = (0..<count).map { Book(title: "\($0)", tags: []) }
        writer.insert(author)
        try writer.save()
        let context = ModelContext(container)
        let theirs = try #require(try context.fetch(FetchDescriptor<Author>()).first)
        let log = StatementRecorder(container)
        let walk = log.statements {
            #expect(theirs.books.map(\.title) == (0..<count).map(String.init))
            #expect(theirs.books.allSatisfy { $0.author === theirs })
        }
        #expect(walk.count == 1)
        #expect(theirs.books.count == count)
        // The members' own relationship, of all of them at once.
        let books = theirs.books
        let tags = log.statements { #expect(books.allSatisfy { $0.tags.isEmpty }) }
        #expect(tags.count == min((count + 199) / 200, 2))
    }

    @Test func savingChangedObjectsPreparesOneStatementAndExecutesItForEach() throws {
        let context = ModelContext(container)
        let books = (0..<250).map { Book(title: "\($0)") }
        books.forEach(context.insert)
        try context.save()
        for book in books { book.pages += 1 }
        let updates = try updates(context)
        #expect(updates.count == 250)
        #expect(Set(updates).count == 1)
        #expect(updates.first?.contains("ZPAGES = ?") == true)
        let others = ["ZTITLE", "ZISREAD", "ZAUTHOR"]
        #expect(others.allSatisfy { updates.first?.contains($0) == false })
        // Other columns are another statement, prepared once as well.
        for book in books[..<100] { book.isRead = true }
        for book in books[100...] { book.title += "!" }
        let mixed = try self.updates(context)
        #expect(mixed.count == 250)
        #expect(Set(mixed).count == 2)
        #expect(try store.sqlite3("SELECT sum(ZPAGES), sum(ZISREAD) FROM ZBOOK") == "25250|100")
    }

    private func updates(_ context: ModelContext) throws -> [String] {
        try StatementRecorder(container).statements { try context.save() }.filter { $0.hasPrefix("UPDATE ZBOOK") }
    }

    @Test func savingNothingRunsNothingWhateverHasBeenRead() throws {
        let context = ModelContext(container)
        let author = Author(name: "A")
        author.books = [Book(title: "1", tags: [Tag(name: "x")])]
        context.insert(author)
        try context.save()
        for book in author.books { _ = book.tags.map(\.name) }
        author.books = author.books
        let removed = author.books.removeLast()
        author.books.append(removed)
        #expect(!context.hasChanges)
        #expect(try StatementRecorder(container).statements { try context.save() }.isEmpty)
    }
}
