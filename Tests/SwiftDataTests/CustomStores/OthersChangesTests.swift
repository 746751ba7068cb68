import Foundation
import JSONStoreExample
import SwiftData
import TestSupport
import Testing

/// Rows that another program has changed behind the store, which then says so.
@Suite struct OthersChangesTests {
    private let library: HostileLibrary
    private let context: ModelContext
    private let authors: [Author]
    private let book: Book

    init() throws {
        library = try HostileLibrary()
        context = ModelContext(library.container)
        authors = try context.all(Author.self, sortBy: [SortDescriptor(\.name)])
        book = try #require(authors[0].books.first { $0.title == "a1" })
    }

    private var shelf: HostileConfiguration.Shelf { library.configuration.shelf }
    private var store: HostileStore {
        get throws { try #require(shelf.store) }
    }

    /// As another process would, behind the store's back.
    private func change(_ model: any PersistentModel, _ property: String, to value: OwnRow.Field) {
        shelf.rows[model.persistentModelID]?.fields[property] = value
    }

    @Test func namedRowsAreReadAgainAndUnsavedEditsStay() throws {
        authors[1].name = "mine"
        change(authors[0], "name", to: .text("theirs"))
        change(authors[1], "name", to: .text("theirs too"))
        change(authors[1], "born", to: .date(Date(timeIntervalSince1970: 9)))
        change(authors[2], "name", to: .text("not told"))
        try store.rowsDidChange(updated: authors.prefix(2).map(\.persistentModelID), deleted: [])
        #expect(authors[0].name == "a")
        context.processPendingChanges()
        #expect(authors.map(\.name) == ["theirs", "mine", "c"])
        #expect(authors[1].born == Date(timeIntervalSince1970: 9))
        #expect(context.conflicts.count == 1)
        try context.save()
        #expect(try library.kept()["mine"] != nil)
    }

    @Test func deletedRowsLetTheirModelsGo() throws {
        let gone = book.persistentModelID
        shelf.rows[gone] = nil
        change(authors[0], "books", to: .references(authors[0].books.map(\.persistentModelID).filter { $0 != gone }))
        try store.rowsDidChange(updated: [authors[0].persistentModelID], deleted: [gone])
        context.processPendingChanges()
        #expect(book.modelContext == nil && book.title == "a1")
        #expect(authors[0].books.map(\.title) == ["a2"])
    }

    @Test func aRelationshipThatMovedIsReadAgain() throws {
        let (from, to) = (authors[0], authors[1])
        let (left, joined) = (from.books, to.books)
        change(book, "author", to: .reference(to.persistentModelID))
        change(from, "books", to: .references(left.filter { $0 !== book }.map(\.persistentModelID)))
        change(to, "books", to: .references((joined + [book]).map(\.persistentModelID)))
        try store.rowsDidChange()
        context.processPendingChanges()
        #expect(book.author === to)
        #expect(from.books.map(\.title) == ["a2"])
        #expect(Set(to.books.map(\.title)) == ["a1", "b1", "b2"])
    }

    @MainActor @Test func theMainContextLooksAtItsNextTurn() async throws {
        let main = library.container.mainContext
        let author = try #require(try main.all(Author.self, sortBy: [SortDescriptor(\.name)]).first)
        change(author, "name", to: .text("theirs"))
        let store = try store
        await Task.detached { store.rowsDidChange() }.value
        try await eventually { author.name != "a" }
        #expect(author.name == "theirs")
    }

    @Test func identifiersThatAreNotTheStoresAreLeftOut() throws {
        let foreign = try shelf.foreign("Author")
        try store.rowsDidChange(updated: [foreign, Author(name: "").persistentModelID], deleted: [foreign])
        context.processPendingChanges()
        #expect(authors.map(\.name) == ["a", "b", "c"])
    }

    /// The store looks at the file whenever it is called.
    @Test func theJSONStoreNoticesAFileInThePlaceOfItsOwn() throws {
        let folder = try TemporaryFolder()
        func context() throws -> ModelContext {
            ModelContext(
                try ModelContainer(
                    for: Schema(CustomStore.library),
                    configurations: [JSONStoreConfiguration(url: folder.file)]
                )
            )
        }
        let mine = try context()
        let author = Author(name: "a")
        mine.insert(author)
        try mine.save()
        let others = try context()
        let theirs = try #require(try others.all(Author.self).first)
        theirs.name = "theirs"
        theirs.born = Date(timeIntervalSince1970: 9)
        try others.save()
        author.name = "mine"
        _ = try mine.fetchCount(FetchDescriptor<Tag>())
        mine.processPendingChanges()
        #expect(author.name == "mine" && author.born == theirs.born)
        try mine.save()
        #expect(try context().all(Author.self).map(\.name) == ["mine"])
        #expect(try context().all(Author.self).map(\.born) == [theirs.born])
    }

    @Test func aMigrationPlanReachesTheStore() throws {
        enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [] }
            static var stages: [MigrationStage] { [] }
        }
        let configuration = HostileConfiguration()
        let container = try ModelContainer(
            for: Schema(CustomStore.library),
            migrationPlan: Plan.self,
            configurations: [configuration]
        )
        #expect(container.migrationPlan is Plan.Type)
        #expect(configuration.shelf.store?.plan is Plan.Type)
        let without = HostileConfiguration()
        let other = try ModelContainer(for: Schema(CustomStore.library), configurations: [without])
        #expect(other.migrationPlan == nil && without.shelf.store?.plan == nil)
        let mixed = HostileConfiguration()
        let several = try ModelContainer(
            for: Schema([Author.self, Page.self]),
            migrationPlan: Plan.self,
            configurations: [
                ModelConfiguration(schema: Schema([Page.self]), isStoredInMemoryOnly: true), mixed,
            ]
        )
        withExtendedLifetime(several) { #expect(mixed.shelf.store?.plan is Plan.Type) }
    }
}
