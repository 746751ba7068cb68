import SwiftData
import TestSupport
import Testing

/// Rows that go while a program walks over the models: they read as they were last known, and nothing traps.
@Suite struct VanishedTests {
    private let count = 450

    private func store() throws -> TemporaryFolder {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Author.self))
        for number in 0..<count { context.insert(Author(name: "\(number)")) }
        try context.save()
        return store
    }

    private var sorted: FetchDescriptor<Author> { FetchDescriptor(sortBy: [SortDescriptor(\.persistentModelID)]) }

    @Test func resultsKeepTheirValuesWhileAnotherProcessDeletesTheRows() throws {
        let store = try store()
        let context = ModelContext(try store.container(for: Author.self))
        let authors = try context.fetch(sorted)
        var names: [String] = []
        for (index, author) in authors.enumerated() {
            if index == 100 { _ = try store.sqlite3("DELETE FROM ZAUTHOR") }
            names.append(author.name)
            #expect(author.books.isEmpty)
            _ = author.born
        }
        #expect(names == (0..<count).map(String.init))
        #expect(try context.fetch(sorted).isEmpty)
    }

    @Test func resultsKeepTheirValuesWhileAnotherContextDeletesThem() throws {
        let store = try store()
        let container = try store.container(for: Author.self)
        let context = ModelContext(container)
        let authors = try context.fetch(sorted)
        var names: [String] = []
        for (index, author) in authors.enumerated() {
            if index == 100 {
                let other = ModelContext(container)
                for doomed in try other.fetch(FetchDescriptor<Author>()) { other.delete(doomed) }
                try other.save()
                context.processPendingChanges()
            }
            names.append(author.name)
        }
        #expect(names == (0..<count).map(String.init))
        #expect(authors.allSatisfy { $0.modelContext == nil })
        #expect(try store.sqlite3("SELECT count(*) FROM ZAUTHOR") == "0")
    }

    @Test func resultsKeepTheirValuesAfterABatchDeletion() throws {
        let store = try store()
        let context = ModelContext(try store.container(for: Author.self))
        let authors = try context.fetch(sorted)
        try ModelContext(context.container).delete(model: Author.self)
        context.processPendingChanges()
        #expect(authors.map(\.name) == (0..<count).map(String.init))
        #expect(authors.allSatisfy { $0.modelContext == nil })
        #expect(try store.sqlite3("SELECT count(*) FROM ZAUTHOR") == "0")
    }

    @Test func batchesThatAreNotLoadedYetAreBlank() throws {
        let store = try store()
        let context = ModelContext(try store.container(for: Author.self))
        let authors = try context.fetch(sorted, batchSize: 50)
        var names: [String] = []
        for index in authors.indices {
            if index == 100 { _ = try store.sqlite3("DELETE FROM ZAUTHOR") }
            names.append(authors[index].name)
        }
        #expect(names.count == count)
        #expect(Array(names[..<100]) == (0..<100).map(String.init))
        #expect(names.last == "")
    }

    @Test func anEnumerationLeavesOutWhatIsGone() throws {
        let store = try store()
        let context = ModelContext(try store.container(for: Author.self))
        var names: [String] = []
        try context.enumerate(sorted, batchSize: 50) { author in
            if names.count == 99 { _ = try store.sqlite3("DELETE FROM ZAUTHOR WHERE ZNAME > '2'") }
            names.append(author.name)
        }
        #expect(Array(names[..<100]) == (0..<100).map(String.init))
        #expect(names[100...].allSatisfy { $0 < "2" || Int($0).map { $0 < 150 } == true })
        #expect(names.count < count)
    }

    @Test func aRelationshipWhoseRowsAreGoneIsWalkedOver() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Author.self))
        let author = Author(name: "A")
        author.books = (0..<50).map { Book(title: "\($0)") }
        context.insert(author)
        try context.save()
        let reader = ModelContext(context.container)
        let theirs = try #require(try reader.fetch(FetchDescriptor<Author>()).first)
        var titles: [String] = []
        for book in theirs.books {
            if titles.count == 10 { try ModelContext(context.container).delete(model: Book.self) }
            titles.append(book.title)
            #expect(book.author == nil || book.author === theirs)
        }
        #expect(titles.count == 50)
        reader.processPendingChanges()
        #expect(theirs.books.isEmpty)
    }

    @Test func aModelThatOthersChangedTwiceKeepsItsLastValuesWhenItGoes() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self, Book.self, Tag.self)
        let context = ModelContext(container)
        context.insert(Author(name: "Ada"))
        try context.save()
        let reader = ModelContext(container)
        // Never read, so that nobody can observe it, and it is let go to be read later.
        let fetched = try #require(try reader.fetch(FetchDescriptor<Author>()).first)
        let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
        for name in ["Ada King", "Ada Lovelace"] {
            author.name = name
            try context.save()
            reader.processPendingChanges()
        }
        context.delete(author)
        try context.save()
        reader.processPendingChanges()
        #expect(fetched.modelContext == nil)
        #expect(fetched.name == "Ada")
    }
}
