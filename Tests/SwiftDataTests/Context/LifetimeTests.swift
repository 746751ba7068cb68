import SwiftData
import SwiftDataCore
import Testing

/// Works with its context when it goes.
@Model
final class Mourner {
    var name: String
    @Transient var onDeath: (() -> Void)?

    init(name: String) { self.name = name }

    deinit { onDeath?() }
}

@Suite struct LifetimeTests {
    @Test func aDroppedContextWithUnsavedChangesFreesEverything() throws {
        weak var unit: UnitOfWork?
        weak var core: ContainerCore?
        do {
            let context = try memoryContext(Author.self)
            unit = context.unit
            core = context.unit.core
            let saved = Author(name: "saved")
            context.insert(saved)
            try context.save()
            saved.name = "changed"
            context.insert(Author(name: "new"))
            let doomed = Author(name: "doomed")
            context.insert(doomed)
            try context.save()
            context.delete(doomed)
            context.insert(Book(title: "new", author: saved))
        }
        #expect(unit == nil)
        #expect(core == nil)
    }

    @Test func changesSurviveTheContextWhileTheirModelLives() throws {
        let container = try ModelContainer(
            for: Author.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        func make() -> Author {
            let context = ModelContext(container)
            let author = Author(name: "A")
            author.books.append(Book(title: "1"))
            context.insert(author)
            return author
        }
        let author = make()
        try author.modelContext?.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Author>()).first?.books.map(\.title) == ["1"])
    }

    @Test func insertingThroughAModelsContextLosesNothing() throws {
        let container = try ModelContainer(
            for: Author.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        func make() throws -> Author {
            let context = ModelContext(container)
            let author = Author(name: "A")
            context.insert(author)
            try context.save()
            return author
        }
        let author = try make()
        author.modelContext?.insert(Book(title: "1", author: author))
        author.books.append(Book(title: "2"))
        try author.modelContext?.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 2)
    }

    @Test func aModelMayUseItsContextWhenItGoes() throws {
        let context = try memoryContext(Mourner.self)
        let counts = Counts()
        do {
            let mourner = Mourner(name: "m")
            mourner.onDeath = { [weak context] in
                context?.insert(Mourner(name: "heir"))
                counts.values.append((try? context?.fetchCount(FetchDescriptor<Mourner>())) ?? -1)
            }
            context.insert(mourner)
        }
        try context.save()
        #expect(counts.values.count == 1)
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Mourner>()) == 2)
    }

    @Test func aModelMayUseItsContextWhenARollbackFreesIt() throws {
        let context = try memoryContext(Mourner.self)
        let counts = Counts()
        do {
            let mourner = Mourner(name: "m")
            mourner.onDeath = { [weak context] in
                context?.insert(Mourner(name: "heir"))
                counts.values.append(1)
            }
            context.insert(mourner)
        }
        context.rollback()
        #expect(counts.values == [1])
        #expect(context.insertedModelsArray.count == 1)
        let doomed = Mourner(name: "doomed")
        context.insert(doomed)
        context.delete(doomed)
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Mourner>()) == 1)
    }

    @Test func anIdentifierSetFromOutsideLeavesTheContextSafe() throws {
        let context = try memoryContext(Author.self)
        var old: PersistentIdentifier?
        do {
            let author = Author(name: "A")
            context.insert(author)
            try context.save()
            old = author.persistentModelID
            let other = Author(name: "B")
            author.persistentBackingData.persistentModelID = other.persistentModelID
        }
        let identifier = try #require(old)
        #expect((context.model(for: identifier) as? Author)?.name == "A")
    }

    @Test func aValueSetBackDoesNotKeepItsModel() throws {
        let context = try memoryContext(Author.self)
        context.insert(Author(name: "A"))
        try context.save()
        weak var author: Author?
        do {
            let read = try #require(try context.fetch(FetchDescriptor<Author>()).first)
            read.name = "B"
            read.name = "A"
            author = read
        }
        #expect(!context.hasChanges)
        try context.save()
        #expect(author == nil)
    }

    @Test func membersThatWereAppendedToAreFreedAfterTheSave() throws {
        let context = try memoryContext(Book.self)
        weak var early: Tag?
        weak var late: Tag?
        let book = Book(title: "B")
        context.insert(book)
        do {
            book.tags.append(Tag(name: "1"))
            book.tags.append(Tag(name: "2"))
            early = book.tags.first
            late = book.tags.last
            late?.books.append(Book(title: "other"))
        }
        #expect(book.tags.count == 2)
        try context.save()
        #expect(early == nil && late == nil)
        #expect(book.tags.map(\.name) == ["1", "2"])
        #expect(book.tags.last?.books.map(\.title) == ["B", "other"])
    }

    @Test func appendingSeesWhatHappenedInBetween() throws {
        let context = try memoryContext(Book.self)
        let book = Book(title: "B")
        let tags = (0..<6).map { Tag(name: "\($0)") }
        book.tags.append(tags[0])
        book.tags.append(tags[1])
        context.insert(book)
        book.tags.append(tags[2])
        tags[0].books = []
        book.tags.append(tags[3])
        #expect(book.tags == [tags[1], tags[2], tags[3]])
        context.delete(tags[2])
        book.tags.append(tags[4])
        #expect(book.tags == [tags[1], tags[3], tags[4]])
        try context.save()
        context.delete(tags[3])
        book.tags.append(tags[5])
        try context.save()
        #expect(book.tags == [tags[1], tags[4], tags[5]])
        book.tags.append(tags[4])
        #expect(book.tags == [tags[1], tags[4], tags[5]])
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Book>()).first)
        #expect(read.tags.map(\.name) == ["1", "4", "5"])
    }

    final class Counts { var values: [Int] = [] }
}
