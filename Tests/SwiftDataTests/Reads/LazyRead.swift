import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Testing

/// A way in which the library reads by itself, and what a program does with it: see ``ReadFaultTests``.
struct LazyRead: CustomTestStringConvertible, Sendable {
    /// The state after the faults have ended and the context has saved once more.
    struct Outcome {
        let context: ModelContext
        /// The values that the program saw while reads failed.
        let seen: String
        /// The error of the second save, after reads work again; nil where it goes through.
        var again: StoreError.Code?
        /// True if the first save goes through, since it writes nothing that a failed read could have replaced by a
        /// stand-in.
        var isHarmless = false
        /// The content of the store after the second save, by `sqlite3`.
        let sql: String
        let value: String
    }

    let name: String
    /// Prepares with reads that work, calls `arm`, and reads and edits with reads that fail.
    let run: @Sendable (_ shelf: FaultyShelf, _ arm: () throws -> Void) throws -> Outcome

    var testDescription: String { name }

    init(_ name: String, _ run: @escaping @Sendable (FaultyShelf, () throws -> Void) throws -> Outcome) {
        self.name = name
        self.run = run
    }

    static let pages = "SELECT ZPAGES FROM ZBOOK ORDER BY Z_PK"

    static let all: [LazyRead] = attributes + toOne + toMany + deletions + others

    private static let attributes = [
        LazyRead("attribute, incremented") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            try arm()
            let seen = "\(book.pages)"
            book.pages += 1
            return Outcome(context: context, seen: seen, again: .unreadable, sql: pages, value: "1000")
        },
        LazyRead("attribute, last known") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            #expect(book.pages == 1_000)
            let (writer, other) = try shelf.fault(Book.self)
            other.pages = 2_000
            try writer.save()
            context.processPendingChanges()
            try arm()
            let seen = "\(book.pages)"
            book.pages += 1
            return Outcome(context: context, seen: seen, again: .unreadable, sql: pages, value: "2000")
        },
        LazyRead("attribute, another one edited") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            try arm()
            let seen = "\(book.pages)"
            book.title = "Edited"
            let sql = "SELECT ZTITLE, ZPAGES FROM ZBOOK"
            return Outcome(context: context, seen: seen, sql: sql, value: "Edited|1000")
        },
        LazyRead("attribute, assigned unread") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            try arm()
            book.pages = 7
            return Outcome(context: context, seen: "\(book.pages)", sql: pages, value: "7")
        },
        LazyRead("model(for:)") { shelf, arm in
            let context = ModelContext(shelf.container)
            let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<Book>()).first)
            try arm()
            let book = try #require(context.model(for: identifier) as? Book)
            let seen = "\(book.pages)"
            book.pages += 1
            return Outcome(context: context, seen: seen, again: .unreadable, sql: pages, value: "1000")
        },
    ]

    private static let toOne = [
        LazyRead("to-one, set where it is nil") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            try arm()
            let seen = book.author == nil ? "nil" : "an author"
            if book.author == nil { book.author = Author(name: "Nobody") }
            let sql = "SELECT ZAUTHOR, (SELECT count(*) FROM ZAUTHOR) FROM ZBOOK"
            return Outcome(context: context, seen: seen, again: .unreadable, sql: sql, value: "1|1")
        },
        LazyRead("to-one, set to nil unread") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            try arm()
            book.author = nil
            let sql = "SELECT ZAUTHOR IS NULL FROM ZBOOK"
            return Outcome(context: context, seen: "nil", sql: sql, value: "1")
        },
        LazyRead("to-one, destination's row") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            #expect(book.title == "Notes")
            try arm()
            let author = try #require(book.author)
            let seen = author.name
            author.name += "!"
            return Outcome(
                context: context,
                seen: "\"\(seen)\"",
                again: .unreadable,
                sql: "SELECT ZNAME FROM ZAUTHOR",
                value: "Ada"
            )
        },
        LazyRead("to-one, from the other side") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            let author = Author(name: "Grace")
            context.insert(author)
            try arm()
            author.books.append(book)
            let sql = "SELECT ZNAME FROM ZBOOK b JOIN ZAUTHOR a ON a.Z_PK = b.ZAUTHOR"
            return Outcome(context: context, seen: "\(author.books.count)", sql: sql, value: "Grace")
        },
        LazyRead("to-one, taken out from the other side") { shelf, arm in
            let context = ModelContext(shelf.container)
            let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
            let book = try #require(author.books.first)
            #expect(book.pages == 1_000)
            let (writer, other) = try shelf.fault(Book.self)
            other.title = "Renamed"
            try writer.save()
            context.processPendingChanges()
            try arm()
            author.books.removeAll()
            let sql = "SELECT ZAUTHOR IS NULL, ZTITLE FROM ZBOOK"
            return Outcome(context: context, seen: "\(author.books.count)", sql: sql, value: "1|Renamed")
        },
    ]

    private static let toMany = [
        LazyRead("to-many, appended to") { shelf, arm in
            let context = ModelContext(shelf.container)
            let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
            try arm()
            let seen = author.books.isEmpty ? "empty" : "not empty"
            if author.books.isEmpty { author.books.append(Book(title: "More")) }
            let sql = "SELECT count(*) FROM ZBOOK WHERE ZAUTHOR = 1"
            return Outcome(context: context, seen: seen, sql: sql, value: "2")
        },
        LazyRead("to-many, replaced unread") { shelf, arm in
            let context = ModelContext(shelf.container)
            let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
            try arm()
            author.books = []
            let sql = "SELECT count(*) FROM ZBOOK WHERE ZAUTHOR = 1"
            return Outcome(context: context, seen: "", again: .unreadable, sql: sql, value: "1")
        },
        LazyRead("to-many, second load") { shelf, arm in
            let context = ModelContext(shelf.container)
            let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
            // Held, so that what they have stays known.
            let tags = book.tags
            #expect(Set(tags.map(\.name)) == ["maths", "engines"])
            let (writer, other) = try shelf.fault(Book.self)
            other.tags.append(Tag(name: "new"))
            try writer.save()
            context.processPendingChanges()
            try arm()
            let seen = "\(book.tags.count)"
            withExtendedLifetime(tags) { book.tags.removeAll { $0.weight == 1 } }
            let sql = "SELECT count(*), (SELECT count(*) FROM ZTAG) FROM \(try shelf.joinTable())"
            return Outcome(context: context, seen: seen, sql: sql, value: "2|3")
        },
        LazyRead("to-many without another side") { shelf, arm in
            let context = ModelContext(shelf.container)
            let folder = try #require(try context.fetch(FetchDescriptor<Folder>()).first)
            try arm()
            let seen = "\(folder.pages.count)"
            folder.pages.append(Page(number: 8))
            let sql = "SELECT count(*) FROM ZPAGE WHERE \(try shelf.folderColumn()) = 1"
            return Outcome(context: context, seen: seen, sql: sql, value: "2")
        },
        LazyRead("to-many, counted") { shelf, arm in
            let context = ModelContext(shelf.container)
            let crew = try #require(try context.fetch(FetchDescriptor<Convoy>()).first)
            let hand = Wagon(name: "c")
            context.insert(hand)
            try arm()
            hand.convoy = crew
            let sql = "SELECT count(*) FROM ZWAGON WHERE ZCONVOY = 1"
            return Outcome(context: context, seen: "", sql: sql, value: "3")
        },
    ]

    private static let deletions = [
        LazyRead("cascade") { shelf, arm in
            let context = ModelContext(shelf.container)
            let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
            let other = Book(title: "Pending")
            context.insert(other)
            try arm()
            context.delete(author)
            let sql = "SELECT (SELECT count(*) FROM ZAUTHOR), (SELECT group_concat(ZTITLE) FROM ZBOOK)"
            return Outcome(context: context, seen: "", sql: sql, value: "0|Pending")
        },
        LazyRead("cascade, left to the store") { shelf, arm in
            let context = ModelContext(shelf.container)
            let convoy = try #require(try context.fetch(FetchDescriptor<Convoy>()).first)
            try arm()
            context.delete(convoy)
            let sql = "SELECT (SELECT count(*) FROM ZCONVOY), (SELECT count(*) FROM ZWAGON)"
            return Outcome(context: context, seen: "", isHarmless: true, sql: sql, value: "0|0")
        },
        LazyRead("deny") { shelf, arm in
            let context = ModelContext(shelf.container)
            let folder = try #require(try context.fetch(FetchDescriptor<Folder>()).first)
            try arm()
            context.delete(folder)
            let sql = "SELECT (SELECT count(*) FROM ZFOLDER), (SELECT count(*) FROM ZLOCK)"
            return Outcome(context: context, seen: "", again: .deleteDenied, sql: sql, value: "1|1")
        },
        LazyRead("nullify") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            try arm()
            context.delete(book)
            let sql = "SELECT (SELECT count(*) FROM ZBOOK), (SELECT count(*) FROM ZTAG)"
            return Outcome(context: context, seen: "", sql: sql, value: "0|2")
        },
    ]

    private static let others = [
        LazyRead("prefetch") { shelf, arm in
            let context = ModelContext(shelf.container)
            var descriptor = FetchDescriptor<Author>()
            descriptor.relationshipKeyPathsForPrefetching = [\Author.books]
            try arm()
            let seen = storeError { _ = try context.fetch(descriptor) }.map { "\($0)" } ?? "a fetch"
            return Outcome(context: context, seen: seen, isHarmless: true, sql: pages, value: "1000")
        },
        LazyRead("batched fetch") { shelf, arm in
            let context = ModelContext(shelf.container)
            let books = try context.fetch(FetchDescriptor<Book>(), batchSize: 10)
            try arm()
            let book = try #require(books.first)
            let seen = "\(book.pages)"
            book.pages += 1
            return Outcome(context: context, seen: seen, again: .unreadable, sql: pages, value: "1000")
        },
        LazyRead("enumeration") { shelf, arm in
            let context = ModelContext(shelf.container)
            try arm()
            let error = storeError { try context.enumerate(FetchDescriptor<Book>()) { $0.pages += 1 } }
            let seen = error.map { "\($0)" } ?? "a book"
            return Outcome(context: context, seen: seen, isHarmless: true, sql: pages, value: "1000")
        },
        LazyRead("refresh of an edited model") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            book.title = "Edited"
            let (writer, other) = try shelf.fault(Book.self)
            other.pages = 2_000
            try writer.save()
            try arm()
            context.processPendingChanges()
            let seen = "\(book.pages)"
            book.pages += 1
            return Outcome(context: context, seen: seen, again: .unreadable, sql: pages, value: "2000")
        },
        LazyRead("undo") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            let manager = UndoManager()
            manager.groupsByEvent = false
            context.undoManager = manager
            try arm()
            manager.beginUndoGrouping()
            book.title = "Edited"
            book.pages += 1
            manager.endUndoGrouping()
            manager.undo()
            let sql = "SELECT ZTITLE, ZPAGES FROM ZBOOK"
            let seen = "\(book.pages)"
            return Outcome(context: context, seen: seen, isHarmless: true, sql: sql, value: "Notes|1000")
        },
        LazyRead("transaction that throws") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            try arm()
            _ = storeError { try context.transaction { book.pages += 1 } }
            return Outcome(context: context, seen: "\(book.pages)", isHarmless: true, sql: pages, value: "1000")
        },
        LazyRead("observer") { shelf, arm in
            let context = ModelContext(shelf.container)
            let results = try ResultsObserver(
                filterBy: #Predicate<Book> { $0.author?.name == "Ada" },
                sortBy: [SortDescriptor(\Book.title)],
                modelContext: context
            )
            let (writer, other) = try shelf.fault(Book.self)
            other.pages = 2_000
            try writer.save()
            try arm()
            context.processPendingChanges()
            let seen = "\(results.results.map(\.title))"
            results.results.first?.pages += 1
            return Outcome(context: context, seen: seen, isHarmless: true, sql: pages, value: "2001")
        },
        LazyRead("observer with sections") { shelf, arm in
            let context = ModelContext(shelf.container)
            let results = try ResultsObserver<Book, String>(sectionBy: \.author?.name, modelContext: context)
            let (writer, other) = try shelf.fault(Book.self)
            other.pages = 2_000
            try writer.save()
            try arm()
            context.processPendingChanges()
            let seen = "\(results.sections?.sectionTitles ?? [])"
            #expect(seen == "[\"Ada\"]")
            results.results.first?.pages += 1
            return Outcome(context: context, seen: seen, isHarmless: true, sql: pages, value: "2001")
        },
        LazyRead("fetch among unsaved edits") { shelf, arm in
            let (context, book) = try shelf.fault(Book.self)
            context.insert(Book(title: "Pending"))
            try arm()
            book.title = "Edited"
            let seen = storeError { _ = try context.fetch(FetchDescriptor<Book>()) }.map { "\($0)" } ?? "a fetch"
            let sql = "SELECT ZTITLE, ZPAGES FROM ZBOOK ORDER BY Z_PK LIMIT 1"
            return Outcome(context: context, seen: seen, sql: sql, value: "Edited|1000")
        },
    ]
}
