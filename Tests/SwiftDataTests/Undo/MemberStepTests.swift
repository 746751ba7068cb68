import SwiftData
import Testing

/// Members that join and leave one by one are noted without the other members, which may have changed when that is
/// undone.
@Suite struct MemberStepTests {
    private struct Stop: Error {}

    private func savedAuthor() throws -> (ModelContext, UndoManager, Author) {
        let (context, manager) = try undoableLibrary()
        let author = Author(name: "A")
        context.insert(author)
        author.books = (1...5).map { Book(title: "\($0)") }
        try context.save()
        manager.removeAllActions()
        return (context, manager, author)
    }

    private func titles(_ author: Author) -> String { author.books.map(\.title).joined() }

    @Test func aMemberReturnsToItsPlaceWhereOthersHaveLeft() throws {
        let (context, manager, author) = try savedAuthor()
        let moved = author.books[2]
        manager.group { moved.author = nil }
        try context.save()
        let other = ModelContext(context.container)
        try other.delete(model: Book.self, where: #Predicate { $0.title == "1" })
        context.processPendingChanges()
        #expect(titles(author) == "245")
        manager.undo()
        #expect(titles(author) == "2345")
        #expect(moved.author === author)
        manager.redo()
        #expect(titles(author) == "245")
        try context.save()
    }

    @Test func aMemberWhoseNeighbourHasLeftReturnsToItsIndex() throws {
        let (context, manager, author) = try savedAuthor()
        let (moved, neighbour) = (author.books[4], author.books[3])
        manager.group { moved.author = nil }
        manager.disableUndoRegistration()
        manager.group { context.delete(neighbour) }
        manager.enableUndoRegistration()
        try context.save()
        manager.undo()
        #expect(titles(author) == "1235")
    }

    @Test func anAddedMemberThatHasLeftStaysAway() throws {
        let (context, manager, author) = try savedAuthor()
        let other = Author(name: "B")
        context.insert(other)
        let book = Book(title: "6")
        context.insert(book)
        manager.group { author.books.append(book) }
        manager.disableUndoRegistration()
        manager.group { book.author = other }
        manager.enableUndoRegistration()
        manager.undo()
        #expect(titles(author) == "12345")
        #expect(book.author == nil)
        #expect(other.books.isEmpty)
        manager.redo()
        #expect(titles(author) == "12345")
        #expect(titles(other) == "6")
    }

    @Test func aMemberThatIsAppendedAgainIsAnActionThatChangesNothing() throws {
        let (context, manager, author) = try savedAuthor()
        manager.group { author.books.append(author.books[1]) }
        #expect(titles(author) == "12345")
        manager.undo()
        manager.redo()
        #expect(manager.canUndo)
        manager.undo()
        #expect(titles(author) == "12345")
        #expect(!context.hasChanges)
    }

    @Test func aModelGetsItsIdentifierBetweenTheActionAndTheUndo() throws {
        let (context, manager, author) = try savedAuthor()
        let new = Book(title: "6")
        manager.group { author.books.append(new) }
        manager.group { author.books[0].author = nil }
        #expect(new.persistentModelID.storeIdentifier == nil)
        try context.save()
        #expect(new.persistentModelID.storeIdentifier != nil)
        manager.undo()
        manager.undo()
        #expect(titles(author) == "12345")
        try context.save()
        manager.redo()
        #expect(titles(author) == "123456")
        manager.redo()
        #expect(titles(author) == "23456")
        try context.save()
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).first)
        #expect(titles(read) == "23456")
    }

    enum Kind: CaseIterable { case steps, whole, deletion }

    /// One relationship is changed by steps or as a whole, outside, inside and after an inner transaction.
    @Test(arguments: Kind.allCases, Kind.allCases)
    func anInnerTransactionIsJoinedWithTheOuterOne(_ outer: Kind, _ inner: Kind) throws {
        for fails in [false, true] {
            let (context, manager, author) = try savedAuthor()
            func change(_ kind: Kind) {
                switch kind {
                case .steps:
                    author.books[1].author = nil
                    author.books.append(Book(title: "n"))
                case .whole: author.books.insert(author.books.last ?? Book(title: "m"), at: 0)
                case .deletion: context.delete(author.books[0])
                }
            }
            func change() throws {
                try context.transaction {
                    change(outer)
                    try context.transaction { change(inner) }
                    change(outer)
                    let before = titles(author)
                    #expect(throws: Stop.self) {
                        try context.transaction {
                            change(inner)
                            throw Stop()
                        }
                    }
                    #expect(titles(author) == before)
                    if fails { throw Stop() }
                }
            }
            if fails {
                #expect(throws: Stop.self) { try change() }
                #expect(titles(author) == "12345")
                #expect(!context.hasChanges)
                continue
            }
            try manager.group { try change() }
            let after = titles(author)
            for _ in 1...2 {
                manager.undo()
                #expect(titles(author) == "12345")
                #expect(author.books.allSatisfy { $0.author === author })
                manager.redo()
                #expect(titles(author) == after)
            }
            try context.save()
            let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).first)
            #expect(titles(read) == after)
        }
    }
}
