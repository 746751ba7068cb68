import SwiftData

/// The relationships of a library as plain arrays of names, which say what those of a context have to be.
struct PlainLibrary: Equatable {
    private(set) var books: [String: [String]] = [:]
    private(set) var author: [String: String] = [:]
    private(set) var tags: [String: [String]] = [:]
    private(set) var tagged: [String: [String]] = [:]

    var authorNames: [String] { books.keys.sorted() }
    var bookNames: [String] { tags.keys.sorted() }
    var tagNames: [String] { tagged.keys.sorted() }

    init() {}

    /// The library that a context shows.
    init(_ context: ModelContext) throws {
        for author in try context.fetch(FetchDescriptor<Author>()) { books[author.name] = author.books.map(\.title) }
        for book in try context.fetch(FetchDescriptor<Book>()) {
            author[book.title] = book.author?.name
            tags[book.title] = book.tags.map(\.name)
        }
        for tag in try context.fetch(FetchDescriptor<Tag>()) { tagged[tag.name] = tag.books.map(\.title) }
    }

    /// The library without the order of its relationships.
    var unordered: PlainLibrary {
        var unordered = self
        unordered.books = books.mapValues { $0.sorted() }
        unordered.tags = tags.mapValues { $0.sorted() }
        unordered.tagged = tagged.mapValues { $0.sorted() }
        return unordered
    }

    // MARK: - Models

    mutating func addAuthor(_ name: String) { books[name] = [] }
    mutating func addTag(_ name: String) { tagged[name] = [] }

    mutating func addBook(_ name: String, by writer: String?, tags names: [String]) {
        tags[name] = []
        move(name, to: writer)
        setTags(of: name, names)
    }

    mutating func deleteBook(_ name: String) {
        move(name, to: nil)
        setTags(of: name, [])
        tags[name] = nil
    }

    mutating func deleteAuthor(_ name: String) {
        for book in books[name] ?? [] { deleteBook(book) }
        books[name] = nil
    }

    mutating func deleteTag(_ name: String) {
        setBooks(tagged: name, [])
        tagged[name] = nil
    }

    // MARK: - Relationships

    mutating func move(_ book: String, to writer: String?) {
        guard author[book] != writer else { return }
        if let former = author[book] { books[former]?.removeAll { $0 == book } }
        author[book] = writer
        if let writer { books[writer]?.append(book) }
    }

    mutating func setBooks(by writer: String, _ names: [String]) {
        let names = names.withoutRepetition
        for book in books[writer] ?? [] where !names.contains(book) { author[book] = nil }
        for book in names where author[book] != writer { move(book, to: writer) }
        books[writer] = names
    }

    mutating func setTags(of book: String, _ names: [String]) {
        let (names, former) = (names.withoutRepetition, tags[book] ?? [])
        for tag in former where !names.contains(tag) { tagged[tag]?.removeAll { $0 == book } }
        for tag in names where !former.contains(tag) { tagged[tag]?.append(book) }
        tags[book] = names
    }

    mutating func setBooks(tagged tag: String, _ names: [String]) {
        let (names, former) = (names.withoutRepetition, tagged[tag] ?? [])
        for book in former where !names.contains(book) { tags[book]?.removeAll { $0 == tag } }
        for book in names where !former.contains(book) { tags[book]?.append(tag) }
        tagged[tag] = names
    }
}

extension [String] {
    fileprivate var withoutRepetition: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
