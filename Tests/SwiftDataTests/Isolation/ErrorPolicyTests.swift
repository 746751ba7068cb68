import SwiftData
import TestSupport
import Testing

/// `ModelContext.mergePolicy` set to `.error`: a save refuses rows that have changed since they were read.
@Suite struct ErrorPolicyTests {
    private let store: TemporaryFolder
    private let context: ModelContext
    private let book: Kept
    private let other: ModelContext
    private let theirs: Kept

    init() throws {
        store = try TemporaryFolder()
        context = ModelContext(try store.container(for: Kept.self, KeptShelf.self))
        context.mergePolicy = .error
        book = Kept(title: "A", stock: 5)
        context.insert(book)
        try context.save()
        other = ModelContext(context.container)
        theirs = try #require(other.model(for: book.persistentModelID) as? Kept)
        #expect(theirs.stock == 5)
    }

    private func row() throws -> String { try store.sqlite3("SELECT ZTITLE, ZSTOCK, Z_OPT FROM ZKEPT") }

    /// Saves, and answers the error of the conflict.
    @discardableResult
    private func refused() throws -> StoreError {
        let before = try store.sqlite3("SELECT count(*) FROM ATRANSACTION")
        let error = try #require(throws: StoreError.self) { try context.save() }
        #expect(error.code == .conflict)
        #expect(error.entityName == "Kept")
        #expect(error.persistentModelID == book.persistentModelID)
        #expect(try store.sqlite3("SELECT count(*) FROM ATRANSACTION") == before)
        return error
    }

    @Test func theDefaultIsToMerge() {
        #expect(other.mergePolicy == .mergeByProperty)
    }

    @Test(arguments: [false, true])
    func anEditOfAChangedRowIsRefused(isReceivedBefore: Bool) throws {
        book.stock -= 1
        theirs.stock -= 1
        try other.save()
        if isReceivedBefore { context.processPendingChanges() }
        let error = try refused()
        #expect(error.propertyName == "stock")
        #expect(try row() == "A|4|2")
        #expect(context.hasChanges && book.stock == 4)
        // It stays refused until the program says what is to be done.
        try refused()
    }

    @Test func anEditOfAnotherPropertyIsRefusedToo() throws {
        book.title = "B"
        theirs.stock -= 1
        try other.save()
        let error = try refused()
        #expect(error.propertyName == "stock")
        #expect(error.message.contains("title is edited here"))
        #expect(try row() == "A|4|2")
    }

    @Test func aRowThatHasItsOldValueAgainIsRefused() throws {
        book.stock -= 1
        theirs.stock = 4
        try other.save()
        theirs.stock = 5
        try other.save()
        #expect(try refused().propertyName == "stock")
        #expect(try row() == "A|5|3")
    }

    @Test func aDeletionOfAChangedRowIsRefused() throws {
        context.delete(book)
        theirs.stock -= 1
        try other.save()
        #expect(try refused().propertyName == "stock")
        #expect(try row() == "A|4|2")
        try context.refresh(book)
        try context.save()
        #expect(try store.sqlite3("SELECT count(*) FROM ZKEPT") == "0")
    }

    @Test func aRefreshThatKeepsTheEditsLetsTheNextSavePass() throws {
        book.title = "B"
        theirs.stock -= 1
        try other.save()
        try refused()
        try context.refresh(book)
        #expect(book.title == "B" && book.stock == 4)
        try context.save()
        #expect(try row() == "B|4|3")
        #expect(context.conflicts.isEmpty)
    }

    @Test func aRefreshThatDropsTheEditsLetsTheWorkBeDoneAgain() throws {
        book.stock -= 1
        theirs.stock -= 1
        try other.save()
        try refused()
        try context.refresh(book, mergeChanges: false)
        #expect(book.stock == 4 && !context.hasChanges && context.conflicts.isEmpty)
        book.stock -= 1
        try context.save()
        #expect(try row() == "A|3|3")
    }

    @Test func aRowThatChangesAgainAfterTheRefreshIsRefusedAgain() throws {
        book.stock -= 1
        theirs.stock -= 1
        try other.save()
        try refused()
        try context.refresh(book)
        theirs.title = "B"
        try other.save()
        book.stock = 1
        try refused()
        try context.refresh(book)
        try context.save()
        #expect(try row() == "B|1|4")
    }

    @Test func aRollbackEndsTheConflict() throws {
        book.stock -= 1
        theirs.stock -= 1
        try other.save()
        try refused()
        context.rollback()
        #expect(book.stock == 4)
        book.stock -= 1
        try context.save()
        #expect(try row() == "A|3|3")
    }

    @Test func anEditAfterTheChangeCameInIsNoConflict() throws {
        theirs.stock -= 1
        try other.save()
        context.processPendingChanges()
        book.stock -= 1
        try context.save()
        #expect(try row() == "A|3|3")
    }

    @Test func savesOfTheContextItselfAreNoConflict() throws {
        for stock in 0..<5 {
            book.stock = stock
            try context.save()
            _ = try context.fetch(FetchDescriptor<Kept>())
        }
        #expect(try row() == "A|4|6")
    }

    @Test func aRowThatIsOnlyReadMayChange() throws {
        let second = Kept(title: "second", stock: 1)
        context.insert(second)
        try context.save()
        theirs.stock -= 1
        try other.save()
        second.stock = 0
        try context.save()
        #expect(try store.sqlite3("SELECT ZSTOCK FROM ZKEPT ORDER BY Z_PK") == "4\n0")
    }

    @Test func nothingOfTheSaveIsWritten() throws {
        let second = Kept(title: "second", stock: 1)
        context.insert(second)
        book.stock -= 1
        theirs.stock -= 1
        try other.save()
        try refused()
        #expect(try store.sqlite3("SELECT count(*) FROM ZKEPT") == "1")
        #expect(context.insertedModelsArray.count == 1)
        try context.refresh(book, mergeChanges: false)
        try context.save()
        #expect(try store.sqlite3("SELECT count(*) FROM ZKEPT") == "2")
    }

    @Test func anEditOfARowThatWasDeletedIsToldOnce() throws {
        let second = Kept(title: "second", stock: 1)
        context.insert(second)
        book.stock -= 1
        other.delete(theirs)
        try other.save()
        let identifier = book.persistentModelID
        let error = try #require(throws: StoreError.self) { try context.save() }
        #expect(error.code == .conflict && error.propertyName == "stock" && error.persistentModelID == identifier)
        #expect(try store.sqlite3("SELECT count(*) FROM ZKEPT") == "0")
        try context.save()
        #expect(try store.sqlite3("SELECT ZTITLE FROM ZKEPT") == "second")
        let gone = #expect(throws: StoreError.self) { try context.refresh(book) }
        #expect(gone?.code == .missingRow)
    }

    @Test func anEditOfARowThatAnotherProgramDeletesMeanwhileIsToldOnce() throws {
        let second = Kept(title: "second", stock: 1)
        context.insert(second)
        book.stock -= 1
        let error = #expect(throws: StoreError.self) {
            try whenever(ModelContext.willSave, of: context) {
                _ = try store.sqlite3("DELETE FROM ZKEPT")
            } during: {
                try context.save()
            }
        }
        #expect(error?.code == .conflict && error?.propertyName == "stock")
        try context.save()
        #expect(try store.sqlite3("SELECT ZTITLE FROM ZKEPT") == "second")
    }

    @Test func aBatchDeletionOfTheContextItselfIsNoConflict() throws {
        book.stock -= 1
        try context.delete(model: Kept.self)
        context.insert(Kept(title: "new", stock: 1))
        try context.save()
        #expect(try store.sqlite3("SELECT ZTITLE FROM ZKEPT") == "new")
    }

    @Test func aChangeThatRaisesNoCounterIsNoticedOnceItWasTakenIn() throws {
        book.stock -= 1
        _ = try store.sqlite3("UPDATE ZKEPT SET ZTITLE = 'theirs'")
        _ = try context.fetch(FetchDescriptor<Kept>())
        #expect(try refused().propertyName == "title")
    }

    @Test func aFailedTransactionLeavesNoEditBehind() throws {
        // The other context commits when this one has already looked.
        #expect(throws: StoreError.self) {
            try whenever(ModelContext.willSave, of: context) {
                _ = try store.sqlite3("UPDATE ZKEPT SET ZSTOCK = 4, Z_OPT = Z_OPT + 1")
            } during: {
                try context.transaction { book.stock -= 1 }
            }
        }
        #expect(book.stock == 4 && !context.hasChanges)
        try context.transaction { book.stock -= 1 }
        #expect(try row() == "A|3|3")
    }

    @Test func anotherProcessIsNoticedByTheCounter() throws {
        book.stock -= 1
        let error = try whenever(ModelContext.willSave, of: context) {
            _ = try store.sqlite3("UPDATE ZKEPT SET ZTITLE = 'theirs', Z_OPT = Z_OPT + 1 WHERE Z_OPT = 1")
        } during: {
            try refused()
        }
        #expect(error.propertyName == "title")
        try context.refresh(book)
        try context.save()
        #expect(try row() == "theirs|4|3")
    }

    @Test func aModelOfAnotherContextIsNotRefreshed() throws {
        let error = #expect(throws: StoreError.self) { try context.refresh(theirs) }
        #expect(error?.code == .foreignContext)
    }

    @Test func aModelThatWasNotSavedStaysAsItIs() throws {
        let new = Kept(title: "new", stock: 1)
        context.insert(new)
        try context.refresh(new, mergeChanges: false)
        #expect(new.title == "new" && context.insertedModelsArray.count == 1)
    }

    @Test func droppedRelationshipsAgreeOnBothSides() throws {
        let (old, new) = (KeptShelf(name: "old"), KeptShelf(name: "new"))
        context.insert(new)
        book.shelf = old
        let (tag, added) = (KeptTag(name: "tag"), KeptTag(name: "added"))
        context.insert(added)
        book.tags = [tag]
        try context.save()
        book.shelf = new
        book.tags = [added]
        #expect(new.books.count == 1 && added.books.count == 1)
        try context.refresh(book, mergeChanges: false)
        #expect(book.shelf === old && old.books.map(\.title) == ["A"] && new.books.isEmpty)
        #expect(book.tags.map(\.name) == ["tag"] && tag.books.count == 1 && added.books.isEmpty)
        try context.save()
        #expect(try store.sqlite3("SELECT s.ZNAME FROM ZKEPT k JOIN ZKEPTSHELF s ON s.Z_PK = k.ZSHELF") == "old")
    }

    @Test func observersHearOfARefresh() async throws {
        theirs.stock = 1
        try other.save()
        try await confirmation { heard in
            withObservationTracking {
                _ = book.stock
            } onChange: {
                heard()
            }
            try context.refresh(book)
        }
        #expect(book.stock == 1)
    }
}
