import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Writes that wait for another context: each wait ends, by success or by an error that says so, and loses nothing.
@Suite struct WaitingWriteTests {
    private let store: TemporaryFolder
    /// Gives up after 0.05 s, where another one waits for 10 s.
    private let container: ModelContainer
    private let context: ModelContext
    private let book: Kept

    init() throws {
        store = try TemporaryFolder()
        container = try store.impatientContainer()
        context = ModelContext(container)
        book = Kept(title: "A", stock: 5)
        context.insert(book)
        try context.save()
    }

    private func row() throws -> String { try store.sqlite3("SELECT ZTITLE, ZSTOCK, Z_OPT FROM ZKEPT WHERE Z_PK = 1") }

    /// Does some work in another context of a container, on a thread of its own: first while this context is in an
    /// isolated transaction, then after it.
    private func work(
        in container: ModelContainer,
        during: @escaping @Sendable (ModelContext, Kept) throws -> Void,
        after: @escaping @Sendable (ModelContext, Kept) throws -> Void
    ) throws {
        let (identifier, isOver) = (book.persistentModelID, DispatchGroup())
        let (isFree, hasTried) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        isOver.enter()
        let thread = Thread {
            do {
                let context = ModelContext(container)
                let book = try #require(context.model(for: identifier) as? Kept)
                try during(context, book)
                hasTried.signal()
                isFree.wait()
                try after(context, book)
            } catch {
                Issue.record(error)
                hasTried.signal()
            }
            isOver.leave()
        }
        try context.transaction(isolated: true) {
            thread.start()
            #expect(hasTried.wait(timeout: .now() + 30) == .success)
            book.stock -= 1
        }
        isFree.signal()
        isOver.wait()
    }

    /// The error of a write that waited for too long.
    private static func expectLocked(_ write: () throws -> Void) {
        let error = #expect(throws: StoreError.self) { try write() }
        #expect(error?.code == .locked)
        #expect(error?.description.contains("locked") == true)
    }

    @Test func aSaveThatWaitsForTooLongIsAnErrorAndKeepsItsChanges() throws {
        try work(in: container) { context, book in
            book.title = "B"
            context.insert(Kept(title: "new", stock: 1))
            Self.expectLocked { try context.save() }
            #expect(context.hasChanges && book.title == "B" && context.insertedModelsArray.count == 1)
        } after: { context, book in
            #expect(book.title == "B")
            try context.save()
        }
        #expect(try row() == "B|4|3")
        #expect(try store.sqlite3("SELECT count(*) FROM ZKEPT") == "2")
    }

    @Test func anIsolatedTransactionThatWaitsForTooLongDoesNotBegin() throws {
        try work(in: container) { context, book in
            book.title = "B"
            Self.expectLocked {
                try context.transaction(isolated: true) { Issue.record("it began without the lock") }
            }
            #expect(context.hasChanges && book.title == "B")
        } after: { context, book in
            try context.transaction(isolated: true) { book.stock -= 1 }
        }
        #expect(try row() == "B|3|3")
    }

    @Test func aBatchDeletionThatWaitsForTooLongDeletesNothing() throws {
        try work(in: container) { context, book in
            Self.expectLocked { try context.delete(model: Kept.self) }
            #expect(book.modelContext === context)
        } after: { context, _ in
            let count = try context.fetchCount(FetchDescriptor<Kept>())
            #expect(count == 1)
            try context.delete(model: Kept.self)
        }
        #expect(try store.sqlite3("SELECT count(*) FROM ZKEPT") == "0")
    }

    /// Another container of the process waits for SQLite's lock, as another program does.
    @Test func aSaveThroughAnotherContainerEndsTheSameWay() throws {
        try work(in: try store.impatientContainer()) { context, book in
            book.title = "B"
            Self.expectLocked { try context.save() }
            #expect(context.hasChanges && book.title == "B")
        } after: { context, _ in
            try context.save()
        }
        #expect(try row() == "B|4|3")
    }

    /// Reads of composed text ask which commits there were: they neither wait nor fail.
    @Test func readsGoOnMeanwhile() throws {
        try work(in: container) { context, book in
            for order in [SortOrder.forward, .reverse] {
                let found = try context.fetch(
                    FetchDescriptor<Kept>(
                        predicate: #Predicate { $0.title < "B" },
                        sortBy: [SortDescriptor(\.title, order: order)]
                    )
                )
                #expect(found == [book] && book.stock == 5)
            }
        } after: { _, book in
            #expect(book.title == "A")
        }
        #expect(try row() == "A|4|2")
    }

    /// If the other write ends in time, the wait is over.
    @Test(arguments: [false, true])
    func aWaitThatIsLongEnoughEndsBySuccess(isolated: Bool) throws {
        let patient = ModelContext(try store.container(for: Kept.self, KeptShelf.self))
        let mine = try #require(patient.model(for: book.persistentModelID) as? Kept)
        let (identifier, isOver, begins) = (book.persistentModelID, DispatchGroup(), DispatchSemaphore(value: 0))
        try patient.transaction(isolated: true) {
            isOver.enter()
            Thread { [container = patient.container] in
                do {
                    let context = ModelContext(container)
                    let book = try #require(context.model(for: identifier) as? Kept)
                    book.title = "B"
                    begins.signal()
                    if isolated {
                        try context.transaction(isolated: true) { book.stock -= 1 }
                    } else {
                        try context.save()
                    }
                } catch {
                    Issue.record(error)
                    begins.signal()
                }
                isOver.leave()
            }.start()
            begins.wait()
            // Longer than the impatient one would wait.
            Thread.sleep(forTimeInterval: 0.2)
            mine.stock -= 1
        }
        isOver.wait()
        #expect(try row() == (isolated ? "B|3|3" : "B|4|3"))
    }
}
