import Foundation
import SwiftData
import Testing

/// Runs the examples of docs/undo.md.
@Suite struct UndoDocumentationTests {
    private func author() throws -> (ModelContext, Author) {
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        let author = Author(name: "U.")
        author.books = [Book(title: "1")]
        context.insert(author)
        try context.save()
        return (context, author)
    }

    @Test func undoing() throws {
        let (context, author) = try author()
        let manager = UndoManager()
        context.undoManager = manager
        author.name = "Ursula"
        context.processPendingChanges()
        context.delete(author)
        manager.undo()
        #expect(!author.isDeleted)
        #expect(author.name == "Ursula")
    }

    @Test func aTransactionThatThrows() throws {
        let (context, author) = try author()
        try? context.transaction {
            author.books.removeAll()
            throw CocoaError(.userCancelled)
        }
        #expect(author.books.count == 1)
        #expect(!context.hasChanges)
    }

    @Test func theDocumentHasTheseExamples() throws {
        var folder = URL(fileURLWithPath: #filePath)
        let source = try String(contentsOf: folder, encoding: .utf8).filter { !$0.isWhitespace }
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let text = try String(contentsOf: folder.appendingPathComponent("docs/undo.md"), encoding: .utf8)
        let examples = text.components(separatedBy: "```swift\n").dropFirst()
        #expect(examples.count == 2)
        for example in examples {
            let code = try #require(example.components(separatedBy: "```").first).filter { !$0.isWhitespace }
            #expect(source.contains(code))
        }
    }
}
