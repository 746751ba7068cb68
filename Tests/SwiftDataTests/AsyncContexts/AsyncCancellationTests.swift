import ClientModels
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Calls whose task is cancelled: what they run is interrupted, what they wait for ends, and nothing of it is saved.
@Suite struct AsyncCancellationTests {
    private let store: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        (store, container) = try shopWithOneBook()
    }

    private func stock() throws -> String { try store.sqlite3("SELECT ZSTOCK FROM ZSHOPBOOK") }

    /// Runs a call until its closure is at a place, cancels its task, and answers the code of its error.
    private func cancelling(
        writes: Bool = false,
        in container: ModelContainer? = nil,
        _ body: @escaping @Sendable (ModelContext, _ isThere: () -> Void) throws -> Void
    ) async -> String? {
        let container = container ?? self.container
        let (began, announcement) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            let work: @Sendable (ModelContext) throws -> Void = { try body($0) { announcement.finish() } }
            if writes { try await container.write(work) } else { try await container.read(work) }
        }
        for await _ in began {}
        task.cancel()
        return await errorCode { try await task.value }
    }

    @Test(arguments: [false, true]) func aStatementWithoutAnEndIsInterrupted(inMemory: Bool) async throws {
        let schema = Schema([ShopBook.self, ShopSale.self])
        let container =
            inMemory
            ? try ModelContainer(for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true)).patient()
            : self.container
        let error = await cancelling(in: container) { context, isThere in
            isThere()
            try context.runEndlessStatement()
        }
        #expect(error == "CancellationError")
        // The connection is as it was.
        #expect(try await container.read { try $0.fetchCount(FetchDescriptor<ShopSale>()) } == 0)
    }

    /// By public API alone: a condition over all pairs of 5,000 rows, none of which matches.
    @Test func aLongFetchIsInterrupted() async throws {
        let folder = try TemporaryFolder()
        let container = try folder.container(for: Author.self, Book.self, Tag.self).patient()
        try await container.write { context in
            let author = Author(name: "A")
            context.insert(author)
            for number in 0..<5_000 { author.books.append(Book(title: "B\(number)", pages: number)) }
        }
        let error = await cancelling(in: container) { context, isThere in
            let pairs = #Predicate<Author> { author in
                author.books.contains { book in author.books.contains { $0.pages + book.pages < 0 } }
            }
            isThere()
            _ = try context.fetchCount(FetchDescriptor(predicate: pairs))
        }
        #expect(error == "CancellationError")
    }

    @Test func otherCallsGoOnWhileOneIsInterrupted() async throws {
        let counts = Task { [container] in
            var count = 0
            while !Task.isCancelled {
                count += try await container.read { context in
                    // A statement of some length, so that most interruptions meet one.
                    let sql = "WITH n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 20000) SELECT count(*) FROM n"
                    #expect(try context.connection.readOnce { try $0.integer(sql) } == 20_000)
                    return try context.fetchCount(FetchDescriptor<ShopBook>())
                }
            }
            return count
        }
        for _ in 0..<40 {
            let error = await cancelling { context, isThere in
                isThere()
                try context.runEndlessStatement()
            }
            #expect(error == "CancellationError")
        }
        counts.cancel()
        // The last call of the loop may be cancelled itself; no other one was.
        do { #expect(try await counts.value > 0) } catch is CancellationError {}
    }

    @Test func aCancelledWriteLeavesNothing() async throws {
        let error = await cancelling(writes: true) { context, isThere in
            try context.fetch(FetchDescriptor<ShopBook>()).first?.stock = 0
            context.insert(ShopSale(buyer: 1))
            isThere()
            while !Task.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
        }
        #expect(error == "CancellationError")
        #expect(try stock() == "5" && store.sqlite3("SELECT count(*) FROM ZSHOPSALE") == "0")
        // The lock is free.
        try store.sqlite3("UPDATE ZSHOPBOOK SET ZSTOCK = 6")
        try await container.write { try $0.fetch(FetchDescriptor<ShopBook>()).first?.stock += 1 }
        #expect(try stock() == "7")
    }

    /// While the statements of the save run, SQLite takes the transaction back by itself.
    @Test func aWriteThatIsCancelledInItsSaveLeavesNothing() async throws {
        let sql = """
            CREATE TRIGGER slow AFTER INSERT ON ZSHOPSALE BEGIN
            INSERT INTO ZSHOPBOOK (Z_ENT, Z_OPT, ZTITLE, ZSTOCK)
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT 1, 1, 'x', x FROM n WHERE x < 0; END
            """
        try store.sqlite3(sql)
        let container = try shopContainer(store.file).patient()
        let isSaving = Locked(false)
        try container.connection.statementObserver = { sql in
            if sql.hasPrefix("INSERT INTO \"ZSHOPSALE\"") || sql.hasPrefix("INSERT INTO ZSHOPSALE") {
                isSaving.withLock { $0 = true }
            }
        }
        let task = Task { try await container.write { $0.insert(ShopSale(buyer: 1)) } }
        while !isSaving.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(2)) }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        #expect(await errorCode { try await task.value } == "CancellationError")
        #expect(try store.sqlite3("SELECT count(*) FROM ZSHOPSALE") == "0")
        try store.sqlite3("DROP TRIGGER slow")
        try await container.write { $0.insert(ShopSale(buyer: 2)) }
        #expect(try store.sqlite3("SELECT group_concat(ZBUYER) FROM ZSHOPSALE") == "2")
    }

    @Test func aWriteThatHasBeenCommittedSucceeds() async throws {
        let task = Locked<Task<Int, any Error>?>(nil)
        let isSet = DispatchSemaphore(value: 0)
        nonisolated(unsafe) let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: nil,
            queue: nil
        ) { [container] note in
            // Other tests save as well.
            guard (note.object as? ModelContext)?.container == container else { return }
            task.withLock { $0 }?.cancel()
            #expect(Task.isCancelled)
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let work = Task { [container] in
            try await container.write { context in
                isSet.wait()
                try context.fetch(FetchDescriptor<ShopBook>()).first?.stock = 1
                return 17
            }
        }
        task.withLock { $0 = work }
        isSet.signal()
        #expect(try await work.value == 17)
        #expect(try stock() == "1")
    }

    @Test func aCallThatWaitsForAPlaceEnds() async throws {
        container.contextLimits.contexts = 1
        let held = await HeldCall(container)
        let waiting = Task { [container] in try await container.read { _ in mustNotRun() } }
        try await container.waitForWaiting(1)
        waiting.cancel()
        #expect(await errorCode { try await waiting.value } == "CancellationError")
        #expect(container.core.contextPool.waitingCount == 0)
        try await held.end()
    }

    @Test func aCallOfACancelledTaskDoesNotBegin() async throws {
        let task = Task { [container] in
            while !Task.isCancelled { await Task.yield() }
            try await container.write { _ in mustNotRun() }
        }
        task.cancel()
        #expect(await errorCode { try await task.value } == "CancellationError")
    }

    /// The lock is held by another container, as by another process, or by another context.
    @Test(arguments: [false, true]) func aCallThatWaitsForTheLockEnds(ofAnotherContainer: Bool) async throws {
        let other = ofAnotherContainer ? try shopContainer(store.file).patient() : container
        let (free, isHeld) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread {
            #expect(throws: Never.self) {
                try ModelContext(other).transaction(isolated: true) {
                    isHeld.signal()
                    free.wait()
                }
            }
            isHeld.signal()
        }.start()
        isHeld.wait()
        let task = Task { [container] in try await container.write { _ in mustNotRun() } }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        #expect(await errorCode { try await task.value } == "CancellationError")
        #expect(await errorCode { try await container.write(waitLimit: .milliseconds(50)) { _ in } } == "locked")
        // Reads do not wait.
        #expect(try await container.read { try $0.fetchCount(FetchDescriptor<ShopBook>()) } == 1)
        free.signal()
        isHeld.wait()
        try await container.write { try $0.fetch(FetchDescriptor<ShopBook>()).first?.stock = 8 }
        #expect(try stock() == "8")
    }

    /// A property has no way to throw: a stand-in could lead the closure astray.
    @Test func aPropertyIsReadToItsEnd() async throws {
        let folder = try TemporaryFolder()
        let container = try folder.container(for: Author.self, Book.self, Tag.self).patient()
        try await container.write { $0.insert(Book(title: "B", author: Author(name: "A"))) }
        let name = Locked<String?>(nil)
        let error = await cancelling(in: container) { context, isThere in
            let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
            isThere()
            while !Task.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
            // `onCancel` runs beside this.
            Thread.sleep(forTimeInterval: 0.05)
            name.withLock { $0 = book.author?.name }
            #expect(context.readFailures.isEmpty)
            #expect(throws: CancellationError.self) { try context.fetch(FetchDescriptor<Author>()) }
        }
        #expect(error == "CancellationError")
        #expect(name.withLock { $0 } == "A")
    }
}

extension ModelContainer {
    fileprivate var connection: StoreConnection {
        get throws { try ModelContext(self).connection }
    }
}
