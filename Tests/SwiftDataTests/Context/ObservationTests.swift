import SwiftData
import Testing

@Suite struct ObservationTests {
    private func changes(reading read: () -> Void, changing change: () throws -> Void) rethrows -> Bool {
        let changed = Mutexed(false)
        withObservationTracking(read) { changed.withLock { $0 = true } }
        try change()
        return changed.withLock { $0 }
    }

    @Test func aChangeIsSeenByThoseWhoReadTheProperty() {
        let book = Book(title: "A")
        #expect(changes(reading: { _ = book.title }) { book.title = "B" })
        #expect(!changes(reading: { _ = book.title }) { book.pages = 2 })
    }

    @Test func theOtherSideOfARelationshipIsSeenToChange() {
        let author = Author(name: "A")
        let book = Book(title: "B")
        #expect(changes(reading: { _ = author.books }) { book.author = author })
        #expect(changes(reading: { _ = book.author }) { author.books = [] })
    }

    @Test func rollbackAndRefreshAreSeen() throws {
        let context = try memoryContext(Book.self)
        let book = Book(title: "A")
        context.insert(book)
        try context.save()
        book.title = "B"
        #expect(changes(reading: { _ = book.title }) { context.rollback() })
        let other = ModelContext(context.container)
        let twin = try #require(try other.fetch(FetchDescriptor<Book>()).first)
        twin.title = "C"
        try other.save()
        #expect(changes(reading: { _ = book.title }) { context.processPendingChanges() })
        #expect(book.title == "C")
    }
}
