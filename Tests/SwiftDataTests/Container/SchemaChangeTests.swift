import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// A schema that is changed after a container was made of it: the container goes by the model classes.
@Suite struct SchemaChangeTests {
    private static let types: [any PersistentModel.Type] = [Author.self, Dog.self, Animal.self]

    /// Changes whatever can be changed.
    private func change(_ schema: Schema) {
        for entity in schema.entities {
            for attribute in entity.attributes {
                attribute.options = [.unique, .ephemeral]
                attribute.valueType = [Int].self
                attribute.defaultValue = nil
                attribute.isOptional.toggle()
                attribute.name += "Changed"
                attribute.originalName = "nobody"
                (attribute as? Schema.CompositeAttribute)?.properties = []
            }
            for relationship in entity.relationships {
                relationship.deleteRule = .deny
                relationship.destination = "Nobody"
                relationship.inverseName = nil
                relationship.inverseKeyPath = nil
                relationship.minimumModelCount = 17
                relationship.maximumModelCount = 18
                relationship.name += "Changed"
            }
            entity.uniquenessConstraints = [["nobody"]]
            entity.indices = []
            entity.superentity = nil
            entity.superentityName = "Nobody"
            entity.subentities = []
            entity.storedProperties = []
            entity.inheritedProperties = []
            entity.name += "Changed"
        }
    }

    /// Runs a program. Returns the values that it sees, and the content of the file at the end.
    private func work(changes: Bool) throws -> [String] {
        let store = try TemporaryFolder()
        let container = try ModelContainer(
            for: Schema(Self.types),
            configurations: ModelConfiguration(url: store.file)
        )
        if changes { change(container.schema) }
        var seen: [String] = []
        let context = ModelContext(container)
        context.author = "somebody"
        let observer = try ResultsObserver<Animal, Never>(sortBy: [SortDescriptor(\.name)], modelContext: context)
        let interest = try #require(try container.core.entityNames(of: [Animal.self]))
        seen.append("\(interest.sorted())")
        let author = Author(name: "Ada")
        context.insert(author)
        author.books = [Book(title: "One", pages: 5, tags: [Tag(name: "t", weight: 1)]), Book(title: "Two")]
        for name in ["Rex", "Bello"] { context.insert(Dog(name: name, breed: "b", owner: Person(name: "P"))) }
        context.insert(Animal(name: "Kim"))
        try context.save()
        // An upsert by the unique name.
        context.insert(Tag(name: "t", weight: 9))
        try context.save()
        author.name = "Grace"
        try context.save()
        seen.append("\(observer.results.map(\.name))")
        let other = ModelContext(container)
        let books = try other.fetch(
            FetchDescriptor<Book>(
                predicate: #Predicate { $0.author?.name == "Grace" && $0.pages > 1 },
                sortBy: [SortDescriptor(\.title, order: .reverse)]
            )
        )
        seen.append("\(books.map { "\($0.title) \($0.pages) \($0.tags.map(\.weight))" })")
        other.delete(try #require(try other.fetch(FetchDescriptor<Author>()).first))
        try other.save()
        try other.delete(model: Animal.self, where: #Predicate { $0.name == "Kim" })
        let history = try other.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        seen.append("\(history.map { $0.changes.map(\.changedPersistentIdentifier.entityName).sorted() })")
        seen.append("\(try other.fetch(FetchDescriptor<Animal>()).map { "\(type(of: $0))" })")
        for table in ["ZAUTHOR", "ZBOOK", "ZTAG", "ZANIMAL", "ZPERSON", "Z_PRIMARYKEY", "sqlite_master"] {
            seen.append(try store.sqlite3("SELECT * FROM \(table) ORDER BY 1, 2"))
        }
        return seen
    }

    @Test func aChangeOfASchemaHasNoEffectOnItsContainers() throws {
        let seen = try work(changes: true)
        #expect(seen == (try work(changes: false)))
        #expect(seen[0] == #"["Animal", "Dog"]"#)
    }

    @Test(.timeLimit(.minutes(30))) func aStreamGoesByTheClasses() async throws {
        let container = try ModelContainer(
            for: Schema(Self.types),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        change(container.schema)
        let byName = FetchDescriptor<Animal>(sortBy: [SortDescriptor(\.name)])
        var iterator = container.results(of: byName, transform: \.name).makeAsyncIterator()
        #expect(try await iterator.next() == [])
        let context = ModelContext(container)
        context.insert(Dog(name: "Rex", breed: "b"))
        try context.save()
        #expect(try await iterator.next() == ["Rex"])
    }
}
