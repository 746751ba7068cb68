import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// A file with an author, a book of 1,000 pages, and two tags, whose reads can be made to fail.
struct FaultyShelf {
    let store: TemporaryFolder
    let container: ModelContainer

    init() throws {
        store = try TemporaryFolder()
        container = try store.container(for: Author.self, Tag.self, Folder.self, Page.self, Convoy.self)
        let context = ModelContext(container)
        let author = Author(name: "Ada")
        context.insert(author)
        let book = Book(title: "Notes", pages: 1_000, author: author)
        context.insert(book)
        book.tags = [Tag(name: "maths", weight: 1), Tag(name: "engines", weight: 2)]
        let folder = Folder(name: "letters")
        context.insert(folder)
        folder.pages = [Page(number: 7)]
        folder.locks = [Lock(reason: "private")]
        let crew = Convoy(name: "red")
        context.insert(crew)
        crew.wagons = [Wagon(name: "a"), Wagon(name: "b")]
        try context.save()
    }

    /// Makes reads of the file fail from now on.
    func fail(
        _ place: ReadFaults.Place,
        _ cause: ReadFaults.Cause,
        from first: Int = 0,
        count: Int = .max
    ) throws -> ReadFaults {
        let faults = ReadFaults(place, cause, from: first, count: count)
        try use(faults)
        return faults
    }

    func use(_ faults: ReadFaults?) throws {
        let box = try #require(container.core.stores.first)
        try #require(box.object as? DefaultStore).connection.readFaults = faults
    }

    /// Everything that is in the file, as the `sqlite3` program prints it.
    func dump() throws -> String { try store.sqlite3(".dump") }

    /// The table of the relationship between books and tags.
    func joinTable() throws -> String {
        try store.sqlite3("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*'")
    }

    /// The column of a page that leads to its folder.
    func folderColumn() throws -> String {
        try store.sqlite3("SELECT name FROM pragma_table_info('ZPAGE') WHERE name GLOB 'Z*PAGES'")
    }

    /// The first model of a class in a context of its own, of which nothing has been read.
    func fault<T: PersistentModel>(_ type: T.Type) throws -> (ModelContext, T) {
        let context = ModelContext(container)
        return (context, try fault(type, in: context))
    }

    /// The first model of a class, of which nothing has been read.
    func fault<T: PersistentModel>(_ type: T.Type, in context: ModelContext) throws -> T {
        let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<T>()).first)
        return try #require(context.model(for: identifier) as? T)
    }
}

@Model
final class Convoy {
    var name: String
    @Relationship(deleteRule: .cascade, minimumModelCount: 2, maximumModelCount: 3, inverse: \Wagon.convoy)
    var wagons: [Wagon] = []

    init(name: String) {
        self.name = name
    }
}

@Model
final class Wagon {
    var name: String
    var convoy: Convoy?

    init(name: String, convoy: Convoy? = nil) {
        self.name = name
        self.convoy = convoy
    }
}
