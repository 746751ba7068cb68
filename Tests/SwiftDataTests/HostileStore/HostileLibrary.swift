import SwiftData
import Testing

/// A container on a hostile store with a few rows, and a context of it with changes of every kind.
struct HostileLibrary {
    let configuration = HostileConfiguration()
    let container: ModelContainer
    /// The context with the changes.
    let context: ModelContext
    let authors: [Author]
    let book: Book
    let newBooks: [Book]

    init() throws {
        let schema = Schema(CustomStore.library)
        container = try ModelContainer(for: schema, configurations: [configuration])
        let filling = ModelContext(container)
        for name in ["a", "b", "c"] {
            let author = Author(name: name)
            author.books = [Book(title: name + "1"), Book(title: name + "2")]
            filling.insert(author)
        }
        filling.insert(Person(name: "p", manager: Person(name: "q")))
        filling.insert(Tag(name: "t"))
        try filling.save()
        context = ModelContext(container)
        context.autosaveEnabled = false
        authors = try context.all(Author.self, sortBy: [SortDescriptor(\.name)])
        book = try #require(authors[1].books.first { $0.title == "b1" })
        authors[0].name = "A"
        book.title = "B1"
        newBooks = [Book(title: "n1", author: authors[1]), Book(title: "n2", author: authors[1])]
        context.delete(try #require(authors[1].books.first { $0.title == "b2" }))
        context.delete(authors[2])
    }

    var misdeed: Misdeed? {
        get { configuration.shelf.misdeed }
        nonmutating set { configuration.shelf.misdeed = newValue }
    }

    /// Descriptions of the pending changes.
    var pending: [String] {
        let inserted = context.insertedModelsArray.compactMap { $0 as? Book }
        let changed = context.changedModelsArray.map { ($0 as? Author)?.name ?? ($0 as? Book)?.title ?? "" }
        return ["changes: \(context.hasChanges)"]
            + inserted.map { "inserted \($0.title) of \($0.author?.name ?? "") \($0.persistentModelID.isTemporary)" }
            .sorted()
            + changed.map { "changed \($0)" }.sorted()
            + context.deletedModelsArray.map { "deleted \($0.persistentModelID.uri)" }.sorted()
            + authors.map { "\($0.name) \($0.persistentModelID.uri) \($0.hasChanges) \($0.isDeleted)" }
    }

    /// The books of each author in a context that has read nothing.
    func kept() throws -> [String: [String]] {
        let books = try ModelContext(container).all(Book.self)
        var found: [String: [String]] = [:]
        for author in try ModelContext(container).all(Author.self) { found[author.name] = [] }
        for book in books { found[book.author?.name ?? "nobody", default: []].append(book.title) }
        return found.mapValues { $0.sorted() }
    }

    static let saved = ["A": ["a1", "a2"], "b": ["B1", "n1", "n2"]]

    /// Reads in every way, in the context with the changes and in one that has read nothing. Returns what failed.
    func readEverything() throws -> [any Error] {
        var errors: [any Error] = []
        func attempt(_ read: () throws -> Void) {
            do { try read() } catch { errors.append(error) }
        }
        let identifiers = configuration.shelf.rows.keys.sorted()
        let reader = ModelContext(container)
        for context in [context, reader] {
            attempt { _ = try context.all(Author.self) }
            attempt { _ = try context.all(Book.self, sortBy: [SortDescriptor(\.title)]) }
            attempt { _ = try context.all(Person.self) }
            attempt { _ = try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.pages > 0 })) }
            attempt {
                var page = FetchDescriptor<Book>(predicate: #Predicate { $0.author?.name != "x" })
                page.fetchOffset = 1
                page.fetchLimit = 2
                page.relationshipKeyPathsForPrefetching = [\.author]
                _ = try context.fetch(page)
            }
            attempt { _ = try context.fetchCount(FetchDescriptor<Author>()) }
            attempt { _ = try context.fetchCount(FetchDescriptor<Person>()) }
            attempt { _ = try context.fetchIdentifiers(FetchDescriptor<Author>()) }
            attempt { try context.enumerate(FetchDescriptor<Person>(), batchSize: 1) { _ = $0.name } }
            attempt { for author in try context.fetch(FetchDescriptor<Author>(), batchSize: 2) { _ = author.name } }
        }
        // Getters cannot throw.
        let lazy = ModelContext(container)
        for identifier in identifiers {
            switch lazy.model(for: identifier) {
            case let author as Author: _ = (author.name, author.born, author.books.map(\.title))
            case let book as Book: _ = (book.title, book.author?.name, book.tags.map(\.name))
            case let person as Person: _ = (person.name, person.manager?.manager?.name, person.reports.map(\.name))
            case let tag as Tag: _ = (tag.name, tag.books.map(\.title))
            default: Issue.record("\(identifier.entityName) has another class")
            }
        }
        return errors
    }
}

extension PersistentIdentifier {
    fileprivate var uri: String { String(describing: hashValue) }
}

/// An error that says which store did what wrong, or the one that the store threw.
func check(_ error: any Error, _ misdeed: Misdeed?, sourceLocation: SourceLocation = #_sourceLocation) {
    if error is Sabotage { return }
    guard let error = error as? StoreError else {
        Issue.record("\(String(describing: misdeed)): \(error)", sourceLocation: sourceLocation)
        return
    }
    #expect(error.code == .misbehavingStore, "\(error)", sourceLocation: sourceLocation)
    #expect(error.entityName != nil && error.description.contains("\"hostile\""), sourceLocation: sourceLocation)
}
