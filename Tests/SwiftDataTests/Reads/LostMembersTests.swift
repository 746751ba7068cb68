import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Relationships that cannot be read are not empty ones.
@Suite struct LostMembersTests {
    private let shelf: FaultyShelf

    init() throws { shelf = try FaultyShelf() }

    private func author(_ context: ModelContext) throws -> Author {
        try #require(try context.fetch(FetchDescriptor<Author>()).first)
    }

    @Test func whatIsAppendedIsShownAndJoined() throws {
        let context = ModelContext(shelf.container)
        let author = try author(context)
        let faults = try shelf.fail(.statement, .io)
        author.books.append(Book(title: "One"))
        author.books.append(Book(title: "Two"))
        #expect(author.books.map(\.title) == ["One", "Two"])
        faults.clear()
        #expect(Set(author.books.map(\.title)) == ["Notes", "One", "Two"])
        try context.save()
        #expect(try shelf.store.sqlite3("SELECT count(*) FROM ZBOOK WHERE ZAUTHOR = 1") == "3")
    }

    @Test func anAppendWhoseWriteFindsTheStoreReadableAgainTakesNothingOut() throws {
        let context = ModelContext(shelf.container)
        let author = try author(context)
        _ = try shelf.fail(.statement, .io, count: 1)
        author.books.append(Book(title: "One"))
        try context.save()
        #expect(Set(author.books.map(\.title)) == ["Notes", "One"])
        #expect(try shelf.store.sqlite3("SELECT count(*) FROM ZBOOK WHERE ZAUTHOR = 1") == "2")
    }

    /// The program has no reference to the author any more when it saves.
    @Test(arguments: ["the same", "another order", "none"])
    func membersAssignedAsTheyWereShownAreNotLost(_ kind: String) throws {
        let context = ModelContext(shelf.container)
        func assign(isFailing: Bool) throws {
            let author = try author(context)
            if isFailing { _ = try shelf.fail(.statement, .io, count: 1) }
            switch kind {
            case "the same": author.books = author.books
            case "another order": author.books = author.books.reversed()
            default: author.books.removeAll()
            }
        }
        try assign(isFailing: true)
        #expect(context.hasChanges)
        #expect(context.readFailures.map(\.propertyName) == ["books"])
        #expect(storeError { try context.save() } == .unreadable)
        try assign(isFailing: false)
        try context.save()
        #expect(try shelf.store.sqlite3("SELECT count(*) FROM ZBOOK WHERE ZAUTHOR = 1") == (kind == "none" ? "0" : "1"))
    }

    @Test func aRefreshThatFailsKeepsTheMembersThatWereAdded() throws {
        let context = ModelContext(shelf.container)
        let author = try author(context)
        #expect(author.books.count == 1)
        author.books.append(Book(title: "Mine"))
        let writer = ModelContext(shelf.container)
        try self.author(writer).books.append(Book(title: "Theirs"))
        try writer.save()
        let faults = try shelf.fail(.statement, .io)
        context.processPendingChanges()
        #expect(Set(author.books.map(\.title)) == ["Notes", "Mine"])
        #expect(storeError { try context.save() } == .unreadable)
        faults.clear()
        try context.save()
        #expect(Set(author.books.map(\.title)) == ["Notes", "Mine", "Theirs"])
        #expect(try shelf.store.sqlite3("SELECT count(*) FROM ZBOOK WHERE ZAUTHOR = 1") == "3")
    }

    @Test func aModelThatMovesLeavesItsFormerOwnerAsSoonAsThatIsKnown() throws {
        let context = ModelContext(shelf.container)
        let ada = try author(context)
        let book = try #require(ada.books.first)
        let (writer, other) = try shelf.fault(Book.self)
        other.title = "Renamed"
        try writer.save()
        context.processPendingChanges()
        let faults = try shelf.fail(.statement, .io)
        let grace = Author(name: "Grace")
        context.insert(grace)
        grace.books.append(book)
        #expect(storeError { try context.save() } == .unreadable)
        faults.clear()
        try context.save()
        #expect(ada.books.isEmpty && grace.books.count == 1)
        #expect(book.author === grace && book.title == "Renamed")
    }

    @Test func aDeletionThatIsTakenBackLeavesNothingToFollow() throws {
        let context = ModelContext(shelf.container)
        let author = try author(context)
        context.insert(Book(title: "Pending"))
        let faults = try shelf.fail(.statement, .io)
        context.delete(author)
        #expect(storeError { try context.save() } == .unreadable)
        context.rollback()
        faults.clear()
        author.name = "Ada Lovelace"
        try context.save()
        #expect(try shelf.store.sqlite3("SELECT count(*) FROM ZBOOK") == "1")
        #expect(author.books.count == 1)
    }

    @Test func aFormerOwnerThatCannotBeLookedUpIsLookedUpBeforeTheSave() throws {
        let context = ModelContext(shelf.container)
        let first = try #require(try context.fetch(FetchDescriptor<Folder>()).first)
        let second = Folder(name: "bills")
        context.insert(second)
        try context.save()
        let page = try #require(first.pages.first)
        let faults = try shelf.fail(.statement, .io)
        second.pages.append(page)
        #expect(storeError { try context.save() } == .unreadable)
        faults.clear()
        try context.save()
        #expect(first.pages.isEmpty && second.pages.map(\.number) == [7])
        let sql = "SELECT ZNAME FROM ZPAGE p JOIN ZFOLDER f ON f.Z_PK = p.\(try shelf.folderColumn())"
        #expect(try shelf.store.sqlite3(sql) == "bills")
    }

    @Test func anUnreadableCountIsNotTooFew() throws {
        let context = ModelContext(shelf.container)
        let crew = try #require(try context.fetch(FetchDescriptor<Convoy>()).first)
        let hands = try context.fetch(FetchDescriptor<Wagon>(sortBy: [SortDescriptor(\.name)]))
        let faults = try shelf.fail(.statement, .io)
        hands[0].convoy = nil
        #expect(storeError { try context.save() } == .unreadable)
        faults.clear()
        // One is left, where two is the least.
        #expect(storeError { try context.save() } == .validation)
        hands[0].convoy = crew
        try context.save()
        #expect(try shelf.store.sqlite3("SELECT count(*) FROM ZWAGON WHERE ZCONVOY = 1") == "2")
    }
}
