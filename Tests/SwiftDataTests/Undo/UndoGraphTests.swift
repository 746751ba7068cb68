import SwiftData
import Testing

@Suite struct UndoGraphTests {
    private func savedAuthor(_ context: ModelContext) throws -> Author {
        let author = Author(name: "A")
        author.books = ["1", "2", "3"].map { Book(title: $0, tags: [Tag(name: "tag \($0)")]) }
        context.insert(author)
        try context.save()
        context.undoManager?.removeAllActions()
        return author
    }

    @Test func anUndoneCascadeHasTheSameObjectsAndIdentifiers() throws {
        let (context, manager) = try undoableLibrary()
        let author = try savedAuthor(context)
        let books = author.books
        let identifiers = books.map(\.persistentModelID)
        let before = try picture(context)
        manager.group { context.delete(author) }
        #expect(books.allSatisfy { $0.isDeleted })
        manager.undo()
        #expect(try picture(context) == before)
        #expect(zip(author.books, books).allSatisfy { $0 === $1 })
        #expect(author.books.map(\.persistentModelID) == identifiers)
        #expect(!context.hasChanges)
        manager.redo()
        #expect(author.isDeleted)
        #expect(books.allSatisfy { $0.isDeleted })
    }

    /// Redoing deletes the owner while it has the model again, before the model is moved.
    @Test(arguments: [false, true]) func aModelThatLeavesItsOwnerBeforeTheCascadeIsNotTakenAlong(isSaved: Bool) throws {
        let (context, manager) = try undoableLibrary()
        let author = try savedAuthor(context)
        let other = Author(name: "B")
        context.insert(other)
        try context.save()
        manager.removeAllActions()
        let moved = author.books[1]
        let before = try picture(context)
        manager.group {
            moved.author = other
            context.delete(author)
        }
        if isSaved { try context.save() }
        let after = try picture(context)
        #expect(other.books.map(\.title) == ["2"] && !moved.isDeleted)
        for _ in 0..<2 {
            manager.undo()
            #expect(try picture(context) == before)
            manager.redo()
            #expect(!moved.isDeleted)
            #expect(other.books.map(\.title) == ["2"])
            #expect(try picture(context) == after)
        }
        try context.save()
        let rows = try ModelContext(context.container).fetch(FetchDescriptor<Book>())
        #expect(rows.map(\.title) == ["2"] && rows.first?.author?.name == "B")
    }

    @Test func aCascadeThatWasSavedIsUndoneWithTheSameObjects() throws {
        let (context, manager) = try undoableLibrary()
        let author = try savedAuthor(context)
        let books = author.books
        let before = try picture(context)
        manager.group { context.delete(author) }
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Book>()) == 0)
        manager.undo()
        #expect(try picture(context) == before)
        #expect(zip(author.books, books).allSatisfy { $0 === $1 })
        try context.save()
        #expect(try picture(ModelContext(context.container)) == before)
    }

    @Test func aFaultThatWasDeletedAndSavedComesBackWithItsValues() throws {
        let (first, _) = try undoableLibrary()
        _ = try savedAuthor(first)
        let before = try picture(first)
        let context = ModelContext(first.container)
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<Author>()).first)
        let author = try #require(context.model(for: identifier) as? Author)
        manager.group { context.delete(author) }
        try context.save()
        manager.undo()
        #expect(author.name == "A")
        #expect(try picture(context) == before)
    }

    @Test func theOrderOfBothSidesIsUndone() throws {
        let (context, manager) = try undoableLibrary()
        let author = try savedAuthor(context)
        let second = Author(name: "B")
        let moved = author.books[0]
        manager.group { moved.author = second }
        #expect(second.modelContext === context)
        #expect(author.books.map(\.title) == ["2", "3"])
        manager.undo()
        #expect(author.books.map(\.title) == ["1", "2", "3"])
        #expect(second.modelContext == nil)
        #expect(!context.hasChanges)
        manager.redo()
        #expect(second.books.map(\.title) == ["1"])
        #expect(moved.author === second)
    }

    @Test func aModelThatCameAlongIsUndoneToo() throws {
        let (context, manager) = try undoableLibrary()
        let author = try savedAuthor(context)
        let before = try picture(context)
        manager.group { _ = Book(title: "new", author: author, tags: [Tag(name: "new tag")]) }
        #expect(author.books.count == 4)
        #expect(context.insertedModelsArray.count == 2)
        manager.undo()
        #expect(try picture(context) == before)
        #expect(!context.hasChanges)
        manager.redo()
        #expect(author.books.map(\.title) == ["1", "2", "3", "new"])
        #expect(author.books.last?.tags.map(\.name) == ["new tag"])
    }

    @Test func anInsertionThatWasSavedIsUndoneAsADeletion() throws {
        let (context, manager) = try undoableLibrary()
        let author = Author(name: "A")
        author.books = [Book(title: "1")]
        manager.group { context.insert(author) }
        try context.save()
        manager.undo()
        #expect(author.isDeleted)
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Book>()) == 0)
        manager.redo()
        try context.save()
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).first)
        #expect(read.books.map(\.title) == ["1"])
    }

    @Test func whatAnotherContextAddedSinceStays() throws {
        let (context, manager) = try undoableLibrary()
        let author = try savedAuthor(context)
        manager.group { author.books.append(Book(title: "mine")) }
        try context.save()
        let other = ModelContext(context.container)
        let seen = try #require(try other.fetch(FetchDescriptor<Author>()).first)
        seen.books.append(Book(title: "theirs"))
        try other.save()
        manager.undo()
        #expect(author.books.map(\.title) == ["1", "2", "3", "theirs"])
        #expect(author.books.allSatisfy { $0.author === author })
        try context.save()
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).first)
        #expect(read.books.map(\.title) == ["1", "2", "3", "theirs"])
    }

    @Test func whatAnotherContextDeletedStaysAway() throws {
        let (context, manager) = try undoableLibrary()
        let author = try savedAuthor(context)
        let gone = author.books[1]
        manager.group {
            author.books.remove(at: 1)
            gone.pages = 1
        }
        try context.save()
        let other = ModelContext(context.container)
        try other.delete(model: Book.self, where: #Predicate { $0.title == "2" })
        manager.undo()
        #expect(author.books.map(\.title) == ["1", "3"])
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Book>()) == 2)
    }

    @Test func anOptionalArrayIsNilAgain() throws {
        let context = try memoryContext(Shed.self, Tool.self)
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        let shed = Shed()
        context.insert(shed)
        #expect(shed.tools == nil)
        manager.group { shed.tools = [Tool()] }
        #expect(shed.tools?.count == 1)
        manager.undo()
        #expect(shed.tools == nil)
        manager.redo()
        #expect(shed.tools?.count == 1)
    }

    @Test func rollingBackForgetsTheActions() throws {
        let (context, manager) = try undoableLibrary()
        let author = try savedAuthor(context)
        manager.group { author.name = "B" }
        context.rollback()
        #expect(author.name == "A")
        #expect(!manager.canUndo)
    }

    @Test func nothingIsRegisteredWhileRegistrationIsDisabled() throws {
        let (context, manager) = try undoableLibrary()
        let author = try savedAuthor(context)
        manager.disableUndoRegistration()
        manager.group {
            author.name = "B"
            author.books.removeLast()
            context.insert(Tag(name: "x"))
        }
        manager.enableUndoRegistration()
        #expect(!manager.canUndo)
    }

    @Test func aContextWithActionsIsReleased() throws {
        weak var released: UndoManager?
        try {
            let (context, manager) = try undoableLibrary()
            released = manager
            manager.group { context.insert(Author(name: "A")) }
            #expect(manager.canUndo)
        }()
        #expect(released == nil)
    }
}

@Model
final class Shed {
    var name = ""
    @Relationship(inverse: \Tool.shed)
    var tools: [Tool]?

    init() {}
}

@Model
final class Tool {
    var shed: Shed?

    init() {}
}
