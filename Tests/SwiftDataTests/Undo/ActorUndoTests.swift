import SwiftData
import TestSupport
import Testing

@ModelActor
private actor Editor {
    private var manager: UndoManager { modelContext.undoManager ?? UndoManager() }

    func begin() throws -> PersistentIdentifier {
        let manager = UndoManager()
        modelContext.undoManager = manager
        let author = Author(name: "A")
        author.books = [Book(title: "1"), Book(title: "2")]
        modelContext.insert(author)
        try modelContext.save()
        manager.removeAllActions()
        return author.persistentModelID
    }

    func rename(_ id: PersistentIdentifier, to name: String) {
        self[id, as: Author.self]?.name = name
        modelContext.processPendingChanges()
    }

    func delete(_ id: PersistentIdentifier) throws {
        if let author = self[id, as: Author.self] { modelContext.delete(author) }
        modelContext.processPendingChanges()
        try modelContext.save()
    }

    func undo() throws {
        manager.undo()
        try modelContext.save()
    }

    func redo() throws {
        manager.redo()
        try modelContext.save()
    }

    func picture() throws -> String {
        try modelContext.fetch(FetchDescriptor<Author>()).map { "\($0.name) \($0.books.map(\.title))" }.joined()
    }
}

@Suite struct ActorUndoTests {
    @Test func anActorUndoesAndRedoesItsOwnChanges() async throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let editor = Editor(modelContainer: container)
        let id = try await editor.begin()
        await editor.rename(id, to: "B")
        await editor.rename(id, to: "C")
        try await editor.delete(id)
        #expect(try await editor.picture() == "")
        try await editor.undo()
        #expect(try await editor.picture() == #"C ["1", "2"]"#)
        try await editor.undo()
        #expect(try await editor.picture() == #"B ["1", "2"]"#)
        #expect(try store.sqlite3("SELECT ZNAME FROM ZAUTHOR") == "B")
        try await editor.undo()
        try await editor.redo()
        try await editor.redo()
        #expect(try await editor.picture() == #"C ["1", "2"]"#)
        try await editor.redo()
        #expect(try await editor.picture() == "")
        #expect(try store.sqlite3("SELECT count(*) FROM ZBOOK") == "0")
    }

    @Test func anotherActorsSaveIsNoActionAndStays() async throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let (editor, other) = (Editor(modelContainer: container), Editor(modelContainer: container))
        let id = try await editor.begin()
        await editor.rename(id, to: "B")
        let context = ModelContext(container)
        let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
        author.books.append(Book(title: "3"))
        author.born = .distantPast
        try context.save()
        try await editor.undo()
        #expect(try await editor.picture() == #"A ["1", "2", "3"]"#)
        context.processPendingChanges()
        #expect(author.born == .distantPast)
        #expect(try await other.picture() == #"A ["1", "2", "3"]"#)
    }
}
