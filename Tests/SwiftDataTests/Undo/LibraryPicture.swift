import SwiftData

/// Everything that a context shows of a library, as text: to compare two moments.
func picture(_ context: ModelContext) throws -> String {
    var lines: [String] = []
    for author in try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])) {
        lines.append("author \(author.name): \(author.books.map(\.title))")
    }
    for book in try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])) {
        lines.append("book \(book.title) \(book.pages) by \(book.author?.name ?? "nobody"): \(book.tags.map(\.name))")
    }
    for tag in try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)])) {
        lines.append("tag \(tag.name) \(tag.weight): \(tag.books.map(\.title))")
    }
    return lines.joined(separator: "\n")
}

/// A context with an undo manager whose groups are opened by hand.
func undoableLibrary() throws -> (context: ModelContext, manager: UndoManager) {
    let context = try memoryContext(Author.self, Book.self, Tag.self)
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    return (context, manager)
}

extension UndoManager {
    /// Makes one group of what a closure does.
    func group(_ body: () throws -> Void) rethrows {
        beginUndoGrouping()
        defer { endUndoGrouping() }
        try body()
    }
}

/// Edits of a library by chance: the same ones for the same seed.
struct LibraryEdits {
    private var state: UInt64
    private var count = 0

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(limit, 1)))
    }

    private mutating func any<Model: PersistentModel>(_ models: [Model]) -> Model? {
        models.isEmpty ? nil : models[number(below: models.count)]
    }

    private mutating func name(_ kind: String) -> String {
        count += 1
        return "\(kind)\(count)"
    }

    /// One edit; answers what it was.
    mutating func edit(_ context: ModelContext) throws -> String {
        let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
        let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
        let tags = try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
        let author = any(authors)
        let book = any(books)
        let tag = any(tags)
        switch number(below: 14) {
        case 0:
            let new = Author(name: name("author"))
            new.books = [Book(title: name("book"), tags: [tag].compactMap { $0 }), Book(title: name("book"))]
            context.insert(new)
            return "insert an author with books"
        case 1:
            context.insert(Book(title: name("book"), author: author, tags: tags))
            return "insert a book"
        case 2:
            context.insert(Tag(name: name("tag")))
            return "insert a tag"
        case 3:
            author?.books.append(Book(title: name("book")))
            return "append a book"
        case 4:
            if let author, !author.books.isEmpty { author.books.swapAt(0, number(below: author.books.count)) }
            return "swap books"
        case 5:
            book?.author = author
            return "move a book"
        case 6:
            book?.author = nil
            return "orphan a book"
        case 7:
            if let tag { book?.tags.insert(tag, at: 0) }
            return "tag a book"
        case 8:
            tag?.books = books.reversed()
            return "tag all books"
        case 9:
            if let book, !book.tags.isEmpty { book.tags.removeFirst() }
            return "untag a book"
        case 10:
            book?.pages += 1
            tag?.weight += 1
            return "edit values"
        case 11 where authors.count > 1:
            if let author { context.delete(author) }
            return "delete an author"
        case 12:
            if let book { context.delete(book) }
            return "delete a book"
        case 13:
            if let tag { context.delete(tag) }
            return "delete a tag"
        default:
            author?.name = name("renamed")
            return "rename an author"
        }
    }
}
