import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// The values that a program sees and saves while attributes cannot be read. The oracle is the `sqlite3` program.
@Suite struct FailedAttributeTests {
    private let shelf: FaultyShelf

    init() throws { shelf = try FaultyShelf() }

    private func pages() throws -> String { try shelf.store.sqlite3("SELECT ZPAGES FROM ZBOOK") }

    @Test func anIncrementOfAValueThatCouldNotBeReadIsNotSaved() throws {
        let (context, book) = try shelf.fault(Book.self)
        let faults = try shelf.fail(.connection, .cannotOpen)
        book.pages += 1
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .unreadable)
        #expect(error?.entityName == "Book" && error?.propertyName == "pages")
        #expect((error?.underlyingError as? StoreError)?.code == .cannotOpen)
        faults.clear()
        #expect(storeError { try context.save() } == .unreadable)
        #expect(try pages() == "1000")
    }

    @Test func theWriteMayFindTheStoreReadableAgain() throws {
        let (context, book) = try shelf.fault(Book.self)
        _ = try shelf.fail(.statement, .busy, count: 1)
        book.pages += 1
        #expect(book.pages == 1_000)
        #expect(storeError { try context.save() } == .unreadable)
        #expect(try pages() == "1000")
    }

    @Test func anEditThatIsMadeAnewAfterTheValueWasReadIsSaved() throws {
        let (context, book) = try shelf.fault(Book.self)
        let faults = try shelf.fail(.statement, .io)
        book.pages += 1
        faults.clear()
        book.pages += 1
        try context.save()
        #expect(try pages() == "1001")
    }

    @Test func anAssignmentAfterTheErrorIsSaved() throws {
        let (context, book) = try shelf.fault(Book.self)
        let faults = try shelf.fail(.statement, .io)
        book.pages += 1
        faults.clear()
        #expect(storeError { try context.save() } == .unreadable)
        #expect(book.pages == 1_000)
        #expect(context.hasChanges)
        book.pages = 5
        try context.save()
        #expect(try pages() == "5")
        #expect(!context.hasChanges)
    }

    @Test func aFetchIsAReadToo() throws {
        let (context, book) = try shelf.fault(Book.self)
        let faults = try shelf.fail(.statement, .io)
        #expect(book.pages == 0)
        faults.clear()
        #expect(try context.fetch(FetchDescriptor<Book>()).first === book)
        book.pages = 7
        try context.save()
        #expect(try pages() == "7")
    }

    @Test func aRollbackDropsTheEdit() throws {
        let (context, book) = try shelf.fault(Book.self)
        let faults = try shelf.fail(.statement, .io)
        book.pages += 1
        #expect(book.pages == 1)
        context.rollback()
        #expect(!context.hasChanges)
        faults.clear()
        try context.save()
        #expect(book.pages == 1_000)
    }

    @Test func whatIsSavedAfterwardsIsNotTheValueThatWasShownBefore() throws {
        let (context, book) = try shelf.fault(Book.self)
        let faults = try shelf.fail(.statement, .io)
        let shown = book.pages
        book.title = "Edited"
        faults.clear()
        try context.save()
        // What was computed from the stand-in is as wrong after the save as before it.
        book.pages = shown + 1
        #expect(storeError { try context.save() } == .unreadable)
        #expect(try shelf.store.sqlite3("SELECT ZTITLE, ZPAGES FROM ZBOOK") == "Edited|1000")
    }

    @Test func aFailureIsToldOnceUntilTheValueIsRead() throws {
        let (context, book) = try shelf.fault(Book.self)
        let reported = FailureLog(context)
        let faults = try shelf.fail(.statement, .corrupt)
        for _ in 0..<5 { _ = book.pages }
        #expect(faults.failed >= 5)
        #expect(context.readFailures.map(\.propertyName) == ["pages"])
        #expect(context.readFailures.first?.entityName == "Book")
        #expect(context.readFailures.first?.persistentModelID == book.persistentModelID)
        #expect((context.readFailures.first?.error as? StoreError)?.code == .notADatabase)
        #expect(reported.failures.map(\.propertyName) == ["pages"])
        faults.clear()
        #expect(book.pages == 1_000)
        #expect(context.readFailures.isEmpty)
        let again = try shelf.fail(.statement, .corrupt)
        let author = try #require(book.author)
        #expect(author.name == "")
        #expect(context.readFailures.map(\.entityName) == ["Author"])
        #expect(reported.failures.count == 2)
        #expect(again.failed > 0)
    }

    @Test func failuresThatAreTooManyAreCounted() throws {
        let context = ModelContext(shelf.container)
        for number in 0..<1_100 { context.insert(Tag(name: "\(number)")) }
        try context.save()
        let reader = ModelContext(shelf.container)
        let tags = try reader.fetchIdentifiers(FetchDescriptor<Tag>()).map { reader.model(for: $0) as? Tag }
        let faults = try shelf.fail(.statement, .io)
        for tag in tags { _ = tag?.weight }
        #expect(reader.readFailures.count == 1_000)
        #expect(reader.readFailuresLeftOut == 102)
        faults.clear()
        for tag in tags { _ = tag?.weight }
        #expect(reader.readFailures.isEmpty && reader.readFailuresLeftOut == 0)
    }

    @Test func aModelThatIsLetGoIsNoFailureAnyMore() throws {
        let context = ModelContext(shelf.container)
        _ = try shelf.fail(.statement, .io)
        func read() throws {
            try shelf.use(nil)
            let book = try shelf.fault(Book.self, in: context)
            _ = try shelf.fail(.statement, .io)
            #expect(book.pages == 0)
            #expect(context.readFailures.count == 1)
        }
        try read()
        #expect(context.readFailures.isEmpty)
    }

    @Test func aModelActorSavesNothingMadeUp() async throws {
        let identifier = try #require(
            try ModelContext(shelf.container).fetchIdentifiers(FetchDescriptor<Book>()).first
        )
        let clerk = ShelfClerk(modelContainer: shelf.container)
        let faults = try shelf.fail(.connection, .busy)
        #expect(await clerk.addPage(to: identifier) == .unreadable)
        faults.clear()
        #expect(await clerk.addPage(to: identifier) == nil)
        #expect(try pages() == "1001")
    }

    @Test func aStoreThatWasClosedIsNotAnEmptyOne() throws {
        let (context, book) = try shelf.fault(Book.self)
        let box = try #require(shelf.container.core.stores.first)
        let store = try #require(box.object as? DefaultStore)
        try store.connection.close()
        #expect(book.pages == 0)
        book.title = "Edited"
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .unreadable)
        #expect((error?.underlyingError as? StoreError)?.code == .closed)
        #expect(book.modelContext === context)
    }

    @Test func aDeletedModelThatWasNeverReadIsNotInsertedAgainAsAZero() throws {
        let (context, page) = try shelf.fault(Page.self)
        let faults = try shelf.fail(.statement, .io)
        #expect(page.number == 0)
        context.delete(page)
        try context.save()
        faults.clear()
        context.insert(page)
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .unreadable && error?.propertyName == "number")
        page.number = 9
        try context.save()
        #expect(try shelf.store.sqlite3("SELECT ZNUMBER FROM ZPAGE") == "9")
    }
}

/// Reads and edits on its own executor.
@ModelActor
actor ShelfClerk {
    func addPage(to book: PersistentIdentifier) -> StoreError.Code? {
        modelContext.rollback()
        self[book, as: Book.self]?.pages += 1
        return storeError { try modelContext.save() }
    }
}

/// The failures that a context has told of.
private final class FailureLog: Sendable {
    private let kept = Locked<[ReadFailure]>([])
    private nonisolated(unsafe) let token: any NSObjectProtocol

    var failures: [ReadFailure] { kept.withLock { $0 } }

    init(_ context: ModelContext) {
        let kept = kept
        token = NotificationCenter.default.addObserver(
            forName: ModelContext.didFailToRead,
            object: context,
            queue: nil
        ) { notification in
            guard let failure = notification.userInfo?[ModelContext.readFailureKey] as? ReadFailure else { return }
            kept.withLock { $0.append(failure) }
        }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
}
