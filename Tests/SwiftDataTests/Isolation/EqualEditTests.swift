import SwiftData
import TestSupport
import Testing

/// Two contexts that write the same value to the same property.
@Suite struct EqualEditTests {
    private let store: TemporaryFolder
    private let first: ModelContext
    private let mine: Kept
    private let second: ModelContext
    private let theirs: Kept

    init() throws {
        store = try TemporaryFolder()
        first = ModelContext(try store.container(for: Kept.self, KeptShelf.self))
        mine = Kept(title: "A", stock: 5)
        first.insert(mine)
        try first.save()
        second = ModelContext(first.container)
        theirs = try #require(second.model(for: mine.persistentModelID) as? Kept)
        #expect(theirs.stock == 5)
    }

    @Test func aDecrementByTwoContextsIsAConflict() throws {
        mine.stock -= 1
        theirs.stock -= 1
        try second.save()
        first.processPendingChanges()
        #expect(first.conflicts.map(\.propertyName) == ["stock"])
        #expect(first.conflicts.first?.otherValue as? Int == 4)
        // The store has the value already.
        #expect(!first.hasChanges)
        try first.save()
        #expect(first.conflicts.map(\.isOverwritten) == [true])
        #expect(try store.sqlite3("SELECT ZSTOCK, Z_OPT FROM ZKEPT") == "4|2")
    }

    @Test func aDecrementThatTheSaveItselfMeetsIsAConflict() throws {
        mine.stock -= 1
        theirs.stock -= 1
        try second.save()
        try first.save()
        #expect(first.conflicts.map(\.isOverwritten) == [true])
        try first.save()
        #expect(first.conflicts.map(\.isOverwritten) == [true])
        mine.title = "B"
        try first.save()
        #expect(first.conflicts.isEmpty)
    }

    @Test func itIsListedAfterASaveOfOtherEditsToo() throws {
        mine.stock -= 1
        mine.title = "B"
        first.insert(KeptShelf(name: "S"))
        theirs.stock -= 1
        try second.save()
        try first.save()
        #expect(first.conflicts.map(\.propertyName) == ["stock"])
        #expect(first.conflicts.map(\.isOverwritten) == [true])
        #expect(try store.sqlite3("SELECT ZTITLE, ZSTOCK, Z_OPT FROM ZKEPT") == "B|4|3")
    }

    @Test func theEditStaysWhereTheOtherValueChangesAgain() throws {
        mine.stock -= 1
        theirs.stock -= 1
        try second.save()
        first.processPendingChanges()
        theirs.stock -= 1
        try second.save()
        first.processPendingChanges()
        #expect(mine.stock == 4 && first.hasChanges)
        #expect(first.conflicts.map { $0.otherValue as? Int } == [3])
        try first.save()
        #expect(try store.sqlite3("SELECT ZSTOCK FROM ZKEPT") == "4")
    }

    @Test func theConflictOutlivesFurtherReads() throws {
        mine.stock -= 1
        theirs.stock -= 1
        try second.save()
        for _ in 0..<3 { _ = try first.fetch(FetchDescriptor<Kept>()) }
        theirs.title = "B"
        try second.save()
        first.processPendingChanges()
        #expect(first.conflicts.map(\.propertyName) == ["stock"])
        #expect(mine.title == "B" && mine.stock == 4)
    }

    @Test func anAssignmentOfTheReadValueIsNoEdit() throws {
        mine.stock = 5
        theirs.stock = 4
        try second.save()
        first.processPendingChanges()
        #expect(mine.stock == 4)
        #expect(first.conflicts.isEmpty && !first.hasChanges)
    }

    @Test func anEditAfterTheOtherValueCameInIsNoConflict() throws {
        theirs.stock = 4
        try second.save()
        first.processPendingChanges()
        mine.stock -= 1
        try first.save()
        #expect(mine.stock == 3)
        #expect(first.conflicts.isEmpty)
    }

    @Test func aRollbackEndsTheConflict() throws {
        mine.stock -= 1
        theirs.stock -= 1
        try second.save()
        first.processPendingChanges()
        first.rollback()
        #expect(first.conflicts.isEmpty && !first.hasChanges)
        #expect(mine.stock == 4)
    }

    @Test func theSameDestinationChosenTwiceIsAConflictOfTheToOneSide() throws {
        let shelf = KeptShelf(name: "S")
        first.insert(shelf)
        try first.save()
        mine.shelf = shelf
        theirs.shelf = try #require(second.model(for: shelf.persistentModelID) as? KeptShelf)
        try second.save()
        first.processPendingChanges()
        #expect(first.conflicts.map(\.propertyName) == ["shelf"])
        #expect(first.conflicts.first?.otherValue as? PersistentIdentifier == shelf.persistentModelID)
        try first.save()
        #expect(shelf.books.count == 1)
        #expect(try store.sqlite3("SELECT count(*) FROM ZKEPT WHERE ZSHELF = 1") == "1")
    }

    @Test func theSameMemberAddedTwiceIsJoined() throws {
        let tag = KeptTag(name: "T")
        first.insert(tag)
        try first.save()
        mine.tags.append(tag)
        theirs.tags.append(try #require(second.model(for: tag.persistentModelID) as? KeptTag))
        try second.save()
        first.processPendingChanges()
        #expect(first.conflicts.isEmpty)
        try first.save()
        #expect(mine.tags.count == 1 && first.conflicts.isEmpty)
        #expect(try store.sqlite3("SELECT count(*) FROM Z_1TAGS") == "1")
    }
}
