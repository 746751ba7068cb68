import Foundation
import ClientModels
import SwiftData
import TestSupport
import Testing

/// `transaction(isolated: true)`: its reads find the newest rows, and no other writer commits until it is saved.
@Suite struct IsolatedTransactionTests {
    private let store: TemporaryFolder
    private let container: ModelContainer
    private let context: ModelContext
    private let book: Kept
    private let other: ModelContext
    private let theirs: Kept

    init() throws {
        store = try TemporaryFolder()
        container = try store.container(for: Kept.self, KeptShelf.self)
        context = ModelContext(container)
        book = Kept(title: "A", stock: 5)
        context.insert(book)
        try context.save()
        other = ModelContext(container)
        theirs = try #require(other.model(for: book.persistentModelID) as? Kept)
        #expect(theirs.stock == 5)
    }

    private func row() throws -> String { try store.sqlite3("SELECT ZTITLE, ZSTOCK, Z_OPT FROM ZKEPT WHERE Z_PK = 1") }

    @Test func itReadsTheNewestRowOfARegisteredModel() throws {
        // Neither told nor counted: nobody could know but by reading.
        _ = try store.sqlite3("UPDATE ZKEPT SET ZSTOCK = 3")
        #expect(book.stock == 5)
        try context.transaction(isolated: true) {
            #expect(book.stock == 3)
            book.stock -= 1
        }
        #expect(try row() == "A|2|2")
        #expect(context.conflicts.isEmpty && !context.hasChanges)
    }

    @Test func itReadsTheNewestMembersOfARelationship() throws {
        let shelf = KeptShelf(name: "S")
        context.insert(shelf)
        try context.save()
        #expect(shelf.books.isEmpty)
        _ = try store.sqlite3("UPDATE ZKEPT SET ZSHELF = 1")
        try context.transaction(isolated: true) {
            #expect(shelf.books.map(\.stock) == [5])
        }
    }

    @Test func aFetchInItFindsTheNewestRows() throws {
        _ = try store.sqlite3("UPDATE ZKEPT SET ZSTOCK = 9")
        try context.transaction(isolated: true) {
            let found = try context.fetch(
                FetchDescriptor<Kept>(predicate: #Predicate { $0.stock == 9 && $0.title == "A" })
            )
            #expect(found.first === book && book.stock == 9)
            #expect(try context.fetchCount(FetchDescriptor<Kept>()) == 1)
        }
    }

    @Test func nobodyElseCanWriteMeanwhileAndEverybodyCanRead() throws {
        try context.transaction(isolated: true) {
            book.stock = 4
            let answer = try ChildProcess.run(
                "sqlite3",
                [store.file.path, "SELECT ZSTOCK FROM ZKEPT; UPDATE ZKEPT SET ZSTOCK = 0 WHERE 1 = 1;"]
            )
            #expect(answer.output == "5\n" && answer.status != 0)
            let read = try onThreads(3) { [container] _ in
                try ModelContext(container).fetch(FetchDescriptor<Kept>()).map(\.stock)
            }
            #expect(read == [[5], [5], [5]])
        }
        #expect(try row() == "A|4|2")
    }

    @Test func aSaveOnAnotherThreadWaitsForItsEnd() throws {
        let group = DispatchGroup()
        let (began, identifier) = (DispatchSemaphore(value: 0), book.persistentModelID)
        try context.transaction(isolated: true) {
            group.enter()
            Thread { [container] in
                #expect(throws: Never.self) {
                    let context = ModelContext(container)
                    let book = context.model(for: identifier) as? Kept
                    book?.title = "B"
                    began.signal()
                    try context.save()
                }
                group.leave()
            }.start()
            began.wait()
            book.stock -= 1
        }
        group.wait()
        #expect(try row() == "B|4|3")
        context.processPendingChanges()
        #expect(book.title == "B" && context.conflicts.isEmpty)
    }

    @Test func whatItThrowsTakesEverythingBack() throws {
        struct Stop: Error {}
        let before = try store.sqlite3("SELECT count(*) FROM ATRANSACTION")
        #expect(throws: Stop.self) {
            try context.transaction(isolated: true) {
                book.stock -= 1
                context.insert(Kept(title: "new", stock: 1))
                try context.save()
                throw Stop()
            }
        }
        #expect(book.stock == 5 && !context.hasChanges)
        #expect(try row() == "A|5|1")
        #expect(try store.sqlite3("SELECT count(*) FROM ATRANSACTION") == before)
        // The lock is free again.
        theirs.stock = 1
        try other.save()
        try context.transaction(isolated: true) { book.stock += 1 }
        #expect(try row() == "A|2|3")
    }

    @Test func aSaveInItChecksTheModels() throws {
        let foreign = KeptShelf(name: "of another context")
        other.insert(foreign)
        var isChecked = false
        #expect(throws: CocoaError.self) {
            try context.transaction(isolated: true) {
                book.stock -= 1
                book.shelf = foreign
                do {
                    try context.save()
                } catch StoreError.Code.foreignContext {
                    isChecked = true
                    throw CocoaError(.userCancelled)
                }
            }
        }
        #expect(isChecked && book.stock == 5 && book.shelf == nil)
        theirs.stock = 1
        other.delete(foreign)
        try other.save()
        #expect(try row() == "A|1|2")
    }

    @Test func aConstraintThatFailsAtItsEndTakesEverythingBack() throws {
        _ = try store.sqlite3(
            "CREATE TRIGGER refuse BEFORE UPDATE OF ZSTOCK ON ZKEPT BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
        #expect(throws: StoreError.self) { try context.transaction(isolated: true) { book.stock -= 1 } }
        #expect(book.stock == 5 && !context.hasChanges)
        theirs.title = "B"
        try other.save()
        #expect(try row() == "B|5|2")
    }

    @Test func aSaveInItIsLeftToItsEnd() throws {
        let new = Kept(title: "new", stock: 1)
        try context.transaction(isolated: true) {
            context.insert(new)
            try context.save()
            #expect(try store.sqlite3("SELECT count(*) FROM ZKEPT") == "1")
            #expect(context.hasChanges)
            new.stock = 2
        }
        #expect(try store.sqlite3("SELECT ZSTOCK FROM ZKEPT WHERE ZTITLE = 'new'") == "2")
        #expect(try store.sqlite3("SELECT count(*) FROM ATRANSACTION") == "2")
    }

    @Test func transactionsInItAreParts() throws {
        try context.transaction(isolated: true) {
            try context.transaction { book.stock -= 1 }
            try context.transaction(isolated: true) { book.stock -= 1 }
            #expect(try row() == "A|5|1")
        }
        #expect(try row() == "A|3|2")
    }

    @Test func oneInAPlainTransactionSavesAtItsOwnEnd() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try context.transaction {
                book.title = "B"
                try context.transaction(isolated: true) { book.stock -= 1 }
                #expect(try row() == "B|4|2")
                book.stock = 0
                throw Stop()
            }
        }
        #expect(book.stock == 4 && book.title == "B" && !context.hasChanges)
    }

    @Test func editsFromBeforeArePartOfItsSave() throws {
        book.title = "B"
        theirs.stock = 2
        try other.save()
        try context.transaction(isolated: true) {
            #expect(book.title == "B" && book.stock == 2)
            book.stock -= 1
        }
        #expect(try row() == "B|1|3")
    }

    @Test func anEditFromBeforeOfAChangedRowIsRefusedByThePolicy() throws {
        context.mergePolicy = .error
        book.title = "B"
        theirs.stock = 2
        try other.save()
        let error = #expect(throws: StoreError.self) {
            try context.transaction(isolated: true) { book.stock -= 1 }
        }
        #expect(error?.code == .conflict)
        #expect(book.title == "B" && book.stock == 2)
        try context.refresh(book)
        try context.transaction(isolated: true) { book.stock -= 1 }
        #expect(try row() == "B|1|3")
    }

    @Test func anotherContextOfTheThreadIsRefusedAtOnce() throws {
        theirs.stock = 1
        try context.transaction(isolated: true) {
            let error = #expect(throws: StoreError.self) { try other.save() }
            #expect(error?.code == .locked && other.hasChanges)
            #expect(throws: StoreError.self) { try other.transaction(isolated: true) {} }
            #expect(throws: StoreError.self) { try container.erase() }
            let count = try other.fetchCount(FetchDescriptor<Kept>())
            #expect(count == 1)
        }
        try other.save()
        #expect(try row() == "A|1|2")
    }

    @Test func aBatchDeletionInItIsPartOfIt() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try context.transaction(isolated: true) {
                try context.delete(model: Kept.self)
                throw Stop()
            }
        }
        #expect(try store.sqlite3("SELECT count(*) FROM ZKEPT") == "1")
        #expect(book.modelContext === context)
        try context.transaction(isolated: true) { try context.delete(model: Kept.self) }
        #expect(try store.sqlite3("SELECT count(*) FROM ZKEPT") == "0")
    }

    @Test func aLockThatAnotherProgramKeepsIsAnErrorAndNothingIsLost() throws {
        let slow = ModelContext(try store.impatientContainer())
        let mine = try #require(slow.model(for: book.persistentModelID) as? Kept)
        mine.stock = 3
        var hasRun = false
        // Another container of the process has connections of its own, as another program has.
        try context.transaction(isolated: true) {
            let error = #expect(throws: StoreError.self) { try slow.transaction(isolated: true) { hasRun = true } }
            #expect(error?.code == .locked && !hasRun && slow.hasChanges && mine.stock == 3)
        }
        try slow.transaction(isolated: true) { hasRun = true }
        #expect(hasRun)
        #expect(try row() == "A|3|2")
    }

    @Test func othersAreToldAfterTheCommit() throws {
        var reported = 0
        try whenever(ModelContext.didSave, of: context) {
            reported += 1
            #expect(try store.sqlite3("SELECT ZSTOCK FROM ZKEPT") == "4")
            // The lock is free by now.
            other.insert(KeptShelf(name: "S"))
            try other.save()
        } during: {
            try context.transaction(isolated: true) { book.stock -= 1 }
        }
        #expect(reported == 1)
        other.processPendingChanges()
        #expect(theirs.stock == 4)
        #expect(try store.sqlite3("SELECT count(*) FROM ZKEPTSHELF") == "1")
    }

    @Test func consecutiveOnesDoNotReadAnewWhatNobodyHasWritten() throws {
        try context.transaction(isolated: true) { book.stock -= 1 }
        let statements = try container.statements {
            try context.transaction(isolated: true) { book.stock -= 1 }
        }
        #expect(!statements.contains { $0.hasPrefix("SELECT") && $0.contains("ZKEPT") }, "\(statements)")
        #expect(try row() == "A|3|3")
    }

    @Test func aStoreInMemoryWorksTheSame() throws {
        let context = try memoryContext(Kept.self)
        context.insert(Kept(title: "A", stock: 200))
        try context.save()
        let container = context.container
        let sold = try onThreads(8) { _ in
            let context = ModelContext(container)
            let book = try #require(try context.fetch(FetchDescriptor<Kept>()).first)
            return try (0..<50).count { _ in
                var isSold = false
                try context.transaction(isolated: true) {
                    guard book.stock > 0 else { return }
                    let count = try context.fetchCount(FetchDescriptor<Kept>())
                    #expect(count == 1)
                    book.stock -= 1
                    isSold = true
                }
                return isSold
            }
        }
        #expect(sold.reduce(0, +) == 200)
        context.processPendingChanges()
        #expect(try context.fetch(FetchDescriptor<Kept>()).map(\.stock) == [0])
    }

    @MainActor @Test func theMainContextRunsItOnTheMainActor() throws {
        let main = container.mainContext
        let book = try #require(main.model(for: book.persistentModelID) as? Kept)
        try main.transaction(isolated: true) {
            MainActor.assumeIsolated { book.stock -= 1 }
        }
        #expect(try row() == "A|4|2")
    }

    @Test func itCannotBeginInASaveOfItsContext() throws {
        var error: StoreError?
        try whenever(ModelContext.willSave, of: context) {
            do {
                try context.transaction(isolated: true) {}
            } catch let found as StoreError {
                error = found
            }
        } during: {
            book.stock = 4
            try context.save()
        }
        #expect(error?.code == .locked)
        #expect(try row() == "A|4|2")
    }

    @Test(arguments: [false, true])
    func oneThatBeginsInDidSaveIsSaved(ofAnIsolatedOne: Bool) throws {
        var isFirst = true
        try whenever(ModelContext.didSave, of: context) {
            guard isFirst else { return }
            isFirst = false
            try context.transaction(isolated: true) { book.stock -= 1 }
            let row = try row()
            #expect(row == "A|3|3")
        } during: {
            try context.transaction(isolated: ofAnIsolatedOne) { book.stock = 4 }
        }
        #expect(!isFirst && !context.hasChanges)
        theirs.title = "B"
        try other.save()
        #expect(try row() == "B|3|4")
    }

    @Test func itIsOneActionToUndo() throws {
        let manager = UndoManager()
        context.undoManager = manager
        try context.transaction(isolated: true) {
            book.stock = 1
            book.title = "B"
        }
        context.processPendingChanges()
        manager.undo()
        #expect(book.stock == 5 && book.title == "A" && !manager.canUndo)
        try context.save()
        #expect(try row() == "A|5|3")
    }

    @Test func everyStoreOfTheContainerIsLockedAndWritten() throws {
        let second = store.url.appendingPathComponent("second.store")
        let container = try ModelContainer(
            for: Schema([Flooded.self, KeptElsewhere.self]),
            configurations: [
                ModelConfiguration(
                    "first",
                    schema: Schema([Flooded.self]),
                    url: store.url.appendingPathComponent("first.store")
                ),
                ModelConfiguration("second", schema: Schema([KeptElsewhere.self]), url: second),
            ]
        )
        let context = ModelContext(container)
        let (one, two) = (Flooded(), KeptElsewhere())
        context.insert(one)
        context.insert(two)
        try context.save()
        func sqlite3(_ name: String, _ statement: String) throws -> (output: String, status: Int32) {
            try ChildProcess.run("sqlite3", [store.url.appendingPathComponent(name).path, statement])
        }
        try context.transaction(isolated: true) {
            // The save writes to one of them alone.
            one.number = 7
            for (name, table) in [("first.store", "ZFLOODED"), ("second.store", "ZKEPTELSEWHERE")] {
                let status = try sqlite3(name, "UPDATE \(table) SET ZNUMBER = 9").status
                #expect(status != 0)
            }
        }
        #expect(try sqlite3("first.store", "SELECT ZNUMBER FROM ZFLOODED").output == "7\n")
        #expect(try sqlite3("second.store", "UPDATE ZKEPTELSEWHERE SET ZNUMBER = 9").status == 0)
        try context.transaction(isolated: true) {
            #expect(two.number == 9)
            (one.number, two.number) = (1, 10)
        }
        #expect(try sqlite3("first.store", "SELECT ZNUMBER FROM ZFLOODED").output == "1\n")
        #expect(try sqlite3("second.store", "SELECT ZNUMBER FROM ZKEPTELSEWHERE").output == "10\n")
    }

    @Test func aStoreThatIsOnlyReadCannotBeLocked() throws {
        let readOnly = ModelContext(try store.container(for: Kept.self, KeptShelf.self, allowsSave: false))
        let error = #expect(throws: StoreError.self) { try readOnly.transaction(isolated: true) {} }
        #expect(error?.code == .readOnly)
    }

    @Test func withoutTheLocksItIsAPlainTransaction() throws {
        try context.transaction(isolated: false) {
            theirs.title = "B"
            try other.save()
            book.stock -= 1
        }
        #expect(try row() == "B|4|3")
    }
}
