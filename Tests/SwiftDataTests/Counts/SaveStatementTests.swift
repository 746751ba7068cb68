import SwiftData
import SwiftDataTesting
import Testing

/// The number of statements of a save: one for the new rows of a class and one for each changed row, and a fixed number
/// in addition. The history takes one statement for all of them, unless values of deleted rows are kept.
/// ``SaveSQLTests`` shows them.
@Suite struct SaveStatementTests {
    private func authors(_ count: Int) throws -> (ModelContext, [Author]) {
        let context = try memoryContext(Author.self)
        let authors = (0..<count).map { Author(name: "\($0)") }
        authors.forEach(context.insert)
        try context.save()
        return (context, authors)
    }

    enum Change: CaseIterable {
        case insert, update, delete
    }

    @Test(arguments: [(Change.insert, 0, 6), (.update, 1, 3), (.delete, 0, 4)])
    func aRowMoreIsAFixedNumberOfStatementsMore(change: Change, perRow: Int, fixed: Int) throws {
        func cost(_ count: Int) throws -> Int {
            let (context, stored) = try authors(count)
            for author in stored {
                switch change {
                case .insert: context.insert(Author(name: "new"))
                case .update: author.name += "!"
                case .delete: context.delete(author)
                }
            }
            return try StatementRecorder(context.container).statements { try context.save() }.count
        }
        let (few, many) = (try cost(10), try cost(110))
        #expect(many - few == 100 * perRow)
        #expect(few - 10 * perRow == fixed)
    }

    @Test func aNewRowInAToManyWithoutInverseNeedsNoStatementOfItsOwn() throws {
        func cost(_ count: Int) throws -> Int {
            let context = try memoryContext(Folder.self)
            let folder = Folder(name: "f")
            folder.pages = (0..<count).map { Page(number: $0) }
            context.insert(folder)
            return try StatementRecorder(context.container).statements { try context.save() }.count
        }
        #expect(try cost(30) - cost(10) == 20)
    }

    @Test func anUpdateWritesTheChangedColumnsOnly() throws {
        let context = try memoryContext(Book.self)
        let book = Book(title: "A")
        context.insert(book)
        try context.save()
        book.pages = 5
        let updates = try StatementRecorder(context.container).statements { try context.save() }
            .filter { $0.hasPrefix("UPDATE") && $0.contains("ZBOOK") }
        #expect(updates.count == 1)
        #expect(updates.first?.contains("ZPAGES") == true)
        #expect(updates.first?.contains("ZTITLE") == false)
    }

    @Test func writingTheSameValueRunsNoStatement() throws {
        let (context, stored) = try authors(3)
        let statements = try StatementRecorder(context.container).statements {
            for author in stored {
                let name = author.name
                author.name = "other"
                author.name = name
                author.books = []
                author.born = nil
            }
            try context.save()
        }
        #expect(statements.isEmpty)
    }

    @Test func savingWithoutChangesRunsNoStatement() throws {
        let (context, _) = try authors(1)
        #expect(try StatementRecorder(context.container).statements { try context.save() }.isEmpty)
    }

    @Test func aLinkInAManyToManyIsOneStatementOfEachSide() throws {
        let context = try memoryContext(Book.self)
        let (book, tags) = (Book(title: "A"), (0..<20).map { Tag(name: "\($0)") })
        context.insert(book)
        tags.forEach(context.insert)
        try context.save()
        func cost(_ members: ArraySlice<Tag>) throws -> Int {
            book.tags.append(contentsOf: members)
            return try StatementRecorder(context.container).statements { try context.save() }
                .filter { $0.contains("Z_") && $0.hasPrefix("INSERT OR IGNORE") && $0.contains("TAGS") }.count
        }
        // Both sides of a relationship between saved models tell of the row.
        #expect(try cost(tags[0..<5]) == 10)
        #expect(try cost(tags[5..<20]) == 30)
    }

    @Test func aBatchDeletionDoesNotLoadTheRows() throws {
        func cost(_ count: Int) throws -> Int {
            let context = try memoryContext(Page.self)
            for number in 0..<count { context.insert(Page(number: number)) }
            try context.save()
            return try StatementRecorder(context.container).statements { try context.delete(model: Page.self) }.count
        }
        #expect(try cost(60) == cost(10))
    }
}
