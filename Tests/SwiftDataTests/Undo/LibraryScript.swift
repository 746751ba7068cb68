import SwiftData

/// Edits of a context by chance, each done to a ``PlainLibrary`` as well.
final class LibraryScript {
    private struct Stop: Error {}

    let context: ModelContext
    private(set) var plain = PlainLibrary()
    private(set) var log: [String] = []
    private var random: LibraryEdits
    private var count = 0
    /// True if authors must stay. Redoing a transaction that moves a book away and deletes its former author would
    /// delete the book, by the cascade.
    private var isInTransaction = false
    private var authors: [String: Author] = [:]
    private var books: [String: Book] = [:]
    private var tags: [String: Tag] = [:]

    init(_ context: ModelContext, seed: UInt64) {
        self.context = context
        random = LibraryEdits(seed: seed)
    }

    /// Registers the models of a filled store without reading their relationships.
    func begin(with plain: PlainLibrary) throws {
        self.plain = plain
        count = 100
        for author in try context.fetch(FetchDescriptor<Author>()) { authors[author.name] = author }
        for book in try context.fetch(FetchDescriptor<Book>()) { books[book.title] = book }
        for tag in try context.fetch(FetchDescriptor<Tag>()) { tags[tag.name] = tag }
    }

    /// Sets the state that undoing, or redoing, has to lead to.
    func go(to plain: PlainLibrary) { self.plain = plain }

    func chance(of limit: Int) -> Bool { random.number(below: limit) == 0 }

    private func name(_ kind: String) -> String {
        count += 1
        return "\(kind) \(count)"
    }

    private func any(_ names: [String]) -> String? {
        names.isEmpty ? nil : names[random.number(below: names.count)]
    }

    // MARK: - Edits

    func edit() {
        switch random.number(below: 22) {
        case 0 where !isInTransaction: addAuthor()
        case 1: addTag()
        case 2, 3: addBook()
        case 4...6: appendBook()
        case 7: insertBook()
        case 8...10: moveBook()
        case 11: removeBook()
        case 12: exchangeBooks()
        case 13, 14: appendTag()
        case 15: appendTagged()
        case 16: insertTagged()
        case 17: removeTag()
        case 18, 19: deleteBook()
        case 20 where !isInTransaction: deleteAuthor()
        default: deleteTag()
        }
    }

    private func addAuthor() {
        let author = Author(name: name("author"))
        log.append("new \(author.name)")
        authors[author.name] = author
        context.insert(author)
        plain.addAuthor(author.name)
    }

    private func addTag() {
        let tag = Tag(name: name("tag"))
        log.append("new \(tag.name)")
        tags[tag.name] = tag
        context.insert(tag)
        plain.addTag(tag.name)
    }

    private func addBook() {
        let (writer, tag) = (any(plain.authorNames), any(plain.tagNames))
        let book = Book(title: name("book"))
        books[book.title] = book
        if chance(of: 2), let writer {
            log.append("append new \(book.title) to \(writer)")
            authors[writer]?.books.append(book)
            plain.addBook(book.title, by: writer, tags: [])
        } else {
            log.append("new \(book.title) by \(writer ?? "nobody") with \(tag ?? "no tag")")
            context.insert(book)
            book.author = writer.flatMap { authors[$0] }
            if let tag = tag.flatMap({ tags[$0] }) { book.tags = [tag] }
            plain.addBook(book.title, by: writer, tags: tag.map { [$0] } ?? [])
        }
    }

    private func appendBook() {
        guard let writer = any(plain.authorNames), let author = authors[writer] else { return }
        var new: [String] = []
        for _ in 0...random.number(below: 2) { new += any(plain.bookNames).map { [$0] } ?? [] }
        log.append("append \(new) to \(writer)")
        author.books += new.compactMap { books[$0] }
        plain.setBooks(by: writer, (plain.books[writer] ?? []) + new)
    }

    private func insertBook() {
        guard let writer = any(plain.authorNames), let author = authors[writer], let name = any(plain.bookNames),
            let book = books[name]
        else { return }
        var names = plain.books[writer] ?? []
        let index = random.number(below: names.count + 1)
        log.append("insert \(name) into \(writer) at \(index)")
        author.books.insert(book, at: index)
        names.insert(name, at: index)
        plain.setBooks(by: writer, names)
    }

    private func moveBook() {
        guard let name = any(plain.bookNames) else { return }
        let writer = chance(of: 4) ? nil : any(plain.authorNames)
        log.append("move \(name) to \(writer ?? "nobody")")
        books[name]?.author = writer.flatMap { authors[$0] }
        plain.move(name, to: writer)
    }

    private func removeBook() {
        guard let writer = any(plain.authorNames), var names = plain.books[writer], !names.isEmpty else { return }
        let index = random.number(below: names.count)
        log.append("remove \(index) from \(writer)")
        let name = names.remove(at: index)
        authors[writer]?.books.removeAll { $0.title == name }
        plain.setBooks(by: writer, names)
    }

    private func exchangeBooks() {
        guard let writer = any(plain.authorNames), var names = plain.books[writer], !names.isEmpty else { return }
        let index = random.number(below: names.count)
        log.append("exchange 0 and \(index) of \(writer)")
        names.swapAt(0, index)
        authors[writer]?.books = names.compactMap { books[$0] }
        plain.setBooks(by: writer, names)
    }

    private func appendTag() {
        guard let name = any(plain.bookNames), let tagName = any(plain.tagNames), let tag = tags[tagName]
        else { return }
        log.append("append \(tagName) to \(name)")
        books[name]?.tags.append(tag)
        plain.setTags(of: name, (plain.tags[name] ?? []) + [tagName])
    }

    private func appendTagged() {
        guard let name = any(plain.bookNames), let tagName = any(plain.tagNames), let book = books[name]
        else { return }
        log.append("append \(name) to \(tagName)")
        tags[tagName]?.books.append(book)
        plain.setBooks(tagged: tagName, (plain.tagged[tagName] ?? []) + [name])
    }

    private func insertTagged() {
        guard let name = any(plain.bookNames), let tagName = any(plain.tagNames), let book = books[name]
        else { return }
        log.append("insert \(name) into \(tagName)")
        tags[tagName]?.books.insert(book, at: 0)
        plain.setBooks(tagged: tagName, [name] + (plain.tagged[tagName] ?? []))
    }

    private func removeTag() {
        guard let name = any(plain.bookNames), let names = plain.tags[name], !names.isEmpty else { return }
        log.append("remove the first of \(name)")
        books[name]?.tags.removeAll { $0.name == names[0] }
        plain.setTags(of: name, Array(names.dropFirst()))
    }

    private func deleteBook() {
        guard let name = any(plain.bookNames), let book = books[name] else { return }
        log.append("delete \(name)")
        context.delete(book)
        plain.deleteBook(name)
    }

    private func deleteTag() {
        guard let name = any(plain.tagNames), let tag = tags[name] else { return }
        log.append("delete \(name)")
        context.delete(tag)
        plain.deleteTag(name)
    }

    private func deleteAuthor() {
        let names = plain.authorNames
        guard names.count > 1, let name = any(names), let author = authors[name] else { return }
        log.append("delete \(name)")
        context.delete(author)
        plain.deleteAuthor(name)
    }

    // MARK: - Transactions

    /// A transaction of some edits, one of which may be a transaction inside it, each of which may fail.
    func transaction(depth: Int = 0) throws {
        let before = plain
        log.append("begin")
        isInTransaction = true
        defer { isInTransaction = depth > 0 }
        do {
            try context.transaction {
                for _ in 0...random.number(below: 4) {
                    if depth < 2, chance(of: 4) { try transaction(depth: depth + 1) } else { edit() }
                }
                if chance(of: 3) { throw Stop() }
            }
            log.append("end")
        } catch is Stop {
            log.append("fail")
            plain = before
        }
    }
}
