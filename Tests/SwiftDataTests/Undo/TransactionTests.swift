import SwiftData
import Testing

@Suite struct TransactionTests {
    private struct Stop: Error {}

    private func library() throws -> (ModelContext, Author) {
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        let author = Author(name: "A")
        author.books = [Book(title: "1"), Book(title: "2")]
        context.insert(author)
        try context.save()
        return (context, author)
    }

    @Test func aSaveThatFailsLeavesNoTrace() throws {
        let (context, author) = try library()
        context.insert(Tag(name: "same"))
        try context.save()
        let before = try picture(context)
        let other = Tag(name: "other")
        context.insert(other)
        try context.save()
        #expect(throws: StoreError.self) {
            try context.transaction {
                author.books.removeFirst()
                other.name = "same"
            }
        }
        #expect(author.books.map(\.title) == ["1", "2"])
        #expect(other.name == "other")
        #expect(!context.hasChanges)
        context.delete(other)
        #expect(try picture(context) == before)
    }

    @Test func aTransactionInsideAnotherIsAPartOfIt() throws {
        let (context, author) = try library()
        let before = try picture(context)
        #expect(throws: Stop.self) {
            try context.transaction {
                author.name = "outer"
                try context.transaction { author.books.append(Book(title: "inner")) }
                #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Book>()) == 2)
                throw Stop()
            }
        }
        #expect(try picture(context) == before)
        #expect(!context.hasChanges)
    }

    @Test func anInnerErrorThatIsCaughtLeavesTheOuterChanges() throws {
        let (context, author) = try library()
        try context.transaction {
            author.name = "outer"
            author.books.append(Book(title: "3"))
            #expect(throws: Stop.self) {
                try context.transaction {
                    author.name = "inner"
                    author.books.removeAll()
                    throw Stop()
                }
            }
            #expect(author.name == "outer")
        }
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).first)
        #expect(read.name == "outer")
        #expect(read.books.map(\.title) == ["1", "2", "3"])
    }

    @Test func whatTheBlockSavedStaysSaved() throws {
        let (context, author) = try library()
        #expect(throws: Stop.self) {
            try context.transaction {
                author.name = "saved"
                try context.save()
                author.name = "lost"
                throw Stop()
            }
        }
        #expect(author.name == "saved")
        #expect(!context.hasChanges)
    }

    @Test func aTransactionIsOneActionToUndo() throws {
        let (context, author) = try library()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        let before = try picture(context)
        try manager.group {
            try context.transaction {
                author.books.reverse()
                context.delete(author.books[0])
                context.insert(Tag(name: "x"))
            }
        }
        let after = try picture(context)
        manager.undo()
        #expect(try picture(context) == before)
        manager.redo()
        #expect(try picture(context) == after)
    }

    @Test func anActionIsRedoneWhereUndoingItChangedNothing() throws {
        let (context, author) = try library()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        try manager.group {
            try context.transaction {
                let tag = Tag(name: "x")
                context.insert(tag)
                try context.transaction { context.delete(tag) }
            }
        }
        let count = manager.undoCount
        manager.group { author.name = "B" }
        while manager.canUndo { manager.undo() }
        #expect(manager.redoCount == count + 1)
        manager.redo()
        #expect(author.name == (count == 0 ? "B" : "A"))
        while manager.canRedo { manager.redo() }
        #expect(author.name == "B")
        #expect(manager.undoCount == count + 1)
    }

    @Test func aFailedTransactionIsNoActionToUndo() throws {
        let (context, author) = try library()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        manager.group {
            #expect(throws: Stop.self) {
                try context.transaction {
                    author.books.append(Book(title: "3"))
                    throw Stop()
                }
            }
        }
        #expect(!manager.canUndo)
        #expect(author.books.count == 2)
    }

    @Test func modelsOfAnotherContextInATransactionLeaveNoTrace() throws {
        let (context, author) = try library()
        let other = ModelContext(context.container)
        let foreign = try #require(try other.fetch(FetchDescriptor<Book>()).first)
        let error = #expect(throws: StoreError.self) {
            try context.transaction {
                author.name = "B"
                author.books.append(foreign)
            }
        }
        #expect(error?.code == .foreignContext)
        #expect(author.name == "A")
        #expect(author.books.map(\.title) == ["1", "2"])
        try context.save()
    }
}
