import SwiftData
import Testing

/// Traps that grow with the square of the number of models. The limits are wide: what they catch takes minutes.
@Suite(.serialized) struct ReviewPerformanceTests {
    private static let count = 10_000

    private func measure(_ name: String, limit: Double, _ body: () throws -> Void) rethrows {
        let time = try ContinuousClock().measure(body)
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        print("review: \(name) \(seconds) s")
        #expect(seconds < limit, "\(name) took \(seconds) s")
    }

    @Test(arguments: ["detached", "inserted", "saved"])
    func buildingAParentByItsChildren(state: String) throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        if state != "detached" { context.insert(author) }
        if state == "saved" { try context.save() }
        measure("child.parent \(state)", limit: 10) {
            for number in 0..<Self.count {
                let book = Book(title: "\(number)")
                book.author = author
            }
        }
        #expect(author.books.count == Self.count)
        context.insert(author)
        try measure("save", limit: 20) { try context.save() }
        try measure("delete one by one", limit: 20) {
            for book in author.books { context.delete(book) }
            try context.save()
        }
        #expect(author.books.isEmpty)
    }

    @Test(arguments: ["detached", "inserted", "saved"])
    func buildingAParentByAppending(state: String) throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        if state != "detached" { context.insert(author) }
        if state == "saved" { try context.save() }
        measure("append \(state)", limit: 15) {
            for number in 0..<Self.count { author.books.append(Book(title: "\(number)")) }
        }
        #expect(author.books.count == Self.count)
    }

    @Test func deletingAndMovingStoredChildren() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        author.books = (0..<Self.count).map { Book(title: "\($0)") }
        context.insert(author)
        try context.save()
        let other = ModelContext(context.container)
        let books = try other.fetch(FetchDescriptor<Book>())
        let read = try #require(books.first?.author)
        #expect(read.books.count == Self.count)
        let target = Author(name: "B")
        other.insert(target)
        try other.save()
        measure("move stored children", limit: 20) { for book in books { book.author = target } }
        #expect(read.books.isEmpty)
        #expect(target.books.count == Self.count)
        measure("rollback", limit: 20) { other.rollback() }
        try measure("delete stored children", limit: 20) {
            for book in books.reversed() { other.delete(book) }
            try other.save()
        }
        try measure("insert and delete unsaved", limit: 20) {
            let fresh = (0..<Self.count).map { Book(title: "\($0)") }
            for book in fresh { other.insert(book) }
            for book in fresh { other.delete(book) }
            try other.save()
        }
    }

    @Test func cascadingOverTenThousand() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        author.books = (0..<Self.count).map { Book(title: "\($0)") }
        context.insert(author)
        try context.save()
        try measure("cascade", limit: 20) {
            context.delete(author)
            try context.save()
        }
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
    }

    @Test func walkingToManyDifferentParents() throws {
        let context = try memoryContext(Author.self)
        for number in 0..<Self.count { context.insert(Book(title: "\(number)", author: Author(name: "\(number)"))) }
        try context.save()
        let reader = ModelContext(context.container)
        let books = try reader.fetch(FetchDescriptor<Book>())
        measure("to-one walk", limit: 20) { for book in books { #expect(book.author?.name == book.title) } }
    }

    @Test func aBackgroundSaveOfManyReadModelsIsTakenInTogether() throws {
        let (context, table) = tableContext(Page.self)
        let pages = (0..<1_000).map { Page(number: $0) }
        for page in pages { context.insert(page) }
        try context.save()
        let other = ModelContext(context.container)
        for page in try other.fetch(FetchDescriptor<Page>()) { page.number += 1 }
        try other.save()
        #expect(pages[0].number == 0)
        for page in pages { _ = page.number }
        table.calls = []
        context.processPendingChanges()
        #expect(pages.enumerated().allSatisfy { $1.number == $0 + 1 })
        #expect(table.calls.count <= 5)
    }
}
