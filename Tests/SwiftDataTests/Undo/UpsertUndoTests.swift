import SwiftData
import Testing

/// An insertion that turned out at its save to be an update of a stored row. Undoing it must not take that row away.
@Suite struct UpsertUndoTests {
    private func stored() throws -> (ModelContext, UndoManager, Tag) {
        let (context, manager) = try undoableLibrary()
        let tag = Tag(name: "a", weight: 1)
        tag.books = [Book(title: "old")]
        context.insert(tag)
        try context.save()
        manager.removeAllActions()
        return (context, manager, tag)
    }

    private func saved(_ context: ModelContext) throws -> String { try picture(ModelContext(context.container)) }

    @Test func undoingGivesTheRegisteredObjectItsValuesBack() throws {
        let (context, manager, tag) = try stored()
        let before = try saved(context)
        let newcomer = Tag(name: "a", weight: 2)
        manager.group { context.insert(newcomer) }
        manager.group { newcomer.books = [Book(title: "new")] }
        try context.save()
        #expect(tag.weight == 2)
        #expect(tag.books.map(\.title) == ["old", "new"])
        let after = try saved(context)
        manager.undo()
        manager.undo()
        #expect(!tag.isDeleted)
        #expect(tag.weight == 1)
        #expect(tag.books.map(\.title) == ["old"])
        #expect(try picture(context) == before)
        try context.save()
        #expect(try saved(context) == before)
        manager.redo()
        #expect(tag.weight == 2)
        manager.redo()
        #expect(try picture(context) == after)
        try context.save()
        #expect(try saved(context) == after)
        #expect(newcomer.weight == 2)
    }

    @Test func theRowStaysWhereNoObjectWasRegistered() throws {
        let (first, _, _) = try stored()
        let context = ModelContext(first.container)
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        let newcomer = Tag(name: "a", weight: 2)
        manager.group { context.insert(newcomer) }
        try context.save()
        let after = try saved(context)
        manager.undo()
        #expect(!newcomer.isDeleted)
        try context.save()
        #expect(try saved(context) == after)
        #expect(newcomer.books.map(\.title) == ["old"])
        manager.redo()
        try context.save()
        #expect(try saved(context) == after)
    }

    @Test func ofTwoNewModelsThatAreOneTheRowGoesWithTheFirst() throws {
        let (context, manager) = try undoableLibrary()
        let (first, second) = (Tag(name: "b", weight: 1), Tag(name: "b", weight: 2))
        manager.group { context.insert(first) }
        manager.group { context.insert(second) }
        try context.save()
        #expect(first.weight == 2)
        manager.undo()
        try context.save()
        #expect(try saved(context) == "tag b 1: []")
        manager.undo()
        try context.save()
        #expect(try saved(context) == "")
        manager.redo()
        manager.redo()
        try context.save()
        #expect(try saved(context) == "tag b 2: []")
    }
}
