import SwiftData
import SwiftDataCore
import Testing

/// Stores that write at once, such as custom ones, cannot take back what they wrote when the next one fails.
@Suite struct SeveralStoresTests {
    private func context(_ stores: [RowTable]) -> ModelContext {
        let schema = Schema([Page.self, Author.self, Document.self])
        let core = ContainerCore(schema: schema, migrationPlan: nil, stores: stores, configurations: [])
        let container = ModelContainer(core: core)
        core.adopt(container)
        return ModelContext(container)
    }

    @Test func whatOneStoreHasWrittenIsNotWrittenAgainAfterAnotherFailed() throws {
        struct Stop: Error {}
        let (pages, authors) = (RowTable(Schema([Page.self])), RowTable(Schema([Author.self])))
        let context = context([pages, authors])
        let (page, author) = (Page(number: 1), Author(name: "A"))
        context.insert(page)
        context.insert(author)
        try context.save()
        page.number = 2
        author.name = "B"
        context.insert(Page(number: 3))
        context.insert(Author(name: "C"))
        authors.failure = Stop()
        #expect(throws: Stop.self) { try context.save() }
        #expect(pages.rows.count == 2)
        #expect(authors.rows.count == 1)
        #expect(context.insertedModelsArray.map { ($0 as? Author)?.name } == ["C"])
        #expect(context.changedModelsArray.map { ($0 as? Author)?.name } == ["B"])
        #expect(!page.hasChanges)
        authors.failure = nil
        try context.save()
        #expect(pages.rows.count == 2)
        #expect(authors.rows.count == 2)
        #expect(!context.hasChanges)
        #expect(try context.fetch(FetchDescriptor<Author>()).map(\.name) == ["B", "C"])
        #expect(try context.fetch(FetchDescriptor<Page>()).map(\.number) == [2, 3])
    }
}
