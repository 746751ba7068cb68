import SwiftData
import TestSupport
import Testing

/// Several processes and one file.
@Suite struct ProcessTests {
    /// Processes that are killed while they save leave whole transactions, and all those whose save returned.
    @Test func aProcessKilledDuringSavesLeavesWholeTransactions() async throws {
        let store = try TemporaryFolder()
        let acknowledged = store.url.appendingPathComponent("acknowledged")
        try Data().write(to: acknowledged)
        for milliseconds in [40, 75, 130] {
            let before = try Data(contentsOf: acknowledged).count
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    path = store.file.path as String, log = acknowledged as URL,
                    delay = UInt32(milliseconds) as UInt32
                ] in
                try saveUntilKilled(path, log: log, after: delay)
            }
            let saves = try Data(contentsOf: acknowledged).count
            #expect(saves > before)
            let context = ModelContext(try store.container())
            let authors = try context.fetch(FetchDescriptor<Author>())
            // One save may have become durable without having returned, in each process.
            #expect((saves...saves + 3).contains(authors.count))
            #expect(authors.allSatisfy { $0.books.count == 10 })
            #expect(try context.fetchCount(FetchDescriptor<Book>()) == authors.count * 10)
            #expect(try store.sqlite3("PRAGMA integrity_check") == "ok")
            #expect(try store.sqlite3("SELECT count(*) FROM ATRANSACTION") == "\(authors.count)")
            #expect(try store.sqlite3("SELECT count(*) FROM ACHANGE") == "\(authors.count * 11)")
        }
    }

    @Test func twoProcessesThatSaveAThousandObjectsEachLoseNone() async throws {
        let store = try TemporaryFolder()
        let path = store.file.path
        async let first: Void = child("first", "second", path)
        async let second: Void = child("second", "first", path)
        _ = await (first, second)
        let context = ModelContext(try store.container())
        let authors = try context.fetch(FetchDescriptor<Author>())
        for name in ["first", "second"] {
            #expect(Set(authors.map(\.name)).isSuperset(of: (0..<1_000).map { "\(name) \($0)" }))
        }
        #expect(authors.count == 2_000)
        #expect(try store.sqlite3("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Author'") == "2000")
        #expect(try store.sqlite3("SELECT count(*) FROM ACHANGE") == "2000")
        #expect(try store.sqlite3("PRAGMA integrity_check") == "ok")
    }

    private func child(_ name: String, _ other: String, _ path: String) async {
        await #expect(processExitsWith: .success) { [name, other, path] in
            try saveAThousand(name, waitingFor: other, path)
        }
    }
}

/// Saves one author with ten books after the other, and notes each save that has returned.
private func saveUntilKilled(_ path: String, log: URL, after milliseconds: UInt32) throws {
    let configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
    let context = ModelContext(try ModelContainer(for: Author.self, Document.self, configurations: configuration))
    let handle = try FileHandle(forWritingTo: log)
    try handle.seekToEnd()
    func saveOne() throws {
        let author = Author(name: "A")
        author.books = (0..<10).map { Book(title: "\($0)") }
        context.insert(author)
        try context.save()
        handle.write(Data([1]))
    }
    // The time runs from the first save on, however slow the machine is.
    try saveOne()
    Thread.detachNewThread {
        usleep(milliseconds * 1_000)
        kill(getpid(), SIGKILL)
    }
    while true { try saveOne() }
}

/// Opens a store that may not exist yet when another process does the same, and saves in twenty steps.
private func saveAThousand(_ name: String, waitingFor other: String, _ path: String) throws {
    let file = URL(fileURLWithPath: path)
    func flag(_ name: String) -> URL { file.deletingLastPathComponent().appendingPathComponent(name) }
    try Data().write(to: flag(name))
    while !FileManager.default.fileExists(atPath: flag(other).path) { usleep(500) }
    let container = try ModelContainer(
        for: Author.self,
        Document.self,
        configurations: ModelConfiguration(url: file)
    )
    let context = ModelContext(container)
    for number in 0..<1_000 {
        context.insert(Author(name: "\(name) \(number)"))
        if number % 50 == 49 { try context.save() }
    }
}
