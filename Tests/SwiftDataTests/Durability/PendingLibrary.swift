import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// A store in a file, and a context with unsaved changes of every kind.
final class PendingLibrary {
    let store: TemporaryFolder
    let container: ModelContainer
    let context: ModelContext
    private let changed: Author
    private let doomed: Book
    private let added: Author

    init(busyTimeout: TimeInterval = 10) throws {
        store = try TemporaryFolder()
        container = try store.container(busyTimeout: busyTimeout)
        context = ModelContext(container)
        context.author = "tests"
        changed = Author(name: "Saved")
        doomed = Book(title: "Doomed", author: changed, tags: [Tag(name: "old")])
        context.insert(changed)
        context.insert(Document(name: "kept", content: Data(repeating: 1, count: 200_000)))
        try context.save()
        changed.name = "Changed"
        context.delete(doomed)
        added = Author(name: "New")
        added.books = [Book(title: "First", tags: [Tag(name: "new")]), Book(title: "Second")]
        context.insert(added)
        context.insert(Document(name: "new", content: Data(repeating: 2, count: 200_000)))
        let kept = try #require(try context.fetch(FetchDescriptor<Document>()).first { $0.name == "kept" })
        kept.content = Data(repeating: 3, count: 200_000)
    }

    /// The changes that the context has yet to save.
    var pending: Pending {
        Pending(
            inserted: context.insertedModelsArray.map(\.persistentModelID),
            changed: context.changedModelsArray.map(\.persistentModelID),
            deleted: context.deletedModelsArray.map(\.persistentModelID),
            values: [changed.name, added.name] + added.books.map(\.title) + changed.books.map(\.title)
        )
    }

    struct Pending: Equatable {
        var inserted: [PersistentIdentifier]
        var changed: [PersistentIdentifier]
        var deleted: [PersistentIdentifier]
        var values: [String]
    }

    /// Everything in the file, and the external files beside it.
    func onDisk() throws -> String {
        try store.sqlite3(".dump") + store.externalFiles().joined(separator: "\n")
    }

    /// Saves, and checks that a reopened store has the changes.
    func expectSaved() throws {
        try context.save()
        #expect(!context.hasChanges)
        let fresh = ModelContext(try store.container())
        let authors = try fresh.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
        #expect(authors.map(\.name) == ["Changed", "New"])
        #expect(authors[0].books.isEmpty)
        #expect(authors[1].books.map(\.title) == ["First", "Second"])
        #expect(authors[1].books.first?.tags.map(\.name) == ["new"])
        let documents = try fresh.fetch(FetchDescriptor<Document>(sortBy: [SortDescriptor(\.name)]))
        #expect(documents.map { $0.content.first } == [3, 2])
        #expect(try store.externalFiles().count == 2)
        #expect(try store.sqlite3("PRAGMA integrity_check") == "ok")
    }
}

extension ModelContainer {
    /// The first store, which is the one on SQLite.
    var defaultStore: DefaultStore {
        get throws { try #require(core.stores.first as? TrustedStore<DefaultStore>).store }
    }
}

extension TemporaryFolder {
    /// A container of the library's models that gives up waiting for a lock after a given time.
    func container(busyTimeout: TimeInterval = 10) throws -> ModelContainer {
        try container(for: [Author.self, Document.self], busyTimeout: busyTimeout)
    }

    /// Every file and folder below the store's folder, with the time of its last change and a checksum. Another program
    /// looks: to open and close a database file would drop the locks that this process holds on it.
    func files() throws -> [String: String] {
        let script = "find . -mindepth 1 -printf '%P %T@ ' \\( -type f -exec cksum {} \\; -o -print \\)"
        let lines = try run("/bin/sh", "-c", "cd '\(url.path)' && " + script).split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
                return (parts[0], parts[1])
            }
        )
    }

    /// The names of the files with large values.
    func externalFiles() throws -> [String] {
        try files().keys.filter { $0.contains("_EXTERNAL_DATA/") }.sorted()
    }

    private func run(_ program: String, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }
}

/// The code of the store error that a closure throws.
func storeError(_ body: () throws -> Void) -> StoreError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? StoreError)?.code
    }
}
