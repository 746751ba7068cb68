import SwiftData
import TestSupport
import Testing

@ModelActor
private actor Worker {
    /// Saves a model of its own and its own property of a shared one each time, and now and then a member of a shared relationship.
    func work(_ name: String, times: Int, on shared: PersistentIdentifier) async throws {
        for number in 1...times {
            guard let book = self[shared, as: Book.self] else { return }
            if name == "pages" { book.pages += 1 }
            if name == "title" { book.title = "\(number)" }
            if number.isMultiple(of: 10) { book.tags.append(Tag(name: "\(name) \(number)")) }
            modelContext.insert(Person(name: "\(name) \(number)"))
            try modelContext.save()
            if number.isMultiple(of: 10) { await Task.yield() }
        }
    }
}

@Suite struct InterleavedSavesTests {
    @Test func thousandsOfInterleavedSavesOfModelActorsLoseNothing() async throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Book.self, Person.self)
        let context = ModelContext(container)
        let book = Book(title: "0", pages: 0)
        context.insert(book)
        try context.save()
        let shared = book.persistentModelID
        let times = 250
        let names = ["pages", "title", "c", "d", "e", "f", "g", "h"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in names {
                group.addTask { try await Worker(modelContainer: container).work(name, times: times, on: shared) }
            }
            try await group.waitForAll()
        }
        context.processPendingChanges()
        let expected = Set(names.flatMap { name in (1...times).map { "\(name) \($0)" } })
        #expect(book.pages == times)
        #expect(book.title == "\(times)")
        let tags = names.flatMap { name in stride(from: 10, through: times, by: 10).map { "\(name) \($0)" } }
        #expect(Set(book.tags.map(\.name)) == Set(tags))
        #expect(book.tags.count == tags.count)
        #expect(Set(try context.fetch(FetchDescriptor<Person>()).map(\.name)) == expected)
        #expect(try context.fetchCount(FetchDescriptor<Person>()) == expected.count)
        #expect(try store.sqlite3("SELECT count(*) FROM ZPERSON") == "\(expected.count)")
        #expect(try store.sqlite3("PRAGMA integrity_check") == "ok")
    }
}
