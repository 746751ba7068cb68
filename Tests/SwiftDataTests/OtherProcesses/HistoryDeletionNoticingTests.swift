import ClientModels
import SwiftData
import TestSupport
import Testing

/// The notices that a container gets when another one deletes history, or everything.
@MainActor @Suite struct HistoryDeletionNoticingTests {
    private let store: NeighbourStore
    private let container: ModelContainer
    private let theirs: ModelContext
    private var context: ModelContext { container.mainContext }

    init() throws {
        store = try NeighbourStore()
        try store.neighbour("add", "1", "2")
        // A name that nobody uses goes with the history that is deleted, and leaves more pages than one round frees.
        try store.sqlite3(
            "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (900, 16003, hex(zeroblob(5000000)))"
        )
        container = try store.container()
        theirs = ModelContext(try store.container())
    }

    private func number(_ statement: String) throws -> Int {
        try #require(Int(try store.temporary.sqlite3(statement)))
    }

    @Test func deletingHistoryThatEverybodyHasReadTellsNobodyToReadAgain() async throws {
        let notices = Notices(of: container)
        let entry = try theirs.entries([1])[0]
        entry.seen = 1
        try theirs.save()
        #expect(try await waiting { notices.all.count == 1 })
        let pages = try number("PRAGMA page_count")
        try theirs.deleteHistory(described())
        #expect(try number("SELECT count(*) FROM ATRANSACTION") == 0)
        #expect(try number("PRAGMA freelist_count") == 0)
        #expect(try number("PRAGMA page_count") < pages - 2_000)
        #expect(try number("SELECT user_version & 65535 FROM pragma_user_version") >= 4)
        entry.seen = 2
        try theirs.save()
        #expect(try await waiting { notices.all.count >= 2 })
        #expect(try context.entries([1]).map(\.seen) == [2])
        #expect(notices.all.map(\.updated) == [[entry.persistentModelID], [entry.persistentModelID]])
        #expect(notices.all.allSatisfy { !$0.everything })
    }

    @Test func whoDeletesHistoryStillNoticesWhatOthersWrite() async throws {
        let notices = Notices(of: container)
        try context.deleteHistory(described())
        let entry = try theirs.entries([1])[0]
        entry.seen = 1
        try theirs.save()
        #expect(try await waiting { !notices.all.isEmpty })
        #expect(notices.all.map(\.updated) == [[entry.persistentModelID]])
        try store.sqlite3("UPDATE ZLEDGERENTRY SET ZSEEN = 9")
        #expect(try await waiting { notices.all.count == 2 })
        #expect(notices.all.last?.everything == true)
    }

    /// A save has cut the `-wal`, and GRDB's pool would write to it by a table of its own.
    @Test func openingAFileWhoseLogWasCutTellsNobodyToReadAgain() async throws {
        try theirs.deleteHistory(described())
        let notices = Notices(of: container)
        try store.sqlite3("PRAGMA wal_checkpoint(TRUNCATE)")
        let log = store.temporary.file.path + "-wal"
        let attributes = try FileManager.default.attributesOfItem(atPath: log)
        #expect(attributes[.size] as? Int == 0)
        let third = ModelContext(try store.container())
        let entry = try theirs.entries([1])[0]
        entry.seen = 1
        try theirs.save()
        #expect(try await waiting { !notices.all.isEmpty })
        #expect(notices.all.map(\.everything) == [false])
        #expect(notices.all.map(\.updated) == [[entry.persistentModelID]])
        #expect(try third.entries([1]).map(\.seen) == [1])
    }

    @Test func aVersionThatSomebodyElseKeepsInTheFileStays() async throws {
        try store.sqlite3("PRAGMA user_version = 5")
        let notices = Notices(of: container)
        try theirs.deleteHistory(described())
        #expect(try number("PRAGMA user_version") == 5)
        try store.sqlite3("BEGIN; UPDATE ZLEDGERENTRY SET ZSEEN = 9; PRAGMA user_version = 6; COMMIT")
        #expect(try await waiting { try context.entries([1]).map(\.seen) == [9] })
        #expect(notices.all.allSatisfy { $0.everything })
    }

    @Test func erasingIsToldOnceAndLaterCommitsByTheirIdentifiers() async throws {
        let notices = Notices(of: container)
        let token = try #require(try context.fetchHistory(described()).last?.token)
        try theirs.container.erase()
        #expect(try await waiting { notices.all.contains { $0.everything } })
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.fetchHistory(described(#Predicate { $0.token > token }))
        }
        let ledger = Ledger(title: "new")
        theirs.insert(ledger)
        try theirs.save()
        #expect(try await waiting { notices.all.contains { !$0.inserted.isEmpty } })
        #expect(notices.all.map(\.everything) == [true, false])
        #expect(notices.all.last?.inserted == [ledger.persistentModelID])
        let erased = try #require(notices.all.first?.tokens.values.first as? DefaultHistoryToken)
        let since = try context.fetchHistory(described(#Predicate { $0.token > erased }))
        #expect(since.map(\.changes.count) == [1])
    }

    @Test func commitsToATableWithoutKeysForNamesAreNoticed() async throws {
        let store = try NeighbourStore()
        try store.neighbour("add", "1")
        for column in ["AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"] {
            try store.sqlite3("DROP INDEX ATRANSACTION_Z\(column)TS_INDEX")
            try store.sqlite3("ALTER TABLE ATRANSACTION DROP COLUMN Z\(column)TS")
        }
        let container = try store.container()
        let notices = Notices(of: container)
        let observer = try HistoryObserver(
            observedModels: [LedgerEntry.self],
            authors: ["theirs"],
            modelContainer: container
        )
        let theirs = ModelContext(try store.container())
        theirs.author = "theirs"
        let entry = try theirs.entries([1])[0]
        entry.seen = 1
        try theirs.save()
        #expect(try await waiting { !notices.all.isEmpty })
        #expect(notices.all.map(\.updated) == [[entry.persistentModelID]])
        #expect(try await waiting { observer.eventCounter == 1 })
    }
}
