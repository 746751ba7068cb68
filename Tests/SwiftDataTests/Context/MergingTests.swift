import SwiftData
import SwiftDataCore
import TestSupport
import Testing

@ModelActor
private actor Editor {
    private var held: Author?

    func hold(_ identifier: PersistentIdentifier) { held = self[identifier, as: Author.self] }
    func edit(_ name: String) { held?.name = name }
    func heldName() -> String? { held?.name }
    func rename(_ identifier: PersistentIdentifier, _ name: String) throws {
        self[identifier, as: Author.self]?.name = name
        try modelContext.save()
    }
    func name(of identifier: PersistentIdentifier) -> String? { self[identifier, as: Author.self]?.name }
}

/// A save of one context is received by another one.
@Suite struct MergingTests {
    private func stored(_ context: ModelContext) throws -> Author {
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        return author
    }

    @MainActor @Test func theMainContextHasASaveAtTheNextTurnWithoutACall() async throws {
        let main = try memoryContext(Author.self).container.mainContext
        let author = try stored(main)
        let editor = Editor(modelContainer: main.container)
        try await editor.rename(author.persistentModelID, "B")
        try await eventually { author.name != "A" }
        #expect(author.name == "B")
    }

    @Test func aModelActorHasASaveBeforeItsNextJobWithoutACall() async throws {
        let context = try memoryContext(Author.self)
        let author = try stored(context)
        let editor = Editor(modelContainer: context.container)
        await editor.hold(author.persistentModelID)
        #expect(await editor.heldName() == "A")
        author.name = "B"
        try context.save()
        #expect(await editor.heldName() == "B")
    }

    @Test func aModelActorKeepsItsUnsavedEdit() async throws {
        let context = try memoryContext(Author.self)
        let author = try stored(context)
        let editor = Editor(modelContainer: context.container)
        await editor.hold(author.persistentModelID)
        await editor.edit("C")
        author.name = "B"
        try context.save()
        #expect(await editor.heldName() == "C")
    }

    @Test func anyOtherContextHasASaveAtItsNextCall() throws {
        let first = try memoryContext(Author.self)
        let mine = try stored(first)
        let second = ModelContext(first.container)
        let theirs = try #require(second.model(for: mine.persistentModelID) as? Author)
        theirs.name = "B"
        try second.save()
        #expect(mine.name == "A")
        _ = try first.fetchCount(FetchDescriptor<Book>())
        #expect(mine.name == "B")
    }

    @Test func aContextThatWasIdleForLongIsStillRight() throws {
        let first = try memoryContext(Author.self)
        let mine = try stored(first)
        let second = ModelContext(first.container)
        let theirs = try #require(second.model(for: mine.persistentModelID) as? Author)
        for number in 0..<12 {
            let others = (0..<1_000).map { Author(name: "\(number) \($0)") }
            for other in others { second.insert(other) }
            try second.save()
            for other in others { other.born = .distantPast }
            theirs.name = "\(number)"
            try second.save()
        }
        first.processPendingChanges()
        #expect(mine.name == "11")
    }

    @Test func didSaveSaysWhichModelsWereSaved() throws {
        let context = try memoryContext(Author.self)
        let (updated, deleted) = (try stored(context), try stored(context))
        let received = Received()
        let token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
            received.info = $0.userInfo ?? [:]
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let inserted = Author(name: "new")
        context.insert(inserted)
        updated.name = "B"
        context.delete(deleted)
        let identifier = deleted.persistentModelID
        try context.save()
        func identifiers(_ key: ModelContext.NotificationKey) -> [PersistentIdentifier]? {
            #expect(
                received.info[key] as? [PersistentIdentifier] == received.info[key.rawValue] as? [PersistentIdentifier]
            )
            return received.info[key] as? [PersistentIdentifier]
        }
        #expect(identifiers(.insertedIdentifiers) == [inserted.persistentModelID])
        #expect(identifiers(.updatedIdentifiers) == [updated.persistentModelID])
        #expect(identifiers(.deletedIdentifiers) == [identifier])
    }

    @Test func aTemporaryIdentifierResolvesElsewhereAfterTheSave() async throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        let temporary = author.persistentModelID
        let editor = Editor(modelContainer: context.container)
        #expect(await editor.name(of: temporary) == nil)
        try context.save()
        #expect(await editor.name(of: temporary) == "A")
        try await editor.rename(temporary, "B")
        context.processPendingChanges()
        #expect(author.name == "B")
    }
}

/// Two contexts that change the same property.
@Suite struct TemporaryIdentifierTests {
    @Test func anIdentifierThatIsUsedBeforeTheSaveIsBlankUntilThen() throws {
        let context = try memoryContext(Author.self)
        let book = Book(title: "B", author: Author(name: "A"))
        context.insert(book)
        let id = book.persistentModelID
        let other = ModelContext(context.container)
        let early = try #require(other.model(for: id) as? Book)
        #expect(early.title == "")
        #expect(early.author == nil)
        #expect(early.modelContext == nil)
        early.title = "ignored"
        try other.save()
        try context.save()
        #expect((other.model(for: id) as? Book)?.title == "B")
        #expect((other.model(for: id) as? Book)?.author?.name == "A")
        #expect(try other.fetchCount(FetchDescriptor<Book>()) == 1)
    }

    @Test func anIdentifierWhoseModelIsNeverSavedStaysBlank() throws {
        let context = try memoryContext(Author.self)
        let author = Author(name: "A")
        context.insert(author)
        let id = author.persistentModelID
        context.rollback()
        let other = ModelContext(context.container)
        #expect((other.model(for: id) as? Author)?.name == "")
        #expect((context.model(for: id) as? Author)?.modelContext == nil)
        let registered: Author? = other.registeredModel(for: id)
        #expect(registered == nil)
    }
}

@Suite struct ConflictTests {
    private func conflict() throws -> (ModelContext, Author, ModelContext, Author) {
        let first = try memoryContext(Author.self)
        let mine = Author(name: "A")
        first.insert(mine)
        try first.save()
        let second = ModelContext(first.container)
        let theirs = try #require(second.model(for: mine.persistentModelID) as? Author)
        mine.name = "mine"
        theirs.name = "theirs"
        theirs.born = .distantPast
        return (first, mine, second, theirs)
    }

    @Test func theUnsavedEditStaysAndWinsAtItsSave() throws {
        let (first, mine, second, theirs) = try conflict()
        try second.save()
        first.processPendingChanges()
        #expect(mine.name == "mine")
        #expect(mine.born == .distantPast)
        try first.save()
        second.processPendingChanges()
        #expect(theirs.name == "mine")
        let read = try #require(try ModelContext(first.container).fetch(FetchDescriptor<Author>()).first)
        #expect(read.name == "mine")
        #expect(read.born == .distantPast)
    }

    @Test func theValueThatLosesCanBeReadBeforeAndAfterTheSave() throws {
        let (first, mine, second, _) = try conflict()
        #expect(first.conflicts.isEmpty)
        try second.save()
        first.processPendingChanges()
        let found = try #require(first.conflicts.first)
        #expect(first.conflicts.count == 1)
        #expect(found.persistentModelID == mine.persistentModelID)
        #expect(found.propertyName == "name")
        #expect(found.otherValue as? String == "theirs")
        #expect(!found.isOverwritten)
        #expect(!found.description.contains("theirs"))
        try first.save()
        #expect(first.conflicts.map(\.isOverwritten) == [true])
        #expect(first.conflicts.first?.otherValue as? String == "theirs")
        mine.born = nil
        try first.save()
        #expect(first.conflicts.isEmpty)
    }

    @Test func aConflictFoundByTheSaveItselfIsAnnounced() throws {
        let (first, _, second, _) = try conflict()
        let received = Received()
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didFindConflicts,
            object: first,
            queue: nil
        ) { received.info = $0.userInfo ?? [:] }
        defer { NotificationCenter.default.removeObserver(token) }
        try second.save()
        try first.save()
        let found = try #require(received.info[ModelContext.conflictsKey] as? [MergeConflict])
        #expect(found.map { $0.otherValue as? String } == ["theirs"])
    }

    @Test func aRollbackTakesTheOtherValue() throws {
        let (first, mine, second, _) = try conflict()
        try second.save()
        first.processPendingChanges()
        first.rollback()
        #expect(mine.name == "theirs")
        #expect(first.conflicts.isEmpty)
        #expect(!first.hasChanges)
    }

    @Test func theSameEditTwiceIsAConflict() throws {
        let (first, mine, second, theirs) = try conflict()
        theirs.name = "mine"
        try second.save()
        first.processPendingChanges()
        #expect(mine.name == "mine")
        #expect(first.conflicts.map { $0.otherValue as? String } == ["mine"])
    }

    /// Nil is not "nil was saved" here, which only the failure tells.
    @Test func aDamagedValueThatLosesIsToldOfAsDamage() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Parcel.self)
        let context = ModelContext(container)
        let mine = Parcel(name: "1", postmark: Postmark("a"))
        context.insert(mine)
        try context.save()
        let other = ModelContext(container)
        let theirs = try #require(other.model(for: mine.persistentModelID) as? Parcel)
        #expect(theirs.postmark.text == "a")
        mine.postmark = Postmark("mine")
        _ = try store.sqlite3("UPDATE ZPARCEL SET ZPOSTMARK = CAST('{}' AS BLOB)")
        let reported = Locked<[String?]>([])
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didFailToRead,
            object: context,
            queue: nil
        ) { notification in
            let failure = notification.userInfo?[ModelContext.readFailureKey] as? ReadFailure
            reported.withLock { $0.append(failure?.propertyName) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        theirs.weight = 5
        try other.save()
        context.processPendingChanges()
        #expect(context.conflicts.map(\.propertyName) == ["postmark"])
        #expect(context.conflicts.first?.otherValue == nil)
        #expect(reported.withLock { $0 } == ["postmark"])
        #expect(mine.postmark.text == "mine" && mine.weight == 5)
        try context.save()
        #expect(context.conflicts.map(\.isOverwritten) == [true])
        #expect(context.readFailures.isEmpty)
        #expect((ModelContext(container).model(for: mine.persistentModelID) as? Parcel)?.postmark.text == "mine")
    }

    @Test func anotherProcessIsFoundToConflictWhenItsRowIsFetched() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Author.self))
        let author = Author(name: "A")
        context.insert(author)
        try context.save()
        author.name = "mine"
        _ = try store.sqlite3("UPDATE ZAUTHOR SET ZNAME = 'theirs'")
        _ = try context.fetch(FetchDescriptor<Author>())
        #expect(author.name == "mine")
        #expect(context.conflicts.map { $0.otherValue as? String } == ["theirs"])
    }
}

/// The notifications that an observer has received. `@unchecked Sendable`: used on the thread of the test only.
final class Received: @unchecked Sendable {
    var info: [AnyHashable: Any] = [:]
}
