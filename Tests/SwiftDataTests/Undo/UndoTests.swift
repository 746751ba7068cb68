import SwiftData
import Testing

@Suite struct UndoTests {
    private func undoing() throws -> (ModelContext, UndoManager) {
        let context = try memoryContext(Author.self)
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        return (context, manager)
    }

    private func group(_ manager: UndoManager, _ body: () throws -> Void) rethrows {
        manager.beginUndoGrouping()
        try body()
        manager.endUndoGrouping()
    }

    @Test func anAssignmentIsUndoneAndRedone() throws {
        let (context, manager) = try undoing()
        let author = Author(name: "A")
        group(manager) { context.insert(author) }
        try context.save()
        group(manager) { author.name = "B" }
        manager.undo()
        #expect(author.name == "A")
        #expect(!context.hasChanges)
        manager.redo()
        #expect(author.name == "B")
    }

    @Test func aRelationshipIsUndoneOnBothSides() throws {
        let (context, manager) = try undoing()
        let author = Author(name: "A")
        let book = Book(title: "B")
        group(manager) {
            context.insert(author)
            context.insert(book)
        }
        group(manager) { book.author = author }
        manager.undo()
        #expect(book.author == nil)
        #expect(author.books.isEmpty)
        manager.redo()
        #expect(author.books.map(\.title) == ["B"])
    }

    @Test func anInsertionAndADeletionAreUndone() throws {
        let (context, manager) = try undoing()
        let author = Author(name: "A")
        author.books = [Book(title: "B")]
        group(manager) { context.insert(author) }
        manager.undo()
        #expect(author.modelContext == nil)
        manager.redo()
        #expect(author.modelContext === context)
        try context.save()
        group(manager) { context.delete(author) }
        #expect(author.isDeleted)
        manager.undo()
        #expect(!author.isDeleted)
        #expect(author.books.map(\.title) == ["B"])
        #expect(author.books.first?.isDeleted == false)
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Book>()) == 1)
    }
}
