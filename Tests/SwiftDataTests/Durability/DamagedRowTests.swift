import ClientModels
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Columns that hold what no model has: put there with the `sqlite3` program.
@Suite struct DamagedRowTests {
    struct Damage: CustomTestStringConvertible, Sendable {
        let property: String
        let column: String
        let value: String
        var testDescription: String { "\(column) = \(value)" }

        init(_ property: String, _ column: String, _ value: String) {
            self.property = property
            self.column = column
            self.value = value
        }
    }

    static let damages = [
        Damage("string", "ZSTRING", "NULL"),
        Damage("string", "ZSTRING", "x'00ff'"),
        Damage("bool", "ZBOOL", "'yes'"),
        Damage("int", "ZINT", "'many'"),
        Damage("int8", "ZINT8", "300"),
        Damage("uint64", "ZUINT64", "-1"),
        Damage("double", "ZDOUBLE", "'x'"),
        Damage("decimal", "ZDECIMAL", "'12x'"),
        Damage("date", "ZDATE", "'yesterday'"),
        Damage("uuid", "ZUUID", "x'01'"),
        Damage("url", "ZURL", "x'01'"),
        Damage("data", "ZDATA", "'text'"),
        Damage("colour", "ZCOLOUR", "'mauve'"),
        Damage("colour", "ZCOLOUR", "NULL"),
        Damage("level", "ZLEVEL", "5"),
        Damage("mood", "ZEXCITED", "NULL"),
        Damage("point", "ZX1", "NULL"),
        Damage("address", "ZX", "'x'"),
        Damage("address", "ZSTREET", "x'01'"),
        Damage("strings", "ZSTRINGS", "x'5b5d'"),
        Damage("strings", "ZSTRINGS", "NULL"),
        Damage("dictionary", "ZDICTIONARY", "42"),
        Damage("blob", "ZBLOB", "x'07'"),
        Damage("opaque", "ZOPAQUE", "x'7b7d'"),
        Damage("opaque", "ZOPAQUE", "'{'"),
    ]

    /// A store with three rows of which the second is damaged.
    private func store(_ damage: Damage) throws -> TemporaryFolder {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Kinds.self))
        for number in 1...3 {
            var values = Kinds.Values()
            values.int = number
            values.blob = Data([1])
            context.insert(Kinds(values))
        }
        try context.save()
        _ = try store.sqlite3("UPDATE ZKINDS SET \(damage.column) = \(damage.value) WHERE Z_PK = 2")
        #expect(try store.sqlite3("SELECT count(*) FROM ZKINDS") == "3")
        return store
    }

    @Test(arguments: damages)
    func aFetchNamesEntityPropertyAndRow(damage: Damage) throws {
        let store = try store(damage)
        let context = ModelContext(try store.container(for: Kinds.self))
        let error = #expect(throws: StoreError.self) { _ = try context.fetch(FetchDescriptor<Kinds>()) }
        #expect(error?.code == .corruptRow)
        #expect(error?.entityName == "Kinds")
        #expect(error?.propertyName == damage.property)
        #expect(error?.persistentModelID?.row == 2)
        #expect(throws: StoreError.self) {
            try context.enumerate(FetchDescriptor<Kinds>()) { _ in Issue.record("a damaged batch was handed out") }
        }
        // The value is for debuggers only.
        for value in ["mauve", "yesterday"] { #expect(error?.description.contains(value) == false) }
        #expect(try context.fetchCount(FetchDescriptor<Kinds>()) == 3)
    }

    @Test(arguments: damages)
    func aFaultReadsWhatIsWholeAndFallsBackForTheRest(damage: Damage) throws {
        let store = try store(damage)
        let context = ModelContext(try store.container(for: Kinds.self))
        let models = try context.fetch(FetchDescriptor<Kinds>(), batchSize: 10)
        #expect(models.count == 3)
        let whole = Kinds.Values()
        for (index, model) in models.enumerated() {
            // Reads every property.
            let values = model.values
            #expect(damage.property == "string" && index == 1 || values.string == whole.string)
            #expect(damage.property == "date" && index == 1 || values.date == whole.date)
            #expect(damage.property == "shape" && index == 1 || values.shape == whole.shape)
            #expect(damage.property == "strings" && index == 1 || values.strings == whole.strings)
            if index != 1 {
                #expect(values.blob == Data([1]) && values.uuid == whole.uuid && values.point == whole.point)
            }
        }
    }

    @Test func theStandInsAreZeroesAndDeclaredDefaults() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Book.self, Kinds.self))
        context.insert(Book(title: "A"))
        context.insert(Kinds())
        try context.save()
        _ = try store.sqlite3("UPDATE ZBOOK SET ZISREAD = 'x', ZTITLE = NULL, ZPAGES = NULL")
        _ = try store.sqlite3(
            "UPDATE ZKINDS SET ZCOLOUR = 'mauve', ZDATE = NULL, ZSTRINGS = x'00', ZX1 = NULL, ZUUID = 1"
        )
        let other = ModelContext(try store.container(for: Book.self, Kinds.self))
        let book = try fault(Book.self, other)
        #expect([book.title, "\(book.pages)", "\(book.isRead)"] == ["", "0", "false"])
        let kinds = try fault(Kinds.self, other)
        #expect(kinds.colour == .red)
        #expect(kinds.date == Date(timeIntervalSinceReferenceDate: 0))
        #expect(kinds.strings.isEmpty)
        #expect(kinds.point == Point(x: 0, y: 0))
        #expect(kinds.uuid == UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        #expect(kinds.int == -42)
    }

    @Test func aModelThatWasReadBeforeTheDamageKeepsItsLastValue() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let context = ModelContext(container)
        let author = Author(name: "Before")
        context.insert(author)
        try context.save()
        _ = try store.sqlite3("UPDATE ZAUTHOR SET ZNAME = NULL")
        let writer = ModelContext(container)
        (writer.model(for: author.persistentModelID) as? Author)?.born = Date(timeIntervalSinceReferenceDate: 7)
        try writer.save()
        context.processPendingChanges()
        #expect(author.name == "Before")
        #expect(author.born == Date(timeIntervalSinceReferenceDate: 7))
    }

    @Test func whatStandsInIsNotSaved() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Book.self)
        let context = ModelContext(container)
        context.insert(Book(title: "A", pages: 5))
        try context.save()
        _ = try store.sqlite3("UPDATE ZBOOK SET ZTITLE = x'00ff'")
        let other = ModelContext(container)
        let book = try fault(Book.self, other)
        #expect(book.title == "")
        book.pages = 6
        try other.save()
        #expect(try store.sqlite3("SELECT hex(ZTITLE), ZPAGES FROM ZBOOK") == "00FF|6")
        // Writing the damaged property mends it.
        book.title = "Mended"
        try other.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Book>()).map(\.title) == ["Mended"])
    }

    @Test func aDamagedMemberDoesNotHideTheOthers() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Author.self))
        let author = Author(name: "A")
        author.books = (0..<3).map { Book(title: "\($0)", pages: 1) }
        context.insert(author)
        try context.save()
        _ = try store.sqlite3("UPDATE ZBOOK SET ZTITLE = NULL WHERE Z_PK = 2")
        let other = ModelContext(try store.container(for: Author.self))
        let read = try #require(try other.fetch(FetchDescriptor<Author>()).first)
        #expect(read.books.map(\.title) == ["0", "", "2"])
        #expect(read.books.map(\.pages) == [1, 1, 1])
    }

    @Test func aRelationshipToAMissingRowReadsAsABlankModel() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Spezi.Task.self))
        context.insert(Spezi.Outcome(task: Spezi.Task(id: "t")))
        try context.save()
        _ = try store.sqlite3("UPDATE ZOUTCOME SET ZTASK = 99")
        let other = ModelContext(try store.container(for: Spezi.Task.self))
        let outcome = try #require(try other.fetch(FetchDescriptor<Spezi.Outcome>()).first)
        #expect(outcome.task.id == "")
        #expect(outcome.task.tags.isEmpty)
        #expect(outcome.task.nextVersion == nil)
    }

    @Test(arguments: [("NULL", "has no destination"), ("'x'", "expected an integer")])
    func aRequiredRelationshipWithoutAKeyIsDamage(value: String, message: String) throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Spezi.Task.self))
        context.insert(Spezi.Outcome(task: Spezi.Task(id: "t")))
        try context.save()
        _ = try store.sqlite3("UPDATE ZOUTCOME SET ZTASK = \(value)")
        let other = ModelContext(try store.container(for: Spezi.Task.self))
        let error = #expect(throws: StoreError.self) { _ = try other.fetch(FetchDescriptor<Spezi.Outcome>()) }
        #expect(error?.code == .corruptRow)
        #expect(error?.entityName == "Outcome")
        #expect(error?.propertyName == "task")
        #expect(error?.persistentModelID?.row == 1)
        #expect(error?.message.contains(message) == true)
        #expect(try fault(Spezi.Outcome.self, other).task.id == "")
    }

    @Test func aRowOfAnUnknownEntityIsDamage() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Author.self))
        context.insert(Author(name: "A"))
        try context.save()
        _ = try store.sqlite3("UPDATE ZAUTHOR SET Z_ENT = 77")
        let other = ModelContext(try store.container(for: Author.self))
        #expect(storeError { _ = try other.fetch(FetchDescriptor<Author>()) } == .corruptRow)
        let identifier = try author(1, other)
        let fault = try #require(other.model(for: identifier) as? Author)
        #expect(fault.name == "")
        #expect(fault.books.isEmpty)
    }

    @Test func aMissingFileOfALargeValueIsDamage() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Document.self))
        context.insert(Document(name: "A", content: Data(repeating: 1, count: 200_000)))
        try context.save()
        try FileManager.default.removeItem(at: store.url.appendingPathComponent(".test_SUPPORT"))
        let other = ModelContext(try store.container(for: Document.self))
        let error = #expect(throws: StoreError.self) { _ = try other.fetch(FetchDescriptor<Document>()) }
        #expect(error?.code == .corruptRow)
        #expect(error?.entityName == "Document")
        #expect(error?.propertyName == "content")
        let fault = try fault(Document.self, other)
        #expect(fault.name == "A")
        #expect(fault.content.isEmpty)
    }

    /// Reached by no fetch, and by a fault only where the row is damaged: listed in docs/compatibility.md.
    @Test func aTypeWithoutAnyStandInEndsTheProcess() async throws {
        await #expect(processExitsWith: .failure) {
            let store = try TemporaryFolder()
            let context = ModelContext(try store.container(for: Particular.self))
            context.insert(Particular())
            try context.save()
            _ = try store.sqlite3("UPDATE ZPARTICULAR SET ZVALUE = NULL")
            let other = ModelContext(try store.container(for: Particular.self))
            let identifiers = try other.fetchIdentifiers(FetchDescriptor<Particular>())
            guard let fault = identifiers.first.flatMap({ other.model(for: $0) as? Particular }) else {
                exit(EXIT_SUCCESS)
            }
            _ = fault.value
            exit(EXIT_SUCCESS)
        }
    }

    /// The first model of a class, of which nothing has been read.
    private func fault<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> T {
        let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<T>()).first)
        return try #require(context.model(for: identifier) as? T)
    }

    private func author(_ row: Int64, _ context: ModelContext) throws -> PersistentIdentifier {
        let store = try #require(context.container.core.stores.first)
        return PersistentIdentifier(store: store.storeIdentifier, entity: "Author", row: row)
    }
}

/// Can only be made of one text.
struct Choosy: Codable {
    let text: String

    init() { text = "the only one" }

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard text == "the only one" else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not the one"))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

@Model
final class Particular {
    var value: Choosy

    init() { value = Choosy() }
}
