import SwiftData
import SwiftDataCore
import Testing

/// A model that leaves its context, and enters another one, takes nothing with it of what the first had registered.
@Suite struct MovedModelTests {
    private let container: ModelContainer

    init() throws { container = try memoryContext(Author.self).container }

    /// An author whose members were read in a context, and who is in none any more.
    private func withdrawn() -> Author {
        let context = ModelContext(container)
        let author = Author(name: "A")
        author.books = (0..<3).map { Book(title: "\($0)") }
        context.insert(author)
        #expect(author.books.map(\.title) == ["0", "1", "2"])
        #expect(author.books.map(\.title) == ["0", "1", "2"])
        #expect(!author._$modelState.memberCaches.isEmpty)
        context.rollback()
        #expect(author.modelContext == nil)
        return author
    }

    @Test func theMembersThatWereReadAreNotKept() {
        let author = withdrawn()
        #expect(author._$modelState.memberCaches.isEmpty)
        ModelContext(container).insert(author)
        #expect(author._$modelState.memberCaches.isEmpty)
    }

    @Test func theMembersAreThoseOfTheOtherContext() throws {
        let author = withdrawn()
        // The former members end, and others stand in their places.
        author.books = (3..<6).map { Book(title: "\($0)") }
        let context = ModelContext(container)
        context.insert(author)
        for _ in 0..<3 { #expect(author.books.map(\.title) == ["3", "4", "5"]) }
        #expect(author.books.allSatisfy { $0.modelContext === context && $0.author === author })
        author.books.append(Book(title: "6"))
        #expect(author.books.map(\.title) == ["3", "4", "5", "6"])
        try context.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
        #expect(found.map(\.title) == ["3", "4", "5", "6"])
    }

    /// Between contexts again and again, with members that come and go in each.
    @Test func itMovesAgainAndAgain() throws {
        let author = withdrawn()
        for round in 0..<20 {
            let context = ModelContext(container)
            author.books = (0..<3).map { Book(title: "\(round)-\($0)") }
            context.insert(author)
            let titles = (0..<3).map { "\(round)-\($0)" }
            #expect(author.books.map(\.title) == titles)
            #expect(author.books.map(\.title) == titles)
            #expect(author.books.allSatisfy { $0.modelContext === context })
            context.rollback()
        }
    }
}
