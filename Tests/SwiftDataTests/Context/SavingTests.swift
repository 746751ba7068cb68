import SwiftData
import SwiftDataCore
import TestSupport
import Testing

@Suite struct SavingTests {
    @Test func insertedModelsAreThereAfterReopening() throws {
        let store = try TemporaryFolder()
        do {
            let context = ModelContext(try store.container(for: Author.self))
            let author = Author(name: "Ursula")
            author.books.append(Book(title: "One"))
            context.insert(author)
            #expect(context.hasChanges)
            #expect(author.persistentModelID.isTemporary)
            try context.save()
            #expect(!context.hasChanges)
            #expect(!author.persistentModelID.isTemporary)
        }
        let context = ModelContext(try store.container(for: Author.self))
        let authors = try context.fetch(FetchDescriptor<Author>())
        #expect(authors.map(\.name) == ["Ursula"])
        #expect(authors.first?.books.map(\.title) == ["One"])
        #expect(authors.first?.books.first?.author === authors.first)
    }

    @Test func theThreeArraysTellWhatChanged() throws {
        let context = try memoryContext(Author.self)
        let first = Author(name: "A")
        let second = Author(name: "B")
        context.insert(first)
        context.insert(second)
        #expect(context.insertedModelsArray.count == 2)
        try context.save()
        first.name = "C"
        context.delete(second)
        #expect(context.insertedModelsArray.isEmpty)
        #expect(context.changedModelsArray.map { $0.persistentModelID } == [first.persistentModelID])
        #expect(context.deletedModelsArray.map { $0.persistentModelID } == [second.persistentModelID])
        #expect(first.hasChanges)
        #expect(second.isDeleted)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Author>()).map(\.name) == ["C"])
        #expect(second.modelContext == nil)
        #expect(second.name == "B")
    }

    @Test func rollbackRestoresEverything() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        author.name = "changed"
        let extra = Author(name: "extra")
        context.insert(extra)
        author.books.append(Book(title: "new"))
        context.rollback()
        #expect(!context.hasChanges)
        #expect(author.name == "A")
        #expect(author.books.isEmpty)
        #expect(extra.modelContext == nil)
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
    }

    @Test func writingTheSameValueIsNoChange() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        author.name = "A"
        #expect(!context.hasChanges)
    }

    @Test func transactionSavesAndAFailureInsideSavesNothing() throws {
        struct Stop: Error {}
        let context = try memoryContext(Author.self)
        try context.transaction { context.insert(Author(name: "A")) }
        #expect(!context.hasChanges)
        #expect(throws: Stop.self) {
            try context.transaction {
                context.insert(Author(name: "B"))
                throw Stop()
            }
        }
        #expect(context.insertedModelsArray.isEmpty)
        #expect(!context.hasChanges)
    }

    @Test func didSaveCarriesTheIdentifiersUnderBothKeys() throws {
        let context = try memoryContext(Author.self)
        nonisolated(unsafe) var seen: [AnyHashable: Any]?
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { seen = $0.userInfo }
        defer { NotificationCenter.default.removeObserver(token) }
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        let key = ModelContext.NotificationKey.insertedIdentifiers
        #expect(seen?[key] as? [PersistentIdentifier] == [author.persistentModelID])
        #expect(seen?[key.rawValue] as? [PersistentIdentifier] == [author.persistentModelID])
    }

    /// Every identifier in the values of a model.
    private func references(_ model: any PersistentModel) -> [PersistentIdentifier] {
        model._$modelState.values.flatMap { value -> [PersistentIdentifier] in
            switch value {
            case .identifier(let identifier): [identifier]
            case .identifiers(let members): members
            default: []
            }
        }
    }

    @Test func noTemporaryIdentifierIsLeftAfterASave() throws {
        let context = try memoryContext(Author.self)
        let saved = Author(name: "saved")
        let stored = Tag(name: "stored")
        context.insert(saved)
        context.insert(stored)
        try context.save()
        let new = Author(name: "new")
        let books = [
            Book(title: "1", author: saved, tags: [stored]), Book(title: "2", author: new, tags: [Tag(name: "fresh")]),
            Book(title: "3", author: saved, tags: [Tag(name: "stored")]),
        ]
        for book in books { context.insert(book) }
        let passing = Book(title: "passing", author: saved)
        context.delete(passing)
        try context.save()
        let all: [any PersistentModel] = [saved, stored, new] + books + books.flatMap(\.tags)
        for model in all { #expect(references(model).filter(\.isTemporary).isEmpty) }
    }
}
