import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// The references to a model: of the program, and of the context as long as there is a change to be saved. There are no
/// further ones.
@Suite struct ReleasingTests {
    private let store: TemporaryFolder
    private let context: ModelContext

    init() throws {
        store = try TemporaryFolder()
        context = ModelContext(try store.container(for: Author.self, Person.self))
    }

    /// An author with two books that share tags, each referring to all the other models. They are not held afterwards.
    private func makeGraph(_ use: (Author) throws -> Void) rethrows -> Watched {
        let author = Author(name: "A")
        let tags = [Tag(name: "x"), Tag(name: "y")]
        for title in ["1", "2"] { author.books.append(Book(title: title, tags: tags)) }
        try use(author)
        return Watched([author] + author.books + tags)
    }

    /// Each new context of the model adopts the changes, and leaves them behind when it goes.
    @Test func unsavedChangesEndWithTheirModelHoweverManyContextsItHad() throws {
        weak var unit: UnitOfWork?
        do {
            var own: ModelContext? = ModelContext(context.container)
            unit = own?.unit
            let author = Author(name: "A")
            own?.insert(author)
            own = nil
            for _ in 0..<3 {
                #expect(author.modelContext?.hasChanges == true)
                #expect(author.hasChanges)
            }
            #expect(unit != nil)
        }
        #expect(unit == nil)
    }

    /// Models that outlive their context are edited, and no other context is asked for.
    @Test(arguments: ["attribute", "member", "memberIsHeld", "otherIsHeld"])
    func editsAfterTheContextHasGoneEndWithTheirModels(edit: String) throws {
        context.insert(Author(name: "A"))
        context.insert(Author(name: "B"))
        try context.save()
        weak var unit: UnitOfWork?
        do {
            var own: ModelContext? = ModelContext(context.container)
            unit = own?.unit
            var authors = try #require(try own?.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])))
            own = nil
            if edit == "attribute" {
                authors[0].name = "edited"
                #expect(authors[0].hasChanges)
            } else {
                authors[0].books.append(Book(title: "T"))
                #expect(authors[0].books.map(\.title) == ["T"])
            }
            let book = edit == "memberIsHeld" ? authors[0].books.first : nil
            authors.remove(at: edit == "otherIsHeld" ? 0 : 1)
            #expect(unit != nil)
            if edit == "member" {
                // The end of the other one has not let the member go.
                #expect(authors[0].books.map(\.title) == ["T"])
                try authors[0].modelContext?.save()
                #expect(try store.sqlite3("SELECT ZTITLE FROM ZBOOK") == "T")
            }
            authors = []
            #expect((book == nil) == (unit == nil))
            withExtendedLifetime(book) {}
        }
        #expect(unit == nil)
    }

    @Test func aSavedGraphIsReleasedWhenNobodyHoldsIt() throws {
        let graph = try makeGraph { author in
            context.insert(author)
            try context.save()
        }
        #expect(graph.alive == 0)
        #expect(context.unit.identityMap.count == 0)
        let read = try Watched(context.fetch(FetchDescriptor<Author>()).flatMap { [$0] + $0.books + $0.books[0].tags })
        #expect(read.count == 5)
        #expect(read.alive == 0)
        #expect(context.unit.identityMap.count == 0)
    }

    @Test func aModelHoldsNoneOfItsPartners() throws {
        var held: Author?
        let graph = try makeGraph { author in
            context.insert(author)
            try context.save()
            held = author
        }
        #expect(graph.alive == 1)
        #expect(held?.books.flatMap(\.tags).count == 4)
        // The batches that relationships are read in hold rows, never models.
        #expect(graph.alive == 1)
        #expect(context.unit.identityMap.count == 1)
    }

    @Test func aChangedModelIsHeldUntilItIsSavedAndItsPartnersAreNot() throws {
        let graph = try makeGraph { author in
            context.insert(author)
            try context.save()
            author.name = "changed"
        }
        #expect(graph.alive == 1)
        #expect(try context.fetch(FetchDescriptor<Author>()).first?.name == "changed")
        try context.save()
        #expect(graph.alive == 0)
        #expect(try store.sqlite3("SELECT ZNAME FROM ZAUTHOR") == "changed")
    }

    @Test func aDeletedGraphIsReleasedByTheSave() throws {
        let graph = try makeGraph { author in
            context.insert(author)
            try context.save()
            context.delete(author)
        }
        #expect(graph.alive >= 3)
        try context.save()
        #expect(graph.alive == 0)
        #expect(context.unit.identityMap.count == 0)
    }

    @Test func aGraphThatIsRolledBackIsReleased() throws {
        let graph = makeGraph { context.insert($0) }
        #expect(graph.alive == 5)
        context.rollback()
        #expect(graph.alive == 0)
        #expect(context.unit.identityMap.count == 0)
    }

    @Test func aGraphThatIsRolledBackIsWholeWhereSomebodyHoldsAPartOfIt() throws {
        var held: Tag?
        let graph = makeGraph { author in
            context.insert(author)
            held = author.books[1].tags[0]
        }
        context.rollback()
        #expect(graph.alive == 5)
        let author = held?.books.first?.author
        #expect(author?.books.map(\.title) == ["1", "2"])
        #expect(author?.modelContext == nil)
        let tag = try #require(held)
        context.insert(tag)
        try context.save()
        #expect(try store.sqlite3("SELECT count(*) FROM ZBOOK WHERE ZAUTHOR = 1") == "2")
    }

    @Test func anUnsavedGraphIsReleasedWithItsContext() throws {
        func make() -> Watched {
            let context = ModelContext(context.container)
            return makeGraph { context.insert($0) }
        }
        #expect(make().alive == 0)
    }

    @Test func anInsertionThatIsUndoneIsReleasedWhenItCannotBeRedone() throws {
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        manager.beginUndoGrouping()
        let graph = makeGraph { context.insert($0) }
        manager.endUndoGrouping()
        manager.undo()
        manager.removeAllActions()
        #expect(graph.alive == 0)
    }

    @Test func aTransactionThatThrowsReleasesWhatItInserted() throws {
        var graph: Watched?
        try? context.transaction {
            graph = makeGraph { context.insert($0) }
            throw CocoaError(.userCancelled)
        }
        #expect(graph?.alive == 0)
    }

    @Test func aModelThatIsItsOwnPartnerIsReleased() throws {
        let people = try { () throws in
            let person = Person(name: "A")
            person.manager = person
            context.insert(person)
            try context.save()
            return Watched([person])
        }()
        #expect(people.alive == 0)
    }
}

/// Models that are counted without being held.
private struct Watched {
    private struct Reference {
        weak var model: (any PersistentModel)?
    }

    private let references: [Reference]

    init(_ models: [any PersistentModel]) { references = models.map { Reference(model: $0) } }

    var count: Int { references.count }
    var alive: Int { references.filter { $0.model != nil }.count }
}
