import SwiftData
import TestSupport
import Testing

/// Rows that a store should not hand out. Each is an error that names the store, the entity and what is wrong.
@Suite struct MisbehavingRowTests {
    private let store: CustomStore

    /// Two books and their author, as rows of the store's own type.
    init() throws {
        store = try CustomStore(.ownRows)
        let context = try store.context()
        let author = Author(name: "A")
        author.books = [Book(title: "1"), Book(title: "2")]
        context.insert(author)
        try context.save()
    }

    private func rows() throws -> [OwnRow] {
        try JSONDecoder().decode([OwnRow].self, from: Data(contentsOf: store.folder.file))
    }

    private func keep(_ rows: [OwnRow]) throws { try JSONEncoder().encode(rows).write(to: store.folder.file) }

    private func refusal(of fetch: (ModelContext) throws -> Void) throws -> StoreError {
        let context = try store.context()
        return try #require(throws: StoreError.self) { try fetch(context) }
    }

    @Test(
        arguments: [
            ("title", nil), ("title", .number(1)), ("pages", .text("many")), ("author", .references([])),
            ("tags", .text("x")),
        ] as [(String, OwnRow.Field?)]
    )
    func aValueThatIsMissingOrOfAnotherTypeNamesTheProperty(property: String, field: OwnRow.Field?) throws {
        try keep(
            rows().map { row in
                var row = row
                if row.persistentIdentifier.entityName == "Book" { row.fields[property] = field }
                return row
            }
        )
        let error = try refusal { _ = try $0.all(Book.self) }
        #expect(error.code == .misbehavingStore)
        #expect(error.entityName == "Book" && error.propertyName == property)
        #expect(error.description.contains("plain"))
        #expect(try store.context().fetchCount(FetchDescriptor<Author>()) == 1)
    }

    /// A store of the user's own gets whole rows, which a value that stands in must not get into.
    @Test func anEditOfARowThatCannotBeUsedIsRefused() throws {
        let context = try store.context()
        let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<Book>()).first)
        try keep(
            rows().map { row in
                var row = row
                if row.persistentIdentifier == identifier { row.fields["title"] = nil }
                return row
            }
        )
        let before = try Data(contentsOf: store.folder.file)
        let book = try #require(context.model(for: identifier) as? Book)
        #expect(book.title == "" && book.pages == 0)
        book.isRead = true
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try Data(contentsOf: store.folder.file) == before)
        #expect(context.readFailures.contains { $0.persistentModelID == identifier })
    }

    @Test func aReferenceToAnotherEntityStoreOrAnUnsavedModelNamesTheRelationship() throws {
        let book = try #require(try rows().first { $0.persistentIdentifier.entityName == "Book" }).persistentIdentifier
        let foreign = try PersistentIdentifier.identifier(for: "other", entityName: "Author", primaryKey: 1)
        for wrong in [book, foreign, Author(name: "").persistentModelID] {
            try keep(
                rows().map { row in
                    var row = row
                    if row.persistentIdentifier.entityName == "Book" { row.fields["author"] = .reference(wrong) }
                    return row
                }
            )
            let error = try refusal { _ = try $0.all(Book.self) }
            #expect(error.code == .misbehavingStore && error.propertyName == "author")
        }
    }

    @Test func aRowOfAnotherStoreIsRefused() throws {
        let identifier = try PersistentIdentifier.identifier(for: "other", entityName: "Author", primaryKey: 1)
        try keep(rows().map { $0.copy(persistentIdentifier: identifier, remappedIdentifiers: nil) }.suffix(1))
        let error = try refusal { _ = try $0.all(Author.self) }
        #expect(error.code == .misbehavingStore && error.entityName == "Author")
    }
}
