import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Damage is not a failed read: the row is there, and the rest of it can be read.
@Suite struct DamagedReadTests {
    @Test func aDamagedValueIsAFailureWithItsProperty() throws {
        let shelf = try FaultyShelf()
        _ = try shelf.store.sqlite3("UPDATE ZBOOK SET ZTITLE = x'00ff'")
        let (context, book) = try shelf.fault(Book.self)
        for _ in 0..<3 { #expect(book.title == "" && book.pages == 1_000) }
        #expect(context.readFailures.map(\.propertyName) == ["title"])
        #expect((context.readFailures.first?.error as? StoreError)?.code == .corruptRow)
        book.pages = 7
        try context.save()
        #expect(try shelf.store.sqlite3("SELECT hex(ZTITLE), ZPAGES FROM ZBOOK") == "00FF|7")
        book.title = ""
        try context.save()
        #expect(try shelf.store.sqlite3("SELECT '[' || ZTITLE || ']' FROM ZBOOK") == "[]")
        #expect(context.readFailures.isEmpty)
    }

    @Test func damageIsLookedAtAgainOnlyWhenRowsMayHaveChanged() throws {
        let shelf = try FaultyShelf()
        _ = try shelf.store.sqlite3("UPDATE ZBOOK SET ZTITLE = x'00ff'")
        let (context, book) = try shelf.fault(Book.self)
        #expect(book.title == "")
        // The first failure would be told: nothing is read.
        let faults = try shelf.fail(.connection, .io)
        for _ in 0..<10 { #expect(book.title == "") }
        #expect(faults.failed == 0)
        faults.clear()
        let (writer, other) = try shelf.fault(Book.self)
        other.title = "Mended"
        try writer.save()
        context.processPendingChanges()
        #expect(book.title == "Mended")
        #expect(context.readFailures.isEmpty)
    }

    @Test func aStandInOfADamagedRowIsNotSharedWithOtherContexts() throws {
        let shelf = try FaultyShelf()
        let reader = ModelContext(shelf.container)
        let results = try ResultsObserver(sortBy: [SortDescriptor(\Book.pages)], modelContext: reader)
        #expect(results.results.map(\.title) == ["Notes"])
        _ = try shelf.store.sqlite3("UPDATE ZBOOK SET ZTITLE = x'00ff'")
        let (context, book) = try shelf.fault(Book.self)
        #expect(book.title == "")
        book.pages = 7
        try context.save()
        reader.processPendingChanges()
        #expect(reader.registeredModel(for: book.persistentModelID).map { (model: Book) in model.title } == "Notes")
    }

    @Test func aFileThatCannotBeOpenedIsNotDamage() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Document.self)
        let context = ModelContext(container)
        context.insert(Document(name: "A", content: Data(repeating: 1, count: 200_000)))
        try context.save()
        let folder = store.url.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA")
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        let path = folder.appendingPathComponent(file).path
        let content = try #require(FileManager.default.contents(atPath: path))
        // A folder of the name is there and cannot be read as a file.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let reader = ModelContext(container)
        let identifier = try #require(try reader.fetchIdentifiers(FetchDescriptor<Document>()).first)
        let document = try #require(reader.model(for: identifier) as? Document)
        document.name = "B"
        #expect(document.content.isEmpty)
        #expect(storeError { try reader.save() } == .unreadable)
        try FileManager.default.removeItem(atPath: path)
        try content.write(to: URL(fileURLWithPath: path))
        #expect(document.content.count == 200_000)
        try reader.save()
        #expect(try store.sqlite3("SELECT ZNAME FROM ZDOCUMENT") == "B")
    }
}
