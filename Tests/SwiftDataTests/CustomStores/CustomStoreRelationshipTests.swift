import SwiftData
import Testing

/// Relationships, faults and identity on stores that know nothing of them.
@Suite struct CustomStoreRelationshipTests {
    @Test(arguments: StoreKind.allCases)
    func cyclesOfNewModelsComeRightInTheContextAndInTheStore(_ kind: StoreKind) throws {
        let store = try CustomStore(kind)
        let context = try store.context()
        let (ann, bob, eve) = (Person(name: "Ann"), Person(name: "Bob"), Person(name: "Eve"))
        context.insert(ann)
        ann.manager = bob
        bob.manager = eve
        eve.manager = ann
        let before = ann.persistentModelID
        try context.save()
        #expect(!ann.persistentModelID.isTemporary)
        #expect(context.model(for: before) === ann)
        #expect(ann.manager === bob && bob.reports.map(\.name) == ["Ann"])
        #expect(try !store.text().contains("\"isTemporary\":true"))

        let people = try store.context().all(Person.self, sortBy: [SortDescriptor(\.name)])
        #expect(people.map(\.name) == ["Ann", "Bob", "Eve"])
        #expect(people.map { $0.manager?.name } == ["Bob", "Eve", "Ann"])
        #expect(people.map { $0.reports.map(\.name) } == [["Eve"], ["Ann"], ["Bob"]])
        #expect(people[0].manager === people[1])
    }

    @Test(arguments: StoreKind.allCases)
    func aGraphIsReadBackWithItsOrderAndOneObjectForEachRow(_ kind: StoreKind) throws {
        let store = try CustomStore(kind)
        let context = try store.context()
        let author = Author(name: "A", born: Date(timeIntervalSinceReferenceDate: 0.1))
        let tags = ["x", "y"].map { Tag(name: $0) }
        author.books = ["3", "1", "2"].map { Book(title: $0, tags: tags) }
        context.insert(author)
        try context.save()
        author.books.swapAt(0, 2)
        try context.save()

        let other = try store.context()
        let read = try #require(try other.all(Author.self).first)
        #expect(read.born == author.born)
        #expect(read.books.map(\.title) == ["2", "1", "3"])
        #expect(read.books.allSatisfy { $0.author === read })
        let both = try other.all(Tag.self, sortBy: [SortDescriptor(\.name)])
        #expect(both.map { Set($0.books.map(\.title)) } == [["1", "2", "3"], ["1", "2", "3"]])
        #expect(both[0].books.allSatisfy { $0.tags.contains(both[1]) })
        #expect(try other.all(Book.self).count == 3)
        #expect(!other.hasChanges)
    }

    @Test(arguments: StoreKind.allCases)
    func whatIsAddedToAFaultJoinsWhatTheStoreHas(_ kind: StoreKind) throws {
        let store = try CustomStore(kind)
        let context = try store.context()
        let author = Author(name: "A")
        author.books = [Book(title: "1"), Book(title: "2")]
        context.insert(author)
        try context.save()
        let identifier = author.persistentModelID

        let second = try store.context()
        let fault = try #require(second.model(for: identifier) as? Author)
        second.insert(Book(title: "3", author: fault))
        try second.save()
        let third = try store.context()
        let renamed = try #require(third.model(for: identifier) as? Author)
        renamed.name = "B"
        try third.save()
        let read = try #require(try store.context().all(Author.self).first)
        #expect(read.name == "B")
        #expect(read.books.map(\.title) == ["1", "2", "3"])
    }

    @Test(arguments: StoreKind.allCases)
    func deleteRulesAreFollowed(_ kind: StoreKind) throws {
        let store = try CustomStore(kind)
        let context = try store.context()
        let author = Author(name: "A")
        let tag = Tag(name: "x")
        author.books = [Book(title: "1", tags: [tag]), Book(title: "2")]
        context.insert(author)
        context.insert(Book(title: "3", tags: [tag]))
        try context.save()

        let second = try store.context()
        second.delete(try #require(try second.all(Author.self).first))
        try second.save()
        #expect(try second.all(Book.self).map(\.title) == ["3"])
        let third = try store.context()
        #expect(try third.all(Tag.self).first?.books.map(\.title) == ["3"])
        third.delete(try #require(try third.all(Tag.self).first))
        try third.save()
        #expect(try store.context().all(Book.self).first?.tags.isEmpty == true)
    }

    @Test(arguments: [StoreKind.plain, .talkative, .table])
    func aDenyRuleHoldsAndAOneSidedRelationshipForgetsWhatIsDeleted(_ kind: StoreKind) throws {
        let store = try CustomStore(kind, [Folder.self, Page.self, Lock.self])
        let context = try store.context()
        let folder = Folder(name: "f")
        folder.pages = [Page(number: 1), Page(number: 2)]
        folder.locks = [Lock(reason: "open")]
        context.insert(folder)
        try context.save()
        context.delete(folder)
        #expect(throws: StoreError.self) { try context.save() }
        context.rollback()

        let second = try store.context()
        let first = try #require(try second.all(Page.self, sortBy: [SortDescriptor(\.number)]).first)
        second.delete(first)
        try second.save()
        #expect(try store.context().all(Folder.self).first?.pages.map(\.number) == [2])
    }

    @Test(arguments: [StoreKind.plain, .table])
    func inheritanceWorks(_ kind: StoreKind) throws {
        let store = try CustomStore(kind, [Animal.self, Dog.self, Cat.self, Person.self])
        let context = try store.context()
        let owner = Person(name: "Ann")
        for animal in [Animal(name: "a"), Dog(name: "d", breed: "b", owner: owner), Cat(name: "c")] {
            context.insert(animal)
        }
        try context.save()
        let second = try store.context()
        let animals = try second.all(Animal.self, sortBy: [SortDescriptor(\.name)])
        #expect(animals.map { "\(type(of: $0))" } == ["Animal", "Cat", "Dog"])
        #expect((animals[2] as? Dog)?.owner?.name == "Ann")
        #expect(try second.all(Dog.self).count == 1)
        #expect(try second.fetchCount(FetchDescriptor<Animal>()) == 3)
        #expect(try second.fetchCount(FetchDescriptor<Cat>()) == 1)
    }

    @Test func prefetchedRowsAreNotReadAgain() throws {
        let store = try CustomStore(.table)
        let context = try store.context()
        for name in ["A", "B", "C"] {
            let author = Author(name: name)
            author.books = [Book(title: name + "1"), Book(title: name + "2")]
            context.insert(author)
        }
        try context.save()
        let second = try store.context()
        let table = try #require((store.configuration as? TableConfiguration)?.shelf.store)
        table.calls = []
        var descriptor = FetchDescriptor<Author>()
        descriptor.relationshipKeyPathsForPrefetching = [\.books]
        let authors = try second.fetch(descriptor)
        #expect(authors.flatMap { $0.books.map(\.title) } == ["A1", "A2", "B1", "B2", "C1", "C2"])
        #expect(table.calls == ["fetch"])
    }

    @Test func aWalkOverManyModelsDoesNotCallTheStoreForEach() throws {
        let store = try CustomStore(.table)
        let context = try store.context()
        for index in 0..<50 {
            let author = Author(name: "\(index)")
            author.books = [Book(title: "\(index)")]
            context.insert(author)
        }
        try context.save()
        let second = try store.context()
        let table = try #require((store.configuration as? TableConfiguration)?.shelf.store)
        table.calls = []
        let authors = try second.all(Author.self)
        #expect(authors.allSatisfy { $0.books.map(\.title) == [$0.name] })
        #expect(table.calls == ["fetch", "cached 50", "cached 50"])
    }
}
