import SwiftData
import TestSupport
import Testing

@Suite struct SeveralContextsTests {
    @Test func editsOfDifferentPropertiesBothSurvive() throws {
        let first = try memoryContext(Book.self)
        let mine = Book(title: "T", pages: 1)
        first.insert(mine)
        try first.save()
        let second = ModelContext(first.container)
        let theirs = try #require(second.model(for: mine.persistentModelID) as? Book)
        mine.title = "mine"
        theirs.pages = 2
        try second.save()
        try first.save()
        #expect(mine.pages == 2)
        #expect(theirs.title == "T" || theirs.title == "mine")
        let read = try #require(try ModelContext(first.container).fetch(FetchDescriptor<Book>()).first)
        #expect(read.title == "mine")
        #expect(read.pages == 2)
    }

    @Test func additionsOfTwoContextsToOneRelationshipBothSurvive() throws {
        let first = try memoryContext(Author.self)
        let mine = Author(name: "A")
        mine.books = [Book(title: "0")]
        first.insert(mine)
        try first.save()
        let second = ModelContext(first.container)
        let theirs = try #require(second.model(for: mine.persistentModelID) as? Author)
        mine.books.append(Book(title: "mine"))
        theirs.books.append(Book(title: "theirs"))
        try second.save()
        try first.save()
        #expect(Set(mine.books.map(\.title)) == ["0", "mine", "theirs"])
        second.processPendingChanges()
        #expect(Set(theirs.books.map(\.title)) == ["0", "mine", "theirs"])
        #expect(try ModelContext(first.container).fetch(FetchDescriptor<Author>()).first?.books.count == 3)
    }

    @Test func manyToManyEditsOfTwoContextsBothSurvive() throws {
        let first = try memoryContext(Book.self)
        let mine = Book(title: "B", tags: [Tag(name: "a")])
        first.insert(mine)
        first.insert(Tag(name: "b"))
        first.insert(Tag(name: "c"))
        try first.save()
        func tag(_ name: String, _ context: ModelContext) throws -> Tag {
            try #require(try context.fetch(FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })).first)
        }
        let second = ModelContext(first.container)
        let theirs = try #require(second.model(for: mine.persistentModelID) as? Book)
        theirs.tags.removeAll { $0.name == "a" }
        try tag("b", second).books.append(theirs)
        mine.tags.append(try tag("c", first))
        try second.save()
        try first.save()
        #expect(Set(mine.tags.map(\.name)) == ["b", "c"])
        let read = try #require(try ModelContext(first.container).fetch(FetchDescriptor<Book>()).first)
        #expect(Set(read.tags.map(\.name)) == ["b", "c"])
    }

    @Test func anEditOfAModelDeletedElsewhereDoesNotBreakTheSave() throws {
        let first = try memoryContext(Author.self)
        let doomed = Author(name: "doomed")
        let other = Author(name: "other")
        first.insert(doomed)
        first.insert(other)
        try first.save()
        doomed.name = "edited"
        other.name = "edited too"
        let second = ModelContext(first.container)
        second.delete(second.model(for: doomed.persistentModelID))
        try second.save()
        try first.save()
        #expect(doomed.modelContext == nil)
        #expect(try ModelContext(first.container).fetch(FetchDescriptor<Author>()).map(\.name) == ["edited too"])
    }

    @Test func aNewChildOfAParentDeletedElsewhereIsSavedWithoutIt() throws {
        let first = try memoryContext(Author.self)
        let author = Author(name: "A")
        first.insert(author)
        try first.save()
        let book = Book(title: "B", author: author)
        let second = ModelContext(first.container)
        second.delete(second.model(for: author.persistentModelID))
        try second.save()
        try first.save()
        #expect(book.author == nil)
        let read = try #require(try ModelContext(first.container).fetch(FetchDescriptor<Book>()).first)
        #expect(read.author == nil)
    }

    @Test func aDeletionOfWhatIsDeletedElsewhereIsDone() throws {
        let first = try memoryContext(Author.self)
        let author = Author(name: "A")
        first.insert(author)
        try first.save()
        let second = ModelContext(first.container)
        second.delete(second.model(for: author.persistentModelID))
        first.delete(author)
        try second.save()
        try first.save()
        #expect(!first.hasChanges)
        #expect(author.modelContext == nil)
    }

    @Test func anEphemeralValueSurvivesASaveElsewhere() throws {
        let first = try memoryContext(Kinds.self)
        let mine = Kinds()
        first.insert(mine)
        try first.save()
        let second = ModelContext(first.container)
        let theirs = try #require(second.model(for: mine.persistentModelID) as? Kinds)
        mine.passing = 99
        try first.save()
        theirs.int = 5
        try second.save()
        first.processPendingChanges()
        #expect(mine.int == 5)
        #expect(mine.passing == 99)
    }

    @Test func batchDeletionLeavesNoGhosts() throws {
        let first = try memoryContext(Author.self)
        let author = Author(name: "A")
        author.books = [Book(title: "1", pages: 1), Book(title: "2", pages: 2)]
        first.insert(author)
        try first.save()
        #expect(author.books.count == 2)
        let second = ModelContext(first.container)
        try second.delete(model: Book.self, where: #Predicate { $0.pages == 1 })
        first.processPendingChanges()
        #expect(author.books.map(\.title) == ["2"])
    }

    @MainActor @Test func theMainContextReadsWhileAnActorSaves() async throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let main = container.mainContext
        main.autosaveEnabled = false
        let author = Author(name: "0")
        author.books = (0..<50).map { Book(title: "\($0)", pages: 0) }
        main.insert(author)
        try main.save()
        let identifier = author.persistentModelID
        let writer = Task.detached {
            let context = ModelContext(container)
            for turn in 1...40 {
                guard let theirs = context.model(for: identifier) as? Author else { return }
                theirs.name = "\(turn)"
                for book in theirs.books { book.pages = turn }
                if turn == 20, let last = theirs.books.last { context.delete(last) }
                try context.save()
            }
        }
        var seen = 0
        while (Int(author.name) ?? 0) < 40 {
            let books = try main.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
            seen += books.count
            #expect(Set(books.map(\.pages)).count <= 1)
            await Task.yield()
            main.processPendingChanges()
        }
        try await writer.value
        main.processPendingChanges()
        #expect(seen > 0)
        #expect(author.books.count == 49)
        #expect(author.books.allSatisfy { $0.pages == 40 })
    }
}
