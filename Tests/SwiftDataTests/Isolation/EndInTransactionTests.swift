import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Contexts that save by themselves, and that go while a block of an isolated transaction runs on their thread.
@Suite struct EndInTransactionTests {
    private let store: TemporaryFolder
    private let container: ModelContainer
    private let context: ModelContext
    private let book: Kept

    init() throws {
        store = try TemporaryFolder()
        container = try store.container(for: Kept.self, KeptShelf.self)
        context = ModelContext(container)
        book = Kept(title: "A", stock: 5)
        context.insert(book)
        try context.save()
    }

    private func titles() throws -> String { try store.sqlite3("SELECT ZTITLE FROM ZKEPT ORDER BY ZTITLE") }

    private func going(_ container: ModelContainer, title: String) -> ModelContext {
        let context = ModelContext(container)
        context.autosaveEnabled = true
        context.insert(Kept(title: title, stock: 1))
        return context
    }

    @Test func anotherContextIsSavedAfterTheBlock() throws {
        var other: ModelContext? = going(container, title: "B")
        weak let unit = other?.unit
        try context.transaction(isolated: true) {
            book.title = "C"
            other = nil
            let written = try titles()
            #expect(written == "A")
        }
        #expect(try titles() == "B\nC")
        #expect(other == nil && unit == nil)
    }

    @Test func aContextOfAnotherContainerIsSavedAfterTheBlockToo() throws {
        var other: ModelContext? = going(try store.impatientContainer(), title: "B")
        try context.transaction(isolated: true) {
            book.title = "C"
            other = nil
            let written = try titles()
            #expect(written == "A")
        }
        #expect(try titles() == "B\nC")
        #expect(other == nil)
    }

    @Test func itIsSavedWhereTheBlockThrowsAndInNestedOnes() throws {
        struct Stop: Error {}
        var others = [going(container, title: "B"), going(container, title: "D")]
        #expect(throws: Stop.self) {
            try context.transaction(isolated: true) {
                book.title = "C"
                others.removeLast()
                try context.transaction(isolated: true) { others.removeLast() }
                let written = try titles()
                #expect(written == "A")
                throw Stop()
            }
        }
        #expect(try titles() == "A\nB\nD")
    }

    @Test func theContextOfTheTransactionItselfIsSavedOnceAndLeavesNoLock() throws {
        weak var unit: UnitOfWork?
        do {
            var own: ModelContext? = going(container, title: "B")
            unit = own?.unit
            try own?.transaction(isolated: true) {
                own?.insert(Kept(title: "C", stock: 1))
                own = nil
                let written = try titles()
                #expect(written == "A")
            }
        }
        #expect(unit == nil)
        #expect(try titles() == "A\nB\nC")
        book.title = "D"
        try context.save()
        #expect(try titles() == "B\nC\nD")
        #expect(try store.sqlite3("SELECT count(*) FROM ATRANSACTION") == "3")
    }

    /// One that is released on another thread waits there for the lock, and does not stop the block.
    @Test func aContextThatGoesOnAnotherThreadIsSavedToo() throws {
        let (isOver, begins) = (DispatchGroup(), DispatchSemaphore(value: 0))
        try context.transaction(isolated: true) {
            isOver.enter()
            Thread { [container] in
                var other: ModelContext? = ModelContext(container)
                other?.autosaveEnabled = true
                other?.insert(Kept(title: "B", stock: 1))
                begins.signal()
                other = nil
                isOver.leave()
            }.start()
            begins.wait()
            book.title = "C"
        }
        isOver.wait()
        #expect(try titles() == "B\nC")
    }
}
