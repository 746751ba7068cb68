import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Saves that fail, and stores that do not answer as they should.
@Suite struct FailingStoreTests {
    /// A container with one table for each group of models.
    private func context(_ groups: [any PersistentModel.Type]...) -> (ModelContext, [RowTable]) {
        let tables = groups.map { RowTable(Schema($0)) }
        let core = ContainerCore(
            schema: Schema(groups.flatMap { $0 }),
            migrationPlan: nil,
            stores: tables,
            configurations: []
        )
        return (ModelContext(ModelContainer(core: core)), tables)
    }

    @Test func aFailedSaveLeavesEverythingPending() throws {
        let (context, table) = tableContext(Author.self, Book.self, Tag.self)
        let author = Author(name: "A")
        let doomed = Author(name: "D")
        context.insert(author)
        context.insert(doomed)
        try context.save()
        author.name = "B"
        let book = Book(title: "1", author: author)
        context.delete(doomed)
        table.failure = StoreError(.diskFull, "disk full")
        #expect(throws: StoreError.self) { try context.save() }
        #expect(context.hasChanges && author.hasChanges && book.hasChanges && doomed.isDeleted)
        #expect(book.persistentModelID.isTemporary)
        #expect(context.insertedModelsArray.count == 1)
        table.failure = nil
        try context.save()
        #expect(table.rows.count == 2)
        #expect(!book.persistentModelID.isTemporary)
        #expect(author.books.map(\.persistentModelID) == [book.persistentModelID])
    }

    @Test func whatAStoreWroteBeforeAnotherFailedIsNotWrittenTwice() throws {
        let (context, tables) = context([Page.self], [Tag.self])
        let page = Page(number: 1)
        let tag = Tag(name: "x")
        context.insert(page)
        context.insert(tag)
        tables[1].failure = StoreError(.diskFull, "disk full")
        #expect(throws: StoreError.self) { try context.save() }
        #expect(tag.hasChanges)
        #expect(context.hasChanges)
        page.number = 2
        tables[1].failure = nil
        try context.save()
        #expect(tables[0].rows.count == 1)
        #expect(tables[1].rows.count == 1)
        #expect(!context.hasChanges)
    }

    @Test func aStoreThatForgetsAnIdentifierIsReportedAndMemoryIsAsBefore() throws {
        let (context, table) = tableContext(Page.self)
        let pages = (0..<3).map { Page(number: $0) }
        for page in pages { context.insert(page) }
        table.forgets = pages[1].persistentModelID
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .misbehavingStore)
        #expect(pages.allSatisfy { $0.persistentModelID.isTemporary && $0.hasChanges })
        #expect(context.insertedModelsArray.count == 3)
    }

    @Test func aForeignModelIsReportedOnceAndThenOutOfTheWay() throws {
        let context = try memoryContext(Author.self)
        let other = try memoryContext(Author.self)
        let foreign = Author(name: "F")
        other.insert(foreign)
        try other.save()
        let book = Book(title: "1")
        context.insert(book)
        book.author = foreign
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .foreignContext)
        #expect(book.author == nil)
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Book>()) == 1)
    }

    @Test func aRefusedSaveInAFileIsCarriedOutLater() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Folder.self))
        let folder = Folder(name: "F")
        folder.locks = [Lock(reason: "r")]
        context.insert(folder)
        try context.save()
        let lock = folder.locks[0]
        context.delete(folder)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(folder.isDeleted)
        context.delete(lock)
        try context.save()
        #expect(try store.sqlite3("SELECT (SELECT count(*) FROM ZFOLDER) + (SELECT count(*) FROM ZLOCK)") == "0")
    }
}
