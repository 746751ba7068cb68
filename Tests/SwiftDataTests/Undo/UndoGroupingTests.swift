import SwiftData
import Testing

/// With `groupsByEvent`, as it is unless it is set, the program opens no group.
@MainActor @Suite struct UndoGroupingTests {
    private func author() throws -> (Author, ModelContext, UndoManager) {
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        let manager = UndoManager()
        context.undoManager = manager
        return (author, context, manager)
    }

    @Test func theChangesOfATurnAreUndoneTogether() async throws {
        let (author, context, manager) = try author()
        defer { withExtendedLifetime(context) {} }
        author.name = "B"
        author.books = [Book(title: "1")]
        #expect(manager.groupingLevel == 1)
        await nextTurn()
        #expect(manager.groupingLevel == 0)
        author.name = "C"
        await nextTurn()
        #expect(manager.undoCount == 2)
        manager.undo()
        #expect(author.name == "B")
        #expect(author.books.count == 1)
        manager.undo()
        #expect(author.name == "A")
        #expect(author.books.isEmpty)
        manager.redo()
        manager.redo()
        #expect(author.name == "C")
    }

    @Test func processPendingChangesEndsAGroup() throws {
        let (author, context, manager) = try author()
        author.name = "B"
        context.processPendingChanges()
        author.name = "C"
        author.born = .distantPast
        manager.undo()
        #expect(author.name == "B")
        #expect(author.born == nil)
        manager.undo()
        #expect(author.name == "A")
    }

    @Test func processPendingChangesLeavesAGroupOpenThatWasOpenedByHand() throws {
        let (author, context, manager) = try author()
        manager.beginUndoGrouping()
        author.name = "B"
        context.processPendingChanges()
        author.name = "C"
        manager.endUndoGrouping()
        manager.undo()
        #expect(author.name == "A")
    }

    @Test func aSaveDoesNotEndAGroup() throws {
        let (author, context, manager) = try author()
        author.name = "B"
        try context.save()
        author.name = "C"
        manager.undo()
        #expect(author.name == "A")
        #expect(context.hasChanges)
    }

    @Test func onlyTheLatestLevelsAreKept() throws {
        let (author, context, manager) = try author()
        manager.levelsOfUndo = 2
        for name in ["B", "C", "D"] {
            author.name = name
            context.processPendingChanges()
        }
        while manager.canUndo { manager.undo() }
        #expect(author.name == "B")
    }

    private func nextTurn() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
}
