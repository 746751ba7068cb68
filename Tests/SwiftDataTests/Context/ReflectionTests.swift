import SwiftData
import TestSupport
import Testing

/// Tests and debuggers print models by reflection, at any moment.
@Suite struct ReflectionTests {
    private func text(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test func modelsAndContextsCanBePrintedWhateverHasBeenReleased() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Author.self))
        let author = Author(name: "a secret")
        do {
            author.books = (0..<10).map { Book(title: "\($0)", tags: [Tag(name: "\($0)")]) }
            context.insert(author)
            try context.save()
            #expect(author.books.allSatisfy { $0.tags.count == 1 })
        }
        // The members that were read above have been released.
        let registered: Author? = context.registeredModel(for: author.persistentModelID)
        #expect(registered === author)
        author.name += "!"
        for value in [author, context, context.container, author.persistentModelID] as [Any] {
            #expect(!text(value).isEmpty)
            #expect(!text(value).contains("a secret"))
        }
        #expect(text(author._$modelState).contains("registered"))
        #expect(text(Author(name: "new")._$modelState).contains("detached"))
    }
}
