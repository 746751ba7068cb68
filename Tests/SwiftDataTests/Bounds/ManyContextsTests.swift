import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Saves and new contexts cost the same however many contexts there are, and a context that was idle misses nothing.
@Suite struct ManyContextsTests {
    /// Counts the deliveries of a save, and of a new context, beside a number of idle contexts.
    private func work(besides count: Int) throws -> (saving: DeliveryLog.Counts, making: DeliveryLog.Counts) {
        let context = try memoryContext(Author.self)
        let log = context.unit.core.deliveries
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        let idle = (0..<count).map { _ in ModelContext(context.container) }
        let before = log.counts
        author.name = "B"
        try context.save()
        let saved = log.counts
        let made = ModelContext(context.container)
        let after = log.counts
        withExtendedLifetime((idle, made)) {}
        return (difference(before, saved), difference(saved, after))
    }

    private func difference(_ before: DeliveryLog.Counts, _ after: DeliveryLog.Counts) -> DeliveryLog.Counts {
        var counts = after
        counts.notified -= before.notified
        counts.steps -= before.steps
        return counts
    }

    @Test func aSaveAndANewContextDoTheSameBesideTenContextsAndBesideTenThousand() throws {
        let few = try work(besides: 10)
        let many = try work(besides: 10_000)
        #expect(few.saving == many.saving)
        #expect(few.making == many.making)
        #expect(many.saving.notified == 0)
        #expect(many.saving.entries == 1)
        #expect(many.saving.interests == 0)
    }

    @MainActor @Test func onlyContextsThatAreWokenAreTold() throws {
        let context = try memoryContext(Author.self)
        let main = context.container.mainContext
        let idle = (0..<1_000).map { _ in ModelContext(context.container) }
        let log = context.unit.core.deliveries
        context.insert(Author(name: "A"))
        try context.save()
        #expect(log.counts.notified == 1)
        context.insert(Author(name: "B"))
        try context.save()
        // The main actor has not had a turn since.
        #expect(log.counts.notified == 1)
        withExtendedLifetime((main, idle)) {}
    }

    /// Leaves contexts further behind than the log reaches.
    private func fall(behind context: ModelContext, _ work: () throws -> Void = {}) throws {
        let other = ModelContext(context.container)
        let written = try other.fetch(FetchDescriptor<Tag>())
        try work()
        let filler = Array(repeating: written[0].persistentModelID, count: 1_000)
        for _ in 0...DeliveryLog.mostKept / 1_000 {
            other.unit.core.deliver(ContextMailbox.Delivery(updated: filler), from: other.unit.inbox.mailbox)
        }
        for number in 0..<10 {
            written[0].weight = number
            try other.save()
        }
    }

    @Test func aContextThatIsFarBehindHasEveryChangeAndDeletion() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let context = ModelContext(container)
        let authors = (0..<700).map { Author(name: "\($0)") }
        for author in authors { context.insert(author) }
        let book = Book(title: "T", author: authors[5])
        context.insert(Tag(name: "filler"))
        try context.save()
        let edited = authors[6]
        edited.name = "edited"

        let other = ModelContext(container)
        var theirs: [Author] = []
        for author in authors { theirs.append(try #require(other.model(for: author.persistentModelID) as? Author)) }
        for number in stride(from: 0, to: 700, by: 7) { other.delete(theirs[number]) }
        theirs[5].name = "renamed"
        theirs[5].books = []
        let mine = Book(title: "mine", author: authors[7])
        context.insert(mine)
        try other.save()
        try fall(behind: context)

        context.processPendingChanges()
        for (number, author) in authors.enumerated() {
            #expect((author.modelContext == nil) == (number % 7 == 0))
        }
        #expect(authors[5].name == "renamed")
        #expect(authors[5].books.isEmpty)
        #expect(book.author == nil)
        #expect(edited.name == "edited")
        #expect(mine.author == nil)
        try context.save()
        #expect(try store.sqlite3("SELECT count(*) FROM ZAUTHOR") == "600")
        #expect(try store.sqlite3("SELECT ZNAME FROM ZAUTHOR WHERE ZNAME = 'edited'") == "edited")
    }

    /// A row that cannot be read is not a row that has gone.
    @Test(arguments: [
        "Z_ENT = 99", "Z_ENT = NULL", "Z_ENT = 'damaged'", "ZNAME = x'00ff'", "ZBORN = 'damaged'", "Z_OPT = 'damaged'",
    ])
    func aContextThatIsFarBehindKeepsModelsOfDamagedRows(damage: String) throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let context = ModelContext(container)
        let authors = (0..<6).map { Author(name: "\($0)") }
        for author in authors { context.insert(author) }
        context.insert(Tag(name: "filler"))
        try context.save()
        let keys = try authors.map { author in
            let key = try store.sqlite3("SELECT Z_PK FROM ZAUTHOR WHERE ZNAME = '\(author.name)'")
            return try #require(Int(key))
        }
        authors[4].name = "edited"
        let other = ModelContext(container)
        let doomed = try #require(other.model(for: authors[1].persistentModelID) as? Author)
        try fall(behind: context) {
            _ = try store.sqlite3("UPDATE ZAUTHOR SET \(damage) WHERE Z_PK IN (\(keys[2]), \(keys[3]))")
            other.delete(doomed)
            try other.save()
        }

        context.processPendingChanges()
        #expect(authors[1].modelContext == nil)
        for number in [0, 2, 3, 4, 5] { #expect(authors[number].modelContext === context, "\(number)") }
        #expect(authors[0].name == "0" && authors[5].name == "5" && authors[4].name == "edited")
        // Nothing of the damage is written over, and the rest is saved.
        try context.save()
        #expect(try store.sqlite3("SELECT count(*) FROM ZAUTHOR") == "5")
        #expect(try store.sqlite3("SELECT ZNAME FROM ZAUTHOR WHERE Z_PK = \(keys[4])") == "edited")
    }

    @Test func anObserverOfAContextThatIsFarBehindIsCurrent() throws {
        let context = try memoryContext(Author.self)
        for number in 0..<20 { context.insert(Author(name: "\(number)")) }
        context.insert(Tag(name: "filler"))
        try context.save()
        let observer = try ResultsObserver<Author, Never>(sortBy: [SortDescriptor(\.name)], modelContext: context)
        let other = ModelContext(context.container)
        for author in try other.fetch(FetchDescriptor<Author>()) where author.name.count == 2 { other.delete(author) }
        try other.save()
        try fall(behind: context)
        #expect(observer.results.map(\.name) == (0..<10).map(String.init))
    }

    @Test func contextsForRequestsLeaveNothingInTheContainer() throws {
        let context = try memoryContext(Author.self)
        let log = context.unit.core.deliveries
        let idle = ModelContext(context.container)
        for number in 0..<300 {
            let request = ModelContext(context.container)
            request.insert(Author(name: "\(number)"))
            try request.save()
        }
        idle.processPendingChanges()
        context.processPendingChanges()
        #expect(log.counts.entries == 0)
        #expect(log.counts.interests == 0)
        #expect(try idle.fetchCount(FetchDescriptor<Author>()) == 300)
    }
}
